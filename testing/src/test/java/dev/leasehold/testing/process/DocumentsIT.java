package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.api.Programs;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.programs.CommandsHere;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command of the README and of the documents, pasted into a shell as a reader does it, at one
 * server. The tutorial starts servers of its own, and {@link TutorialIT} follows it with the
 * launcher itself.
 */
@Timeout(900)
@Order(1)
class DocumentsIT {

  private static final Path ROOT = Checkout.root();
  private static final Pattern NAMED = Pattern.compile("`(?:\\./)?leasehold ([a-z][a-z-]*)[^`]*`");

  @TempDir static Path directory;
  private static ServerHere server;
  private static CommandsHere commandsHere;
  private static Path data;
  private static Path bin;
  private static Path project;

  @BeforeAll
  static void start() throws IOException {
    assumeThat(ROOT.resolve("cli/target/leasehold.jar")).as("run mvn package first").exists();
    data = directory.resolve("data");
    server = ServerHere.start(data);
    project = Files.createDirectories(directory.resolve("project"));
    Files.createDirectories(project.resolve("src/api"));
    bin = Files.createDirectories(directory.resolve("bin"));
    commandsHere = CommandsHere.start(directory.resolve("calls"));
    commandsHere.program(project.resolve("leasehold"), "'" + ROOT.resolve("leasehold") + "'");
    commandsHere.program(bin.resolve("leasehold"), "'" + ROOT.resolve("leasehold") + "'");
    program(bin.resolve("mvn"), "echo nothing may be built from here >&2; exit 1");
    program(bin.resolve("make"), "exit 0");
    // A refusal is a failure here, which it is not to curl.
    program(bin.resolve("curl"), "PATH=$USUAL_PATH exec curl --fail-with-body \"$@\"");
  }

  private static void program(Path file, String does) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + does + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @AfterAll
  static void stop() throws IOException {
    if (commandsHere != null) {
      commandsHere.close();
    }
    if (server != null) {
      server.close();
    }
  }

  /** Documents do not get in each other's way. */
  @AfterEach
  void endAllLeases() throws IOException {
    for (JsonNode lease : server.admin().get("/v1/leases?pageSize=1000").json().path("leases")) {
      server
          .admin()
          .post(
              "/v1/leases/" + lease.path("leaseId").asText() + ":revoke",
              Map.of("reason", "the next document"));
    }
  }

  static List<Path> documents() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
          .filter(file -> file.toString().endsWith(".md") && !file.endsWith("tutorial.md"))
          .sorted()
          .map(ROOT::relativize)
          .toList();
    }
  }

  static List<Path> documentsWithCommands() throws IOException {
    List<Path> with = new ArrayList<>();
    for (Path document : documents()) {
      if (!commands(document).isEmpty()) {
        with.add(document);
      }
    }
    return with;
  }

  private static List<PastedCommand> commands(Path document) throws IOException {
    List<PastedCommand> commands = new ArrayList<>();
    for (MarkdownBlocks.Block block :
        MarkdownBlocks.in(Files.readAllLines(ROOT.resolve(document)))) {
      if (block.isRun()) {
        commands.addAll(PastedCommand.in(block.lines()));
      }
    }
    return commands;
  }

  @ParameterizedTest
  @MethodSource("documentsWithCommands")
  void everyCommandWorks(Path document) throws IOException {
    if (document.endsWith("git-lfs.md")) {
      Programs.need("git", "git-lfs");
    } else if (document.endsWith("git-hooks.md")) {
      Programs.need("git");
    }
    List<PastedCommand> commands =
        commands(document).stream()
            .filter(command -> !command.text().startsWith("sqlite3") || Programs.has("sqlite3"))
            .map(DocumentsIT::here)
            .toList();
    PastingShell shell = new PastingShell(Files.createTempDirectory(directory, "said"), commands);
    shell.run(project, environment());
    SoftAssertions all = new SoftAssertions();
    for (int i = 0; i < commands.size(); i++) {
      PastedCommand command = commands.get(i);
      all.assertThat(shell.end(i))
          .as("%s said %s", command.text(), shell.said(i))
          .isEqualTo(command.ends());
      all.assertThat(shell.said(i)).as(command.text()).contains(command.says());
    }
    all.assertAll();
  }

  /** The same command at the server of this test. */
  private static PastedCommand here(PastedCommand command) {
    String text =
        command
            .text()
            .replace("http://127.0.0.1:7420", server.url())
            .replace("/tmp/leasehold", data.toString());
    return new PastedCommand(text, command.says(), command.ends());
  }

  private static Map<String, String> environment() {
    return Map.of(
        "PATH", bin + ":" + System.getenv("PATH"),
        "USUAL_PATH", System.getenv("PATH"),
        "HOME", directory.toString(),
        "JAVA_HOME", System.getProperty("java.home"),
        "LEASEHOLD_SERVER", server.url(),
        "LEASEHOLD_DATA", data.toString(),
        "LEASEHOLD_ROOT", project.toString());
  }

  @Test
  void everyCommandThatIsNamedInPassingExists() throws IOException {
    List<String> known =
        CommandLine.run("help").lines().map(String::strip).map(line -> line.split(" ")[0]).toList();
    SoftAssertions all = new SoftAssertions();
    for (Path document : documents()) {
      NAMED
          .matcher(Files.readString(ROOT.resolve(document)))
          .results()
          .forEach(
              named ->
                  all.assertThat(known)
                      .as("%s: %s", document, named.group())
                      .contains(named.group(1)));
    }
    all.assertAll();
  }
}
