package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A power cut during a commit leaves a torn write at the end of the write-ahead log: no reply rests
 * on it yet, so a server starts and has everything that was answered. Damage before the end is no
 * torn write and is refused.
 */
@Timeout(900)
class TornWriteIT {

  private static final long SEED = Long.getLong("leasehold.torn.seed", System.nanoTime());

  private static LoadedDirectory killed;

  @TempDir private Path scratch;
  private final Random random = new Random(SEED);

  @BeforeAll
  static void killUnderLoad(@TempDir Path directory) throws Exception {
    System.out.println("leasehold.torn.seed=" + SEED);
    killed = LoadedDirectory.killed(directory.resolve("data"), SEED);
  }

  @Test
  void aLastCommitThatWasCutOffIsLeftOut() throws Exception {
    Path data = killed.copyWithoutTables(scratch.resolve("data"));
    byte[] log = Files.readAllBytes(WalFile.in(data));
    Files.write(WalFile.in(data), Arrays.copyOf(log, inLastCommit(data)));
    killed.assertAtMostTheLastBlockIsLost(data, scratch);
  }

  @Test
  void halfAFrameAfterTheLastCommitIsLeftOutAndIsGoneAtTheNextStart() throws Exception {
    Path data = killed.copyTo(scratch.resolve("data"));
    WalFile log = WalFile.read(data);
    append(data, log.frameHeader(false), garbage(log.frameBytes() / 2));
    killed.assertNothingIsLostBeforeAKill(data);
    killed.assertNothingIsLost(data);
  }

  @Test
  void aLastCommitWhoseEndNeverReachedTheDiskIsLeftOut() throws Exception {
    Path data = killed.copyWithoutTables(scratch.resolve("data"));
    byte[] log = Files.readAllBytes(WalFile.in(data));
    Arrays.fill(log, inLastCommit(data), WalFile.read(data).lastCommit().end(), (byte) 0);
    Files.write(WalFile.in(data), log);
    killed.assertAtMostTheLastBlockIsLost(data, scratch);
  }

  /** A disk may write the parts of one commit in any order until they are synced. */
  @Test
  void aCommitOfWhichOnlyTheEndReachedTheDiskIsLeftOut() throws Exception {
    Path data = killed.copyTo(scratch.resolve("data"));
    WalFile log = WalFile.read(data);
    byte[] first = log.frameHeader(false);
    byte[] last = log.frameHeader(true);
    int page = log.frameBytes() - first.length;
    append(data, first, garbage(page), last, garbage(page));
    killed.assertNothingIsLost(data);
  }

  /** SQLite leaves no such row behind; how it is told from damage is persist's own rule. */
  @Test
  void aLastBlockThatIsShorterThanItSaysIsLeftOut() throws Exception {
    Path data = killed.copyWithoutTables(scratch.resolve("data"));
    JournalRows.Row last;
    try (JournalRows rows = JournalRows.open(data)) {
      last = rows.last();
      assumeThat(rows.markedBlock()).as("known to be complete").isLessThan(last.number());
      rows.replaceEvents(last, Arrays.copyOf(last.events(), last.events().length / 2));
    }
    LoadedDirectory.assertRecovers(data, killed.withoutAnswersTo(last.requestIds()));
  }

  @Test
  void aFlippedByteBeforeTheLastCommitIsRefusedAndTheLogIsLeftAsItIs() throws Exception {
    Path data = killed.copyTo(scratch.resolve("data"));
    WalFile log = WalFile.read(data);
    int at = log.commits().get(log.commits().size() / 2).end() - 1;
    byte[] damaged = Files.readAllBytes(WalFile.in(data));
    damaged[at] ^= 0x10;
    Files.write(WalFile.in(data), damaged);

    LoadedDirectory.assertRefused(data)
        .says("journal.db-wal was changed near byte " + log.frameAt(at));

    assertThat(Files.readAllBytes(WalFile.in(data))).isEqualTo(damaged);
  }

  private int inLastCommit(Path data) throws IOException {
    WalFile.Commit last = WalFile.read(data).lastCommit();
    return last.start() + 1 + random.nextInt(last.end() - last.start() - 1);
  }

  /** After the last commit, over whatever an earlier round of the log has left there. */
  private static void append(Path data, byte[]... parts) throws IOException {
    Path log = WalFile.in(data);
    int end = WalFile.read(data).lastCommit().end();
    byte[] content = Arrays.copyOf(Files.readAllBytes(log), end);
    Files.write(log, content);
    for (byte[] part : parts) {
      Files.write(log, part, StandardOpenOption.APPEND);
    }
    assertThat(Files.size(log)).isGreaterThan(end);
  }

  private byte[] garbage(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
