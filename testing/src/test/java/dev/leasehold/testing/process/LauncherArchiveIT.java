package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archives that the launcher makes so that calls and servers start quickly, with a copy of the
 * launcher and of what it starts. They may be missing, old or damaged: all works the same.
 */
@Timeout(900)
@Order(1)
class LauncherArchiveIT {

  private static final Path ROOT = Checkout.root();

  /** Older than all that a test makes. */
  private static final Instant JAR_TIME = Instant.parse("2026-01-01T00:00:00Z");

  /** A server under load is trained for the cache, beside other tests. */
  private static final Duration TRAINING_TIME = Duration.ofMinutes(12);

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
    withoutNice();
  }

  /**
   * At the lowest priority a cache would be made only when all other tests are over. A short load
   * makes one too, of a server that is not as fast with it.
   */
  private void withoutNice() throws IOException {
    program(
        checkout.resolve("bin/nice"),
        "shift 2; java=$1; shift; exec \"$java\" -Dleasehold.training.seconds=1 \"$@\"");
  }

  private static void program(Path file, String does) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + does + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void itIsMadeInTheBackgroundAndUsedFromThenOnUnlessItIsDamagedOrOfAnotherBuild()
      throws Exception {
    assertThat(version()).isEmpty();
    Path archive = awaitArchive();
    FileTime made = Files.getLastModifiedTime(archive);
    assertThat(version()).isEmpty();
    // With the JVM told to end if it cannot use it.
    assertThat(version("-Xshare:on")).isEmpty();
    assertThat(archives()).containsExactly(archive);
    assertThat(Files.getLastModifiedTime(archive)).as("it is made once").isEqualTo(made);

    byte[] good = Files.readAllBytes(archive);
    for (int length : new int[] {0, 100, good.length / 2}) {
      Files.write(archive, Arrays.copyOf(good, length));
      assertThat(version()).as("an archive of %d bytes", length).isEmpty();
    }
    Files.write(archive, good);
    Files.setLastModifiedTime(target.resolve("leasehold.jar"), FileTime.from(JAR_TIME));
    assertThat(version()).isEmpty();
  }

  /**
   * A launcher that was killed leaves a folder behind, with the number of a process that is gone.
   */
  @Test
  void whatAKilledLauncherLeftBehindIsTakenOver() throws Exception {
    begun("99999999", Instant.now());
    assertThat(versionWithoutDump()).isEmpty();
    awaitArchive();
  }

  @Test
  void whatWasBegunForAnotherBuildIsTakenOver() throws Exception {
    begun(Long.toString(ProcessHandle.current().pid()), JAR_TIME.minusSeconds(3_600));
    assertThat(versionWithoutDump()).isEmpty();
    awaitArchive();
  }

  @Test
  void whatAnotherLauncherIsAtIsLeftToIt() throws Exception {
    String pid = Long.toString(ProcessHandle.current().pid());
    Path folder = begun(pid, Instant.now());
    assertThat(version()).isEmpty();
    assertThat(folder.resolve("pid")).hasContent(pid);
    assertThat(archives()).isEmpty();
  }

  /** The folder in which an archive is made, as a launcher has begun it. */
  private Path begun(String pid, Instant at) throws IOException {
    Files.setLastModifiedTime(target.resolve("leasehold.jar"), FileTime.from(JAR_TIME));
    String release = System.getProperty("java.version").replaceAll("[^0-9.].*", "");
    Path folder = Files.createDirectory(target.resolve("calls-" + release + ".jsa.making"));
    Files.writeString(folder.resolve("pid"), pid + "\n");
    Files.setLastModifiedTime(folder, FileTime.from(at));
    return folder;
  }

  /** The cache of a server, which newer JVMs have. */
  @Test
  void aServersCacheIsMadeInTheBackgroundAndUsedFromThenOn() throws Exception {
    assumeThat(Runtime.version().feature()).isGreaterThanOrEqualTo(25);
    serve(process -> assertThat(mapped(process)).noneMatch(file -> file.endsWith(".aot")));
    Path cache =
        await()
            .atMost(TRAINING_TIME)
            .until(() -> files(".aot"), caches -> !caches.isEmpty())
            .get(0);
    serve(process -> assertThat(mapped(process)).contains(cache.toRealPath().toString()));
    Files.write(cache, Arrays.copyOf(Files.readAllBytes(cache), 100));
    serve(process -> assertThat(mapped(process)).doesNotContain(cache.toRealPath().toString()));
  }

  private interface Look {
    void at(RunningProcess process) throws IOException;
  }

  /** Serves until it is ready and looked at, and says nothing but what a server says. */
  private void serve(Look look) throws Exception {
    List<String> command =
        List.of(
            target.resolve("../../leasehold").toString(),
            "serve",
            "--port=0",
            "--data=" + checkout.resolve("data"));
    Map<String, String> environment =
        Map.of(
            "PATH",
            checkout.resolve("bin") + ":" + System.getenv("PATH"),
            "JAVA_HOME",
            System.getProperty("java.home"),
            "LEASEHOLD_JAVA_OPTS",
            Checkout.QUICK_TO_START);
    try (RunningProcess process = RunningProcess.start(command, checkout, environment)) {
      await()
          .atMost(RunningProcess.PATIENCE)
          .until(() -> process.output().contains("leasehold listens on"));
      look.at(process);
      assertThat(process.output().lines()).hasSize(1);
      assertThat(process.errors()).doesNotContainIgnoringCase("aot");
    }
  }

  private static List<String> mapped(RunningProcess process) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/maps"))) {
      return lines
          .filter(line -> line.contains("/"))
          .map(line -> line.substring(line.indexOf('/')))
          .toList();
    }
  }

  /** The same with a JDK that makes an archive of nothing, where it counts only who makes it. */
  private String versionWithoutDump() throws Exception {
    Path home = Path.of(System.getProperty("java.home"));
    Path standIn = checkout.resolve("jdk");
    program(
        standIn.resolve("bin/java"),
        "case \"$*\" in *-XX:DumpLoadedClassList=*) : > classes; exit ;;"
            + " *-Xshare:dump*) : > archive; exit ;; esac; exec '%s/bin/java' \"$@\""
                .formatted(home));
    Files.createSymbolicLink(standIn.resolve("bin/javac"), home.resolve("bin/javac"));
    Files.createSymbolicLink(standIn.resolve("release"), home.resolve("release"));
    return versionOf(standIn);
  }

  /** The complaints of a launch. */
  private String version(String... javaOptions) throws Exception {
    return versionOf(Path.of(System.getProperty("java.home")), javaOptions);
  }

  private String versionOf(Path javaHome, String... javaOptions) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(target.resolve("../../leasehold").toString());
    command.add("--version");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME", javaHome.toString(), "LEASEHOLD_JAVA_OPTS", String.join(" ", javaOptions));
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
    return files(".jsa");
  }

  private List<Path> files(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(target)) {
      return files.filter(file -> file.toString().endsWith(suffix)).toList();
    }
  }
}
