package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.testing.process.load.Load;
import dev.leasehold.testing.process.server.DataCopy;
import dev.leasehold.testing.process.server.ServerProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commands that look: they find what a server would refuse, and change nothing. */
@Timeout(900)
@KeepsProcessorsBusy
@Order(3)
class VerifyIT {

  @TempDir static Path shared;
  @TempDir Path scratch;
  private static LoadedDirectory killed;

  @BeforeAll
  static void load() throws Exception {
    killed = LoadedDirectory.killed(shared.resolve("killed"), 11);
  }

  private Path copy() throws Exception {
    return killed.copyTo(scratch.resolve("data"));
  }

  @Test
  void afterAKillEverythingIsInOrderAndStaysAsItIs() throws Exception {
    Path data = copy();
    byte[] main = Files.readAllBytes(data.resolve("journal.db"));
    byte[] wal = Files.readAllBytes(data.resolve("journal.db-wal"));
    CommandLine verify = CommandLine.run("verify", "--data", data);
    assertThat(verify.exitCode()).as(verify.errors()).isZero();
    assertThat(verify.output()).startsWith("in order: ").contains("state hash");

    CommandLine journal = CommandLine.run("journal", "--data", data);
    assertThat(journal.exitCode()).isZero();
    try (JournalRows rows = JournalRows.open(DataCopy.copy(data, scratch.resolve("c")))) {
      assertThat(verify.output()).containsPattern("blocks +" + rows.all().size() + "\n");
    }
    assertThat(journal.lines().filter(line -> line.contains(" granted "))).isNotEmpty();
    assertThat(Files.readAllBytes(data.resolve("journal.db"))).isEqualTo(main);
    assertThat(Files.readAllBytes(data.resolve("journal.db-wal"))).isEqualTo(wal);
    killed.assertNothingIsLost(data);
  }

  @Test
  void aFlippedByteIsNamedWithItsPlace() throws Exception {
    Path data = copy();
    JournalRows.Row row;
    try (JournalRows rows = JournalRows.open(data)) {
      row = rows.middle();
      byte[] events = row.events().clone();
      events[events.length / 2] ^= 0x10;
      rows.replaceEvents(row, events);
    }
    assertNotInOrder(data, "block " + row.number() + " (position " + row.firstPosition() + ")");
    CommandLine journal = CommandLine.run("journal", "--data", data);
    assertThat(journal.exitCode()).isEqualTo(1);
    assertThat(journal.lines().count()).isEqualTo(row.firstPosition() - 1);
  }

  @Test
  void aMissingLastBlockIsNamed() throws Exception {
    Path data = scratch.resolve("stopped");
    LoadedDirectory.stopped(data, 13);
    JournalRows.Row last;
    try (JournalRows rows = JournalRows.open(data)) {
      last = rows.last();
      rows.delete(last);
    }
    assertNotInOrder(data, "block " + last.number(), "is missing");
  }

  @Test
  void aByteThatChangedInTheLogIsNamed() throws Exception {
    Path data = copy();
    Path wal = data.resolve("journal.db-wal");
    byte[] bytes = Files.readAllBytes(wal);
    bytes[100] ^= 0x10;
    Files.write(wal, bytes);
    assertNotInOrder(data, "journal.db-wal was changed near byte");
  }

  @Test
  void aFileThatIsCutIsNotInOrder() throws Exception {
    Path data = copy();
    JournalRows.open(data).close();
    Path main = data.resolve("journal.db");
    byte[] bytes = Files.readAllBytes(main);
    Files.write(main, Arrays.copyOf(bytes, bytes.length / 2 / 4096 * 4096));
    assertNotInOrder(data, "damaged");
  }

  private static void assertNotInOrder(Path data, String... parts) throws Exception {
    CommandLine verify = CommandLine.run("verify", "--data", data);
    assertThat(verify.exitCode()).isEqualTo(1);
    assertThat(verify.output()).isEmpty();
    assertThat(verify.errors()).startsWith("leasehold: ").contains(parts).hasLineCount(1);
    CommandLine json = CommandLine.run("verify", "--data", data, "--json");
    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.output()).contains("\"ok\":false").hasLineCount(1);
  }

  @Test
  void besideAServerUnderLoadTheyFindEverythingInOrder() throws Exception {
    Path data = scratch.resolve("live");
    try (ServerProcess server = ServerProcess.start(data)) {
      Load load = new Load(server, 12);
      Load.Run run = load.start(server, 200);
      run.awaitDone();
      for (int i = 0; i < 3; i++) {
        CommandLine verify = CommandLine.run("verify", "--data", data);
        assertThat(verify.exitCode()).as(verify.errors()).isZero();
        assertThat(verify.output()).contains("a server is running on it");
        assertThat(CommandLine.run("journal", "--data", data).lines().count())
            .isGreaterThanOrEqualTo(200);
      }
      run.end();
      assertThat(load.violations(server)).isEmpty();
    }
  }
}
