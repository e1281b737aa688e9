package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.leasehold.testing.process.sample.OldAnswers;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive that {@code mvn package} makes, unpacked outside the checkout and started with a Java
 * runtime that has no compiler. A Maven and a javac that fail stand first in the path.
 */
@Timeout(900)
@Order(3)
class ArchiveIT {

  private static final Path ARCHIVE =
      Path.of(System.getProperty("leasehold.archive", "run with mvn verify"));

  /** All that the server and the command line use of a JDK, with what these modules need. */
  private static final String JAVA_MODULES =
      "java.logging,java.management,java.naming,java.sql,jdk.httpserver,jdk.management,"
          + "jdk.unsupported";

  @TempDir static Path directory;
  private static Path unpacked;
  private static Path runtime;
  private static Path bin;

  @BeforeAll
  static void unpack() throws IOException {
    assumeThat(ARCHIVE).as("run mvn package first").exists();
    succeeds(List.of("tar", "-xzf", ARCHIVE.toString(), "-C", directory.toString()));
    unpacked = directory.resolve(ARCHIVE.getFileName().toString().replace(".tar.gz", ""));
    runtime = runtime();
    bin = Files.createDirectory(directory.resolve("bin"));
    for (String name : List.of("mvn", "javac")) {
      Path program = Files.writeString(bin.resolve(name), "#!/bin/sh\nexit 1\n");
      assertThat(program.toFile().setExecutable(true)).isTrue();
    }
    Files.createSymbolicLink(bin.resolve("leasehold"), unpacked.resolve("leasehold"));
    leaveOutTheArchivesOfClasses();
  }

  /** A runtime without a compiler where there is a jlink to make one, else the one of this JVM. */
  private static Path runtime() throws IOException {
    Path here = Path.of(System.getProperty("java.home"));
    Path jlink = here.resolve("bin").resolve("jlink");
    if (Files.notExists(jlink)) {
      return here;
    }
    Path made = directory.resolve("runtime");
    succeeds(List.of(jlink.toString(), "--add-modules", JAVA_MODULES, "--output", made.toString()));
    assertThat(made.resolve("bin/java")).exists();
    assertThat(made.resolve("bin/javac")).doesNotExist();
    return made;
  }

  /** The launcher takes them as being made already; {@link LauncherArchiveIT} is about them. */
  private static void leaveOutTheArchivesOfClasses() throws IOException {
    Files.createDirectory(Checkout.beingMade(unpacked, "calls", "jsa"));
    Files.createDirectory(Checkout.beingMade(unpacked, "serve", "aot"));
  }

  @Test
  void hasWhatAnInstallationNeeds() throws IOException {
    assertThat(Files.isExecutable(unpacked.resolve("leasehold"))).isTrue();
    assertThat(unpacked.resolve("LICENSE")).content().contains("Apache License");
    assertThat(unpacked.resolve("CHANGELOG.md")).exists();
    assertThat(unpacked.resolve("share/man/man1/leasehold.1")).content().contains(".TH");
    assertThat(unpacked.resolve("share/bash-completion/completions/leasehold"))
        .content()
        .contains("complete -F");
    assertThat(unpacked.resolve("share/fish/vendor_completions.d/leasehold.fish"))
        .content()
        .contains("complete -c leasehold");
    assertThat(unpacked.resolve("operating/leasehold.service")).content().contains("[Service]");
    assertThat(unpacked.resolve("operating/alerts.yml")).exists();
    assertThat(unpacked.resolve("operating/install.md")).exists();
    try (Stream<Path> jars = Files.list(unpacked.resolve("lib"))) {
      assertThat(jars.map(jar -> jar.getFileName().toString()))
          .isNotEmpty()
          .allMatch(name -> name.endsWith(".jar"));
    }
  }

  /**
   * The way that operating/install.md tells: verify what the server before has left, then serve.
   */
  @Test
  void anUpgradeKeepsTheData() throws Exception {
    OldDataIT.Packed before = OldDataIT.stopped().getLast();
    Path data = directory.resolve("data");
    OldDataIT.unpack(before.zip(), data);
    succeeds(launch("verify", "--data", data.toString()));
    RunningProcess serve = launch("serve", "--data", data.toString(), "--port", "0");
    try (ServerProcess server = ServerProcess.awaitReady(serve, data)) {
      OldAnswersCheck check = new OldAnswersCheck(OldAnswers.load(before.answers()), server);
      check.sameIsSaidAgain();
      check.bearersAreKnown();
      check.nextGrantHasALargerToken();
      server.stop();
      assertThat(Files.notExists(WalFile.in(data))).as("it has stopped in order").isTrue();
      assertThat(serve.errors()).doesNotContain("Exception");
    }
  }

  private static RunningProcess launch(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(bin.resolve("leasehold").toString()));
    command.addAll(List.of(arguments));
    return RunningProcess.start(
        command,
        directory,
        Map.of(
            "PATH",
            bin + File.pathSeparator + System.getenv("PATH"),
            "JAVA_HOME",
            runtime.toString(),
            "LEASEHOLD_JAVA_OPTS",
            Checkout.QUICK_TO_START));
  }

  private static void succeeds(List<String> command) throws IOException {
    succeeds(RunningProcess.start(command));
  }

  private static void succeeds(RunningProcess process) {
    try (process) {
      assertThat(process.awaitExit()).as(process.errors()).isZero();
    }
  }
}
