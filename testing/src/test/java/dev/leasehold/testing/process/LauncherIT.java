package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The launcher at the root of the checkout, with what Maven has built just before. Nothing is built
 * from here: a Maven that fails stands first in the path.
 */
@Timeout(900)
class LauncherIT {

  private static final Path ROOT = Checkout.root();

  @TempDir private Path directory;
  private Path withoutMaven;

  @BeforeEach
  void isBuilt() throws Exception {
    assumeThat(ROOT.resolve("cli/target/leasehold.jar")).as("run mvn package first").exists();
    Checkout.leaveOutTheServersCache();
    withoutMaven = Files.createDirectory(directory.resolve("bin"));
    Path mvn = Files.writeString(withoutMaven.resolve("mvn"), "#!/bin/sh\nexit 1\n");
    assertThat(mvn.toFile().setExecutable(true)).isTrue();
  }

  @Test
  void saysItsVersion() throws Exception {
    try (RunningProcess version = launch("--version")) {
      assertThat(version.awaitExit()).as(version.errors()).isZero();
      assertThat(version.output()).matches("leasehold \\d+\\.\\d+\\.\\d+\\S*\n");
      assertThat(version.errors()).doesNotContain("building");
    }
  }

  @Test
  void servesAndStops() throws Exception {
    Path data = directory.resolve("data");
    RunningProcess process = launch("serve", "--data", data.toString(), "--port", "0");
    try (ServerProcess server = ServerProcess.awaitReady(process, data)) {
      assertThat(server.admin().acquire("demo", "/a", "60s").isSuccess()).isTrue();
      assertThat(server.stop()).isZero();
      assertThat(process.output().lines())
          .singleElement()
          .asString()
          .contains(server.url(), data.resolve("admin.token").toString(), "try: ");
    }
  }

  /** A gateway lives long, as a server does; other commands should be over at once. */
  @ParameterizedTest
  @CsvSource({"gateway, UseG1GC, true", "budget, UseSerialGC, false"})
  void theJvmIsMadeForHowLongACommandLives(String command, String collector, boolean ends)
      throws Exception {
    List<String> call = List.of(ROOT.resolve("leasehold").toString(), command, "--help");
    Map<String, String> environment = new HashMap<>(environment());
    environment.merge("LEASEHOLD_JAVA_OPTS", " -XX:+PrintFlagsFinal", String::concat);
    try (RunningProcess help = RunningProcess.start(call, directory, environment)) {
      assertThat(help.awaitExit()).as(help.errors()).isZero();
      assertThat(flag(help, collector)).isTrue();
      assertThat(flag(help, "ExitOnOutOfMemoryError")).isEqualTo(ends);
    }
  }

  private static boolean flag(RunningProcess process, String name) throws Exception {
    return process
        .output()
        .lines()
        .anyMatch(line -> line.matches(" *bool " + name + " +:?= true .*"));
  }

  /** Cron and many services have no other locale. Nothing listens there, which is 14. */
  @ParameterizedTest
  @CsvSource({"b\\303\\244r, 14, no server", "b\\377r, 2, UTF-8"})
  void pathsAreReadAsTheyWereTypedWhateverTheLocale(String name, int code, String says)
      throws Exception {
    String call = " check --server 127.0.0.1:9 --token t --space s \"$(printf '/" + name + "')\"";
    List<String> shell = List.of("sh", "-c", "LC_ALL=C exec " + ROOT.resolve("leasehold") + call);
    try (RunningProcess check = RunningProcess.start(shell, directory, environment())) {
      assertThat(check.awaitExit()).as(check.errors()).isEqualTo(code);
      assertThat(check.errors()).contains(says);
    }
  }

  @Test
  void aDirectoryIsReadAsItIsNamedWhateverTheLocale() throws Exception {
    String call = " check --server 127.0.0.1:9 --token t --space s --root .. file";
    String inside = "d=$(printf 'b\\303\\244r'); mkdir $d; cd $d; LC_ALL=C exec ";
    List<String> shell = List.of("sh", "-c", inside + ROOT.resolve("leasehold") + call);
    try (RunningProcess check = RunningProcess.start(shell, directory, environment())) {
      assertThat(check.awaitExit()).as(check.errors()).isEqualTo(14);
      assertThat(check.errors()).contains("no server");
    }
  }

  @Test
  void whatIsClosedIsNothing() throws Exception {
    List<String> shell =
        List.of(
            "sh",
            "-c",
            ROOT.resolve("leasehold")
                + " claim --server 127.0.0.1:9 --token t"
                + " --space s - 0<&-");
    try (RunningProcess claim = RunningProcess.start(shell, directory, environment())) {
      assertThat(claim.awaitExit()).isEqualTo(4);
      assertThat(claim.errors()).contains("there are no items");
    }
  }

  private RunningProcess launch(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("leasehold").toString()));
    command.addAll(List.of(arguments));
    return RunningProcess.start(command, directory, environment());
  }

  private Map<String, String> environment() {
    String path = withoutMaven + File.pathSeparator + System.getenv("PATH");
    return Map.of(
        "PATH",
        path,
        "JAVA_HOME",
        System.getProperty("java.home"),
        "LEASEHOLD_JAVA_OPTS",
        Checkout.QUICK_TO_START);
  }
}
