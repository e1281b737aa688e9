package dev.leasehold.node.persist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.leasehold.node.persist.files.DataDirectory;
import dev.leasehold.node.persist.files.Sha256;
import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading beside a server, after it was stopped, and after it was killed: nothing is changed. */
class JournalReaderTest {

  private static final int BLOCKS = 100;

  @TempDir Path directory;
  @TempDir Path elsewhere;

  private SqliteJournal write(Path data) throws IOException {
    SqliteJournal journal = SqliteJournal.open(data.resolve("journal.db"));
    journal.replay(event -> {});
    while (journal.head().block() < BLOCKS) {
      journal.append(JournalContract.nextBlock(journal.head()));
    }
    journal.mark(new ClockMark("boot", 1, 2));
    return journal;
  }

  private static List<Long> positions(Path data) throws IOException {
    List<Long> positions = new ArrayList<>();
    try (JournalReader reader = JournalReader.open(data)) {
      reader.read((block, events) -> events.forEach(event -> positions.add(event.position())));
    }
    return positions;
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  /** Every file with a hash of what is in it. */
  private static Map<String, String> contents(Path data) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(data)) {
      for (Path file : files.toList()) {
        byte[] hash = Sha256.of(Files.readAllBytes(file));
        contents.put(file.getFileName().toString(), HexFormat.of().formatHex(hash));
      }
    }
    return contents;
  }

  private Path killed(String... names) throws IOException {
    SqliteJournal journal = write(directory);
    for (String name : names) {
      Files.copy(directory.resolve(name), elsewhere.resolve(name));
    }
    journal.close();
    return elsewhere;
  }

  @Test
  void besideAServerWhatIsCommittedIsReadAndTheServerGoesOn() throws IOException {
    try (DataDirectory lock = DataDirectory.open(directory);
        SqliteJournal journal = write(lock.path());
        JournalReader reader = JournalReader.open(lock.path())) {
      assertThat(reader.isBesideAServer()).isTrue();
      assertThat(reader.mark()).isEqualTo(new StoredMark(new ClockMark("boot", 1, 2), BLOCKS));
      reader.read((block, events) -> {});
      assertThat(reader.head().position()).isEqualTo(2 * BLOCKS);

      journal.append(JournalContract.nextBlock(journal.head()));
      reader.read((block, events) -> journal.tidy());
      assertThat(reader.head().position()).isEqualTo(2 * BLOCKS + 2);
    }
    assertThat(positions(directory)).isEqualTo(upTo(2 * BLOCKS + 2));
  }

  @Test
  void aReaderDoesNotKeepTheServerFromEmptyingItsLog() throws IOException {
    try (DataDirectory lock = DataDirectory.open(directory);
        SqliteJournal journal = write(lock.path());
        JournalReader reader = JournalReader.open(lock.path())) {
      reader.read(
          (block, events) -> {
            journal.close();
            assertThat(directory.resolve("journal.db-wal")).isEmptyFile();
            throw new IOException("seen enough");
          });
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("seen enough");
    }
  }

  @Test
  void afterAStopNothingIsChangedOrCreated() throws IOException {
    write(directory).close();
    Map<String, String> before = contents(directory);
    assertThat(before).containsOnlyKeys("journal.db");
    assertThat(positions(directory)).isEqualTo(upTo(2 * BLOCKS));
    assertThat(contents(directory)).isEqualTo(before);
  }

  @Test
  void afterAKillTheLogIsReadTooAndNothingIsChangedOrCreated() throws IOException {
    Path data = killed("journal.db", "journal.db-wal", "journal.db-shm");
    Map<String, String> before = contents(data);
    assertThat(positions(data)).isEqualTo(upTo(2 * BLOCKS));
    assertThat(contents(data)).isEqualTo(before);
  }

  @Test
  void aCopyWithoutSharedMemoryIsReadElsewhere() throws IOException {
    Path data = killed("journal.db", "journal.db-wal");
    Map<String, String> before = contents(data);
    assertThat(positions(data)).isEqualTo(upTo(2 * BLOCKS));
    assertThat(contents(data)).isEqualTo(before);
  }

  @Test
  void readingBeginsWithTheBlockThatHoldsThePosition() throws IOException {
    write(directory).close();
    try (JournalReader reader = JournalReader.open(directory)) {
      for (long position : List.of(1L, 2L, 101L, 102L, 199L, 200L, 1_000L)) {
        List<Long> first = new ArrayList<>();
        reader.readFrom(position, (block, events) -> first.add(block.firstPosition()));
        assertThat(first.get(0)).isEqualTo((Math.min(position, 200) - 1) / 2 * 2 + 1);
        assertThat(first).endsWith(199L);
      }
    }
  }

  @Test
  void theNewestBlocksAreReadAndCheckedAndThoseBeforeAreNot() throws Exception {
    write(directory).close();
    execute("UPDATE blocks SET tick = tick + 1 WHERE number = 70");
    try (JournalReader reader = JournalReader.open(directory)) {
      List<Long> read = new ArrayList<>();
      reader.readNewest(30, (block, events) -> read.add(block.number()));
      assertThat(read).isEqualTo(LongStream.rangeClosed(71, BLOCKS).boxed().toList());
      for (int count : new int[] {31, 99, BLOCKS, 1_000}) {
        assertThatExceptionOfType(JournalDamagedException.class)
            .isThrownBy(() -> reader.readNewest(count, (block, events) -> {}))
            .withMessageContaining("block 70");
      }
    }
  }

  @Test
  void damageIsRefusedAsAServerRefusesIt() throws Exception {
    write(directory).close();
    execute("UPDATE blocks SET tick = tick + 1 WHERE number = 70");
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(() -> positions(directory))
        .withMessageContaining("block 70 (position 139) does not match its hash");
    execute("DELETE FROM blocks WHERE number = 60");
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(() -> positions(directory))
        .withMessageContaining("block 60 (position 119) is missing");
    execute("UPDATE journal_format SET version = 9");
    assertThatIOException()
        .isThrownBy(() -> positions(directory))
        .withMessageContaining("has format 9");
    Files.writeString(directory.resolve("journal.db"), "no database".repeat(1_000));
    assertThatIOException()
        .isThrownBy(() -> positions(directory))
        .withMessageContaining("cannot be read");
  }

  @Test
  void aBlockThatIsCutOffIsNotHandedOver() throws Exception {
    write(directory).close();
    execute("UPDATE blocks SET events = substr(events, 1, 5) WHERE number = " + BLOCKS);
    try (JournalReader reader = JournalReader.open(directory)) {
      reader.read((block, events) -> assertThat(block.number()).isLessThan(BLOCKS));
      assertThat(reader.cutOff()).isNotNull();
      assertThat(reader.head().block()).isEqualTo(BLOCKS - 1);
    }
    execute("UPDATE blocks SET events = substr(events, 1, 5) WHERE number = 64");
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(() -> positions(directory))
        .withMessageContaining("block 64 (position 127) is cut off");
  }

  @Test
  void whereNoJournalIsItIsSaidAndNoneIsBegun() throws IOException {
    assertThatIOException()
        .isThrownBy(() -> JournalReader.open(directory))
        .withMessageContaining("there is no journal in " + directory);
    assertThat(contents(directory)).isEmpty();
  }

  @Test
  void aServerThatStartsMeanwhileIsNoticed() throws IOException {
    write(directory).close();
    try (JournalReader reader = JournalReader.open(directory);
        SqliteJournal journal = write(directory)) {
      journal.append(JournalContract.nextBlock(journal.head()));
      assertThatIOException()
          .isThrownBy(() -> reader.read((block, events) -> {}))
          .withMessageContaining("a server has started meanwhile");
    }
  }

  @Test
  void aCopyIsInOnePieceAndItsOwnersAlone() throws IOException {
    Path copy = elsewhere.resolve("journal.db");
    try (DataDirectory lock = DataDirectory.open(directory);
        SqliteJournal journal = write(lock.path());
        JournalReader reader = JournalReader.open(lock.path())) {
      reader.copyTo(copy);
      journal.append(JournalContract.nextBlock(journal.head()));
    }
    assertThat(Files.getPosixFilePermissions(copy))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(contents(elsewhere)).containsOnlyKeys("journal.db");
    assertThat(positions(elsewhere)).isEqualTo(upTo(2 * BLOCKS));
    assertThat(contents(elsewhere)).containsOnlyKeys("journal.db");
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("journal.db"));
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
