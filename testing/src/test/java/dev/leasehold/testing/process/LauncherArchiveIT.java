package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive of classes that the launcher makes so that calls start quickly, with a copy of the
 * launcher and of what it starts. It may be missing, old or damaged: calls work all the same.
 */
@Timeout(300)
class LauncherArchiveIT {

  private static final Path ROOT = Checkout.root();

  @TempDir private Path checkout;
  private Path target;

  @BeforeEach
  void copy() throws Exception {
    Path built = ROOT.resolve("cli/target");
    assumeThat(built.resolve("leasehold.jar")).as("run mvn package first").exists();
    target = Files.createDirectories(checkout.resolve("it's here/cli/target"));
    Path launcher = target.resolve("../../leasehold");
    Files.copy(ROOT.resolve("leasehold"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    Files.copy(built.resolve("leasehold.jar"), target.resolve("leasehold.jar"));
    Files.createSymbolicLink(target.resolve("lib"), built.resolve("lib"));
    Files.createFile(target.resolve("built"));
  }

  @Test
  void itIsMadeInTheBackgroundAndUsedFromThenOn() throws Exception {
    assertThat(version()).isEmpty();
    Path archive = awaitArchive();
    FileTime made = Files.getLastModifiedTime(archive);
    assertThat(version()).isEmpty();
    // With the JVM told to end if it cannot use it.
    assertThat(version("-Xshare:on")).isEmpty();
    assertThat(archives()).containsExactly(archive);
    assertThat(Files.getLastModifiedTime(archive)).as("it is made once").isEqualTo(made);
  }

  @Test
  void oneThatIsDamagedOrOfAnotherBuildIsIgnored() throws Exception {
    assertThat(version()).isEmpty();
    Path archive = awaitArchive();
    byte[] good = Files.readAllBytes(archive);
    for (int length : new int[] {0, 100, good.length / 2}) {
      Files.write(archive, Arrays.copyOf(good, length));
      assertThat(version()).as("an archive of %d bytes", length).isEmpty();
    }
    Files.write(archive, good);
    Files.setLastModifiedTime(
        target.resolve("leasehold.jar"), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    assertThat(version()).isEmpty();
  }

  /** The complaints of a launch. */
  private String version(String... javaOptions) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(target.resolve("../../leasehold").toString());
    command.add("--version");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            System.getProperty("java.home"),
            "LEASEHOLD_JAVA_OPTS",
            String.join(" ", javaOptions));
    try (RunningProcess version = RunningProcess.start(command, checkout, environment)) {
      assertThat(version.awaitExit()).as(version.errors()).isZero();
      assertThat(version.output()).matches("leasehold \\d+\\.\\d+\\.\\d+\\S*\n");
      return version.errors();
    }
  }

  private Path awaitArchive() {
    return await()
        .atMost(RunningProcess.PATIENCE)
        .until(this::archives, archives -> !archives.isEmpty())
        .get(0);
  }

  private List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      return files.filter(file -> file.toString().endsWith(".jsa")).toList();
    }
  }
}
