package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher at the root of the checkout, with what Maven has built just before. Nothing is built
 * from here: a Maven that fails stands first in the path.
 */
@Timeout(300)
class LauncherIT {

  private static final Path ROOT = root();

  @TempDir private Path directory;
  private Path withoutMaven;

  @BeforeEach
  void isBuilt() throws Exception {
    assumeThat(ROOT.resolve("cli/target/leasehold.jar")).as("run mvn package first").exists();
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
      assertThat(server.stop()).isEqualTo(StopIT.STOPPED);
      assertThat(process.output().lines())
          .singleElement()
          .asString()
          .contains(server.url(), data.resolve("admin.token").toString(), "try: ");
    }
  }

  private RunningProcess launch(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("leasehold").toString()));
    command.addAll(List.of(arguments));
    String path = withoutMaven + File.pathSeparator + System.getenv("PATH");
    return RunningProcess.start(
        command, directory, Map.of("PATH", path, "JAVA_HOME", System.getProperty("java.home")));
  }

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    while (here != null && Files.notExists(here.resolve("leasehold"))) {
      here = here.getParent();
    }
    return here;
  }
}
