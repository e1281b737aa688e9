package dev.leasehold.testing.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A local repository with this build's modules as {@code mvn install} leaves them, and everything
 * else by links to another one, which are taken away when this is closed.
 */
record InstalledModules(Path repository) implements AutoCloseable {

  private static final Path GROUP = Path.of("dev", "leasehold");
  private static final List<String> MODULES =
      List.of("api", "kernel", "node", "client", "embedded");

  /** Links what the other repository has, but for our own group, which may be there and old. */
  void linkOthers(Path other) throws IOException {
    link(other, GROUP.getName(0));
    link(other.resolve(GROUP.getName(0)), GROUP);
  }

  /** Links all that the folder has to the place it has in the repository, except that one. */
  private void link(Path folder, Path except) throws IOException {
    Path parent = except.getParent();
    Path here = parent == null ? repository : repository.resolve(parent);
    Files.createDirectories(here);
    if (Files.notExists(folder)) {
      return;
    }
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.toList()) {
        if (!entry.endsWith(except.getFileName())) {
          Files.createSymbolicLink(here.resolve(entry.getFileName()), entry);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(repository, GROUP.getNameCount())) {
      for (Path link : files.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  void install(Path checkout, String version) throws IOException {
    install("leasehold", version, "pom", checkout.resolve("pom.xml"));
    for (String module : MODULES) {
      String artifact = "leasehold-" + module;
      Path folder = checkout.resolve(module);
      Path jar = folder.resolve(Path.of("target", artifact + "-" + version + ".jar"));
      install(artifact, version, "pom", folder.resolve("pom.xml"));
      install(artifact, version, "jar", jar);
    }
  }

  private void install(String artifact, String version, String type, Path file) throws IOException {
    Path folder = repository.resolve(GROUP).resolve(artifact).resolve(version);
    Files.createDirectories(folder);
    Files.copy(file, folder.resolve(artifact + "-" + version + "." + type));
  }
}
