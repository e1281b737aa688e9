package dev.leasehold.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.doctor.Finding.Grade;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingsTest {

  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "3.51.3 2026-01-01 abc, GOOD",
    "3.52.0, GOOD",
    "4.0.0, GOOD",
    "3.51.2, DOUBTFUL",
    "3.40.1 2022-12-28, DOUBTFUL",
    "whatever, GOOD"
  })
  void anOldSqliteToolIsDoubtful(String version, Grade grade) {
    assertThat(MachineChecks.sqlite(version).grade()).isEqualTo(grade);
  }

  @Test
  void anOldJdkIsBad() {
    assertThat(MachineChecks.jdk(17).grade()).isEqualTo(Grade.BAD);
    assertThat(MachineChecks.jdk(21).grade()).isEqualTo(Grade.GOOD);
  }

  @ParameterizedTest
  @CsvSource({"0, GOOD", "4, GOOD", "-4, GOOD", "30, DOUBTFUL", "-30, DOUBTFUL", "90, BAD"})
  void clocksShouldAgree(long seconds, Grade grade) {
    Instant there = NOW.plus(Duration.ofSeconds(seconds));
    assertThat(ServerChecks.skew(there, NOW).grade()).isEqualTo(grade);
  }

  @ParameterizedTest
  @CsvSource({"10, BAD", "500, DOUBTFUL", "5000, GOOD"})
  void aDiskShouldHaveRoom(long mebibytes, Grade grade) {
    assertThat(DirectoryChecks.room(mebibytes << 20).grade()).isEqualTo(grade);
  }

  @Test
  void secretsThatOthersCanReadAreBad() throws Exception {
    Files.writeString(directory.resolve("journal.db"), "");
    Path token = Files.writeString(directory.resolve("admin.token"), "x");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(new DirectoryChecks(directory).all()).noneMatch(f -> f.grade() == Grade.BAD);

    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(new DirectoryChecks(directory).all())
        .anyMatch(f -> f.grade() == Grade.BAD && f.what().contains("admin.token"));
  }

  @Test
  void theLockTellsWhetherAServerLives() throws Exception {
    DirectoryChecks checks = new DirectoryChecks(directory);
    assertThat(checks.hasLeftOverLock()).isFalse();

    Files.writeString(directory.resolve("lock"), "999999999");
    assertThat(checks.server()).isEmpty();
    assertThat(checks.hasLeftOverLock()).isTrue();

    Files.writeString(directory.resolve("lock"), "" + ProcessHandle.current().pid());
    assertThat(checks.server()).contains(ProcessHandle.current().pid());
    assertThat(checks.hasLeftOverLock()).isFalse();
  }

  @Test
  void aJournalThatIsNoneIsBad() throws Exception {
    Files.writeString(directory.resolve("journal.db"), "rubbish, and more of it");
    assertThat(new DirectoryChecks(directory).all())
        .anyMatch(f -> f.grade() == Grade.BAD && f.what().contains("journal.db is no journal"));

    Files.writeString(directory.resolve("journal.db"), "SQLite format 3\0 and so on");
    assertThat(new DirectoryChecks(directory).all())
        .anyMatch(f -> f.grade() == Grade.BAD && f.what().contains("no registrar.key"));

    Files.writeString(directory.resolve("registrar.key"), "a key");
    assertThat(new DirectoryChecks(directory).all())
        .anyMatch(f -> f.grade() == Grade.BAD && f.what().contains("the journal is damaged"));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whereAProcessListensCanBeSeen() throws Exception {
    long nobody = 999_999_999;
    assertThat(ListeningPort.of(nobody)).isEmpty();
    // A process of its own, for this one may listen elsewhere, too.
    Path program = directory.resolve("Listen.java");
    Files.writeString(
        program,
        "class Listen { public static void main(String[] a) throws Exception {"
            + " var s = new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress());"
            + " System.out.println(s.getLocalPort()); System.in.read(); } }");
    Process listener =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                program.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = listener.inputReader(StandardCharsets.UTF_8)) {
      int port = Integer.parseInt(out.readLine());
      assertThat(ListeningPort.of(listener.pid())).contains(port);
    } finally {
      listener.destroyForcibly().waitFor();
    }
  }
}
