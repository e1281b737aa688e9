package dev.leasehold.testing.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.leasehold.testing.process.KeepsProcessorsBusy;
import dev.leasehold.testing.process.server.RunningProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A project outside the checkout, with the dependencies that the README tells and nothing of this
 * build but what {@code mvn install} puts into a local repository.
 */
@KeepsProcessorsBusy
@Timeout(900)
class OtherProjectIT {

  private static final Path CHECKOUT = Path.of(System.getProperty("leasehold.checkout", ".."));
  private static final Pattern DEPENDENCIES =
      Pattern.compile(
          "<dependencyManagement>.*?</dependencyManagement>\\s*<dependencies>.*?</dependencies>",
          Pattern.DOTALL);

  private static final String POM =
      """
      <project xmlns="http://maven.apache.org/POM/4.0.0">
        <modelVersion>4.0.0</modelVersion>
        <groupId>example</groupId>
        <artifactId>program</artifactId>
        <version>1</version>
        <properties>
          <maven.compiler.release>21</maven.compiler.release>
          <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
        </properties>
      %s
      </project>
      """;

  /** Connecting does not call yet, but needs the classes that do. */
  private static final String PROGRAM =
      """
      import dev.leasehold.client.HeldLease;
      import dev.leasehold.client.LeaseholdClient;
      import dev.leasehold.embedded.Leasehold;
      import java.nio.file.Path;

      public final class Program {
        public static void main(String[] arguments) throws Exception {
          LeaseholdClient.connect("127.0.0.1:9", "token").close();
          try (Leasehold leasehold = Leasehold.embedded(Path.of(arguments[0]));
              LeaseholdClient client = leasehold.client("alice");
              HeldLease lease = client.lease("repo-a").path("/src/api").hold()) {
            lease.ensureHeld();
            System.out.println("alice holds " + lease.fencingToken());
          }
        }
      }
      """;

  /** The names that the README's example uses and leaves to its reader. */
  private static final String README_EXAMPLE =
      """
      import dev.leasehold.client.HeldLease;
      import dev.leasehold.client.LeaseholdClient;

      public final class ReadmeExample {
        interface Store {
          void write(String text, long fencingToken);
        }

        static void write(String token, Store store, String text) throws Exception {
      %s
        }
      }
      """;

  private static final String BEFORE_JAVA = "And from Java:\n";

  @TempDir Path directory;

  @Test
  void clientAndEmbeddedWorkWithTheCoordinatesOfTheReadme() throws Exception {
    Optional<Path> usual = OfflineMaven.usualRepository();
    assumeThat(usual).as("the local repository of a Maven build").isPresent();
    Path project = Files.createDirectory(directory.resolve("project"));
    Files.writeString(project.resolve("pom.xml"), POM.formatted(dependenciesOfTheReadme()));
    Path sources = Files.createDirectories(project.resolve("src/main/java"));
    Files.writeString(sources.resolve("Program.java"), PROGRAM);
    Files.writeString(
        sources.resolve("ReadmeExample.java"), README_EXAMPLE.formatted(javaOfTheReadme()));

    try (InstalledModules installed = new InstalledModules(directory.resolve("repository"))) {
      installed.linkOthers(usual.get());
      installed.install(CHECKOUT, System.getProperty("leasehold.version"));
      OfflineMaven.Build build = compile(project, installed.repository());

      assertThat(build.succeeded()).as(build.output()).isTrue();
      assertThat(output(project)).matches("alice holds \\d+\n");
    }
  }

  private static OfflineMaven.Build compile(Path project, Path repository) throws Exception {
    Map<String, String> thisJdk = Map.of("JAVA_HOME", System.getProperty("java.home"));
    return new OfflineMaven(project, Optional.of(repository), thisJdk)
        .run(
            plugin("maven-compiler-plugin") + ":compile",
            plugin("maven-dependency-plugin") + ":build-classpath",
            "-Dmdep.outputFile=classpath.txt");
  }

  private static String dependenciesOfTheReadme() throws IOException {
    String readme = Files.readString(CHECKOUT.resolve("README.md"));
    Matcher found = DEPENDENCIES.matcher(readme);
    assertThat(found.find()).as("the README tells dependencies").isTrue();
    assertThat(found.group()).contains("leasehold-client", "leasehold-embedded");
    return found.group();
  }

  private static String javaOfTheReadme() throws IOException {
    String readme = Files.readString(CHECKOUT.resolve("README.md"));
    assertThat(readme).contains(BEFORE_JAVA);
    String java =
        readme
            .substring(readme.indexOf(BEFORE_JAVA) + BEFORE_JAVA.length())
            .lines()
            .filter(line -> !line.startsWith("<!--"))
            .dropWhile(String::isBlank)
            .takeWhile(line -> line.isBlank() || line.startsWith("    "))
            .collect(Collectors.joining("\n"));
    assertThat(java).contains("LeaseholdClient.connect", "fencingToken()");
    return java;
  }

  /** The version that this build uses, for it is there without a network. */
  private static String plugin(String name) throws IOException {
    String pom = Files.readString(CHECKOUT.resolve("pom.xml"));
    Matcher version =
        Pattern.compile("<artifactId>" + name + "</artifactId>\\s*<version>(.*?)</version>")
            .matcher(pom);
    assertThat(version.find()).as(name + " has a version").isTrue();
    return "org.apache.maven.plugins:" + name + ":" + version.group(1);
  }

  private String output(Path project) throws IOException {
    String classpath = Files.readString(project.resolve("classpath.txt")).strip();
    List<String> java =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            project.resolve("target/classes") + File.pathSeparator + classpath,
            "Program",
            directory.resolve("data").toString());
    try (RunningProcess program = RunningProcess.start(java)) {
      assertThat(program.awaitExit()).as(program.errors()).isZero();
      return program.output();
    }
  }
}
