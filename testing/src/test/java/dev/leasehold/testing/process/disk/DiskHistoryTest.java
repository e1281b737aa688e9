package dev.leasehold.testing.process.disk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.testing.process.disk.DiskHistory.Unsynced;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of strace is read as it happened, and a power cut keeps all that was synced. */
class DiskHistoryTest {

  private static final String FILE = "7<" + hex("/d/log") + ">";

  @TempDir private Path scratch;
  private Path before;
  private int cuts;

  @BeforeEach
  void begin() throws IOException {
    before = Files.createDirectory(scratch.resolve("before"));
    Files.writeString(before.resolve("log"), "....");
  }

  @Test
  void whatWasSyncedStaysAndTheRestMayGo() throws Exception {
    DiskHistory history =
        history(
            "5 1.000001 pwrite64(" + FILE + ", \"" + hex("ab") + "\", 2, 0) = 2",
            "5 1.000002 fdatasync(" + FILE + ") = 0",
            "5 1.000003 pwrite64(" + FILE + ", \"" + hex("cd") + "\", 2, 4) = 2");

    assertThat(cut(history, 1, Unsynced.LOST)).isEqualTo("....");
    assertThat(cut(history, 2, Unsynced.LOST)).isEqualTo("ab..");
    assertThat(cut(history, 3, Unsynced.LOST)).isEqualTo("ab..");
    assertThat(cut(history, 3, Unsynced.KEPT)).isEqualTo("ab..cd");
    assertThat(cut(history.withoutSyncs(), 2, Unsynced.LOST)).isEqualTo("....");
    assertThat(history.wallMicrosOf(2)).isEqualTo(1_000_003);
  }

  @Test
  void ofWhatWasNotSyncedAnyPartIsThere() throws Exception {
    DiskHistory history =
        history(
            "5 1.000001 pwrite64(" + FILE + ", \"" + hex("a") + "\", 1, 0) = 1",
            "5 1.000002 pwrite64(" + FILE + ", \"" + hex("b") + "\", 1, 1) = 1");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      seen.add(cut(history, 2, Unsynced.ANY_PART));
    }
    assertThat(seen).containsExactlyInAnyOrder("....", "a...", ".b..", "ab..");
  }

  @Test
  void aCallThatWasInterruptedCountsFromWhereItReturned() throws Exception {
    DiskHistory history =
        history(
            "5 1.000001 pwrite64(" + FILE + ", \"" + hex("ab") + "\", 2, 0 <unfinished ...>",
            "6 1.000002 fsync(9<" + hex("/elsewhere") + ">) = 0",
            "5 1.000003 <... pwrite64 resumed>) = 2",
            "5 1.000004 fsync(" + FILE + ") = -1 EIO (Input/output error) (INJECTED)",
            "5 1.000005 ftruncate(" + FILE + ", 3) = 0",
            "5 1.000006 +++ exited with 0 +++");

    assertThat(history.size()).isEqualTo(2);
    assertThat(cut(history, 2, Unsynced.LOST)).as("the sync failed").isEqualTo("....");
    assertThat(cut(history, 2, Unsynced.KEPT)).isEqualTo("ab.");
  }

  @Test
  void aFileMayGoAndANewOneMayNotBeThereYet() throws Exception {
    String other = "8<" + hex("/d/new") + ">";
    DiskHistory history =
        history(
            "5 1.000001 unlink(\"" + hex("/d/log") + "\") = 0",
            "5 1.000002 pwrite64(" + other + ", \"" + hex("x") + "\", 1, 0) = 1");

    assertThat(cut(history, 2, Unsynced.LOST)).isEqualTo("....");
    assertThat(scratch.resolve("cut" + cuts).resolve("new")).doesNotExist();
    assertThat(cut(history, 2, Unsynced.KEPT)).isEmpty();
    assertThat(scratch.resolve("cut" + cuts).resolve("new")).hasContent("x");
  }

  @Test
  void aTraceThatIsNotUnderstoodIsNotUsed() {
    assertThatThrownBy(() -> history("5 1.000001 fallocate(" + FILE + ", 0, 0, 100) = 0"))
        .hasMessageContaining("fallocate");
  }

  private DiskHistory history(String... lines) throws IOException {
    Path trace = Files.write(scratch.resolve("trace"), List.of(lines));
    return DiskHistory.of(before, DiskTrace.read(trace, Path.of("/d")));
  }

  /** The content of the log after a cut; empty if it is gone. */
  private String cut(DiskHistory history, int at, Unsynced unsynced) throws IOException {
    Path target = scratch.resolve("cut" + ++cuts);
    history.write(at, unsynced, new Random(cuts), target);
    Path log = target.resolve("log");
    return Files.exists(log) ? Files.readString(log) : "";
  }

  private static String hex(String text) {
    StringBuilder escaped = new StringBuilder();
    for (byte b : text.getBytes(US_ASCII)) {
      escaped.append("\\x%02x".formatted(b));
    }
    return escaped.toString();
  }
}
