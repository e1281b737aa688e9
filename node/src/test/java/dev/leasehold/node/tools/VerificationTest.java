package dev.leasehold.node.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.JournalDamagedException;
import dev.leasehold.node.persist.SqliteJournal;
import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class VerificationTest {

  @TempDir Path directory;

  /** A journal of five blocks: the admin's token, three grants, a release. */
  private void write() throws IOException {
    try (ServedNode node = ServedNode.start(directory)) {
      work(node);
    }
  }

  private static void work(ServedNode node) {
    String first = "";
    for (String path : new String[] {"/a", "/b", "/c"}) {
      String body = "{\"space\":\"demo\",\"paths\":[\"%s\"],\"ttl\":\"60s\"}".formatted(path);
      first = node.post("/v1/leases", body).get("leaseId");
    }
    assertThat(node.post("/v1/leases/" + first + ":release", "{}").status()).isEqualTo(200);
  }

  private void assertDamaged(String... parts) {
    assertThatExceptionOfType(JournalDamagedException.class)
        .isThrownBy(() -> Verification.of(directory))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts));
  }

  @Test
  void whatIsInOrderIsCounted() throws IOException {
    write();
    Verified verified = Verification.of(directory);
    assertThat(verified.blocks()).isEqualTo(5);
    assertThat(verified.events()).isEqualTo(5);
    assertThat(verified.lastPosition()).isEqualTo(5);
    assertThat(verified.livingLeases()).isEqualTo(2);
    assertThat(verified.endedLeases()).isEqualTo(1);
    assertThat(verified.tokens()).isEqualTo(1);
    assertThat(verified.besideServer()).isFalse();
    assertThat(verified.notes()).isEmpty();
    assertThat(verified.toJson()).startsWith("{\"ok\":true,\"blocks\":\"5\"");
    assertThat(verified.tables()).isEqualTo(Verified.Tables.COMPARED);
    assertThat(Verification.of(directory, false).tables())
        .isEqualTo(Verified.Tables.LEASES_COMPARED);
    Files.delete(directory.resolve("leasehold.db"));
    assertThat(Verification.of(directory).tables()).isEqualTo(Verified.Tables.MISSING);
  }

  @Test
  void tablesOfAnOlderLeaseholdAreLeftToTheNextStart() throws Exception {
    write();
    try (Connection tables =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("leasehold.db"));
        Statement statement = tables.createStatement()) {
      statement.execute("UPDATE leases SET file_path = file_path || '/**', path_kind = NULL");
      statement.execute("PRAGMA user_version = 8");
    }
    assertThat(Verification.of(directory).tables()).isEqualTo(Verified.Tables.OUTDATED);
    ServedNode.start(directory).close();
    assertThat(Verification.of(directory).tables()).isEqualTo(Verified.Tables.COMPARED);
  }

  @Test
  void besideAServerTheStateIsTheServers() throws IOException {
    try (ServedNode node = ServedNode.start(directory)) {
      work(node);
      Verified verified = Verification.of(directory);
      assertThat(verified.besideServer()).isTrue();
      assertThat(verified.stateHash()).isEqualTo(node.stateHash());
      assertThat(verified.lastPosition()).isEqualTo(node.lastPosition());
    }
  }

  static Stream<Arguments> damage() {
    return Stream.of(
        Arguments.of("UPDATE blocks SET wall_nanos = wall_nanos + 1 WHERE number = 2", "block 2"),
        Arguments.of("UPDATE blocks SET tick = tick + 1 WHERE number = 5", "block 5 (position 5)"),
        Arguments.of("UPDATE blocks SET hash = zeroblob(32) WHERE number = 3", "block 3"),
        Arguments.of(
            "UPDATE blocks SET events = CAST(events || x'00' AS BLOB) WHERE number = 4", "block 4"),
        Arguments.of("DELETE FROM blocks WHERE number = 1", "block 1 (position 1) is missing"),
        Arguments.of("DELETE FROM blocks WHERE number = 5", "block 5 (position 5) is missing"),
        Arguments.of("DELETE FROM clock", "its clock is missing"),
        Arguments.of("UPDATE clock SET tick = tick + 1", "its clock does not match its hash"),
        Arguments.of("DROP TABLE clock", "its clock cannot be read"),
        Arguments.of("DROP TABLE blocks", "cannot be read"));
  }

  @ParameterizedTest
  @MethodSource("damage")
  void whatIsNotInOrderIsNamedWithItsPlace(String damage, String where) throws Exception {
    write();
    Sql.execute(directory, damage);
    assertDamaged(where);
  }

  @Test
  void aClockThatStandsBeforeItsBlockIsNamed() throws Exception {
    write();
    try (SqliteJournal journal = SqliteJournal.open(directory.resolve("journal.db"))) {
      journal.replay(event -> {});
      journal.mark(new ClockMark("boot", 0, journal.head().tick() - 1));
    }
    assertDamaged("its clock stands at tick", "before its block");
  }

  @Test
  void anEventThatContradictsThoseBeforeItIsNamedThoughItsBlockIsIntact() throws IOException {
    write();
    try (SqliteJournal journal = SqliteJournal.open(directory.resolve("journal.db"))) {
      journal.replay(event -> {});
      BytesOut out = new BytesOut();
      EventCodec.write(
          new LeaseEvent.HeartbeatReceived(
              new Event.At(6, journal.head().tick(), 0), "nobody", Event.Request.NONE),
          out);
      journal.append(
          Block.following(journal.head(), 6, 6, journal.head().tick(), 0, out.toByteArray()));
    }
    assertDamaged("block 6 (position 6)", "contradicts", "nobody");
  }

  @Test
  void aLastBlockThatWasCutOffIsNoDamageButNoted() throws Exception {
    write();
    Sql.execute(directory, "UPDATE blocks SET events = substr(events, 1, 3) WHERE number = 5");
    Files.delete(directory.resolve("leasehold.db"));
    Verified verified = Verification.of(directory);
    assertThat(verified.blocks()).isEqualTo(4);
    assertThat(verified.notes()).singleElement().asString().contains("block, 5 (position 5)");
  }

  @Test
  void whereThereIsNoJournalThereIsNothingInOrder() {
    assertThatIOException()
        .isThrownBy(() -> Verification.of(directory.resolve("absent")))
        .withMessageContaining("there is no journal in");
  }
}
