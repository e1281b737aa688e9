package dev.leasehold.testing.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The build of the kernel, as it is in this checkout, around sources that a test makes up. The
 * answer of the real Maven shows whether the rules are wired, not only written.
 */
final class KernelCopy {

  private static final Path CHECKOUT = Path.of(System.getProperty("leasehold.checkout", ".."));
  private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");

  private final Path directory;

  KernelCopy(Path directory) throws IOException {
    this.directory = directory;
    Path moduleInfo = Path.of("kernel", "src", "main", "java", "module-info.java");
    List<Path> files =
        List.of(
            Path.of("pom.xml"),
            Path.of(".mvn", "FormatSources.java"),
            Path.of(".mvn", "jvm.config"),
            Path.of("format", "pom.xml"),
            Path.of("kernel", "pom.xml"),
            Path.of("kernel", "forbidden-apis.txt"),
            moduleInfo);
    for (Path file : files) {
      Files.createDirectories(directory.resolve(file).getParent());
      Files.copy(CHECKOUT.resolve(file), directory.resolve(file));
    }
    Matcher export = EXPORT.matcher(Files.readString(directory.resolve(moduleInfo)));
    while (export.find()) {
      write(export.group(1), "Exported", "");
    }
  }

  /** Adds a class of that name and body to the kernel's root package. */
  KernelCopy withClass(String name, String body) throws IOException {
    return write("dev.leasehold.kernel", name, body);
  }

  KernelCopy withDependency(String groupId, String artifactId) throws IOException {
    Path pom = directory.resolve("kernel").resolve("pom.xml");
    String dependency =
        "<dependencies><dependency><groupId>%s</groupId><artifactId>%s</artifactId></dependency>"
            .formatted(groupId, artifactId);
    Files.writeString(pom, Files.readString(pom).replaceFirst("<dependencies>", dependency));
    return this;
  }

  /** Adds a module with a class of that name and body, in a folder that holds several modules. */
  KernelCopy withAdapterClass(String name, String body) throws IOException {
    Path module = directory.resolve(Path.of("adapters", "some"));
    Files.createDirectories(module);
    Files.copy(directory.resolve(Path.of("kernel", "pom.xml")), module.resolve("pom.xml"));
    return write(module, "dev.leasehold.adapters.some", name, body);
  }

  private KernelCopy write(String packageName, String name, String body) throws IOException {
    return write(directory.resolve("kernel"), packageName, name, body);
  }

  private KernelCopy write(Path module, String packageName, String name, String body)
      throws IOException {
    Path file =
        module
            .resolve(Path.of("src", "main", "java"))
            .resolve(packageName.replace('.', '/'))
            .resolve(name + ".java");
    Files.createDirectories(file.getParent());
    String separator = body.isEmpty() ? "" : "\n  " + body + "\n";
    Files.writeString(
        file, "package %s;\n\npublic class %s {%s}\n".formatted(packageName, name, separator));
    return this;
  }

  /** Builds the kernel alone. */
  OfflineMaven.Build build() throws IOException, InterruptedException {
    return new OfflineMaven(directory).run("--file", "kernel", "-Dmaven.test.skip", "verify");
  }

  /** Checks how all sources are formatted. */
  OfflineMaven.Build checkFormat() throws IOException, InterruptedException {
    return new OfflineMaven(directory).run("--file", "format", "verify");
  }
}
