package dev.leasehold.node.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.ServedNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables are compared with the state at the position that they have reached. */
class TablesCheckTest {

  @TempDir Path directory;
  private String lease;

  /** The token at position 1, a lease at 2, which is renewed at 3. */
  @BeforeEach
  void write() throws Exception {
    try (ServedNode node = ServedNode.start(directory)) {
      lease =
          node.post("/v1/leases", "{\"space\":\"demo\",\"paths\":[\"/a\"],\"ttl\":\"60s\"}")
              .get("leaseId");
      node.post("/v1/leases/" + lease + ":renew", "{\"ttl\":\"90s\"}");
    }
    Verified verified = Verification.of(directory);
    execute(
        "INSERT INTO kernel_states VALUES (1, 3, 0, 3, x'%s', x'%s', 0)"
            .formatted(verified.lastHash(), verified.stateHash()));
    Files.copy(directory.resolve("leasehold.db"), directory.resolve("kept"));
  }

  /** Tables that know of position 3. */
  private void writeTables() throws Exception {
    Files.copy(
        directory.resolve("kept"),
        directory.resolve("leasehold.db"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("leasehold.db"));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  private void assertDiffers(String change, String... parts) throws SQLException {
    execute(change);
    assertThatIOException()
        .isThrownBy(() -> Verification.of(directory))
        .satisfies(e -> assertThat(e.getMessage()).contains(parts))
        .withMessageContaining("leasehold.db");
  }

  @Test
  void tablesThatSayTheSameAreInOrder() throws Exception {
    assertThat(Verification.of(directory).livingLeases()).isOne();
  }

  @Test
  void tablesThatAreBehindAreComparedWhereTheyAre() throws Exception {
    execute("DELETE FROM leases", "DELETE FROM lease_entries", "UPDATE feed SET position = 1");
    assertThat(Verification.of(directory).livingLeases()).isOne();
  }

  @Test
  void aRowThatDiffersIsNamed() throws Exception {
    for (String change :
        List.of(
            "agent_id = 'eve'",
            "file_path = '/zzz'",
            "labels = '{\"a\":\"b\"}'",
            "expires_at = 1",
            "deadline_tick = 1",
            "mode = 'NONE'",
            "fencing_token = 9",
            "renewal_count = 0",
            "state = 'EXPIRED'")) {
      writeTables();
      assertDiffers("UPDATE leases SET " + change, "a row for lease " + lease, "at position 3");
    }
  }

  @Test
  void aRowThatIsMissingOrTooManyIsNamed() throws Exception {
    assertDiffers("DELETE FROM leases", "has no row for lease " + lease);
    writeTables();
    assertDiffers(
        "CREATE TABLE more AS SELECT * FROM leases; UPDATE more SET position = 9, id = 'x';"
            + " INSERT INTO leases SELECT * FROM more",
        "has 2 leases that are pending or active, and there are 1");
  }

  @Test
  void aRowOfHistoryThatDiffersIsNamed() throws Exception {
    assertDiffers(
        "UPDATE lease_entries SET actor = 'eve' WHERE event_type = 'renewed'",
        "a row of lease_entries, 2-3, that says actor = 'eve' and not 'admin'");
    assertThat(Verification.of(directory, false).livingLeases()).isOne();
  }

  @Test
  void aRowOfASettingThatDiffersIsNamed() throws Exception {
    assertDiffers(
        "UPDATE lease_configs SET config_value = '1' WHERE config_key = 'default_ttl_seconds'",
        "a row of lease_configs, default_ttl_seconds, that says config_value = '1'");
  }

  @Test
  void aLeaseThatIsNoLongerRememberedIsComparedToo() throws Exception {
    try (ServedNode node = ServedNode.start(directory)) {
      node.post("/v1/leases/" + lease + ":release", "{}");
      node.advance(Duration.ofMinutes(1));
      await()
          .until(
              () -> {
                node.advance(Duration.ofSeconds(5));
                return Verification.of(directory).endedLeases() == 0;
              });
    }
    assertThat(Verification.of(directory).endedLeases()).isZero();
    assertDiffers(
        "UPDATE leases SET agent_id = 'eve' WHERE id = '" + lease + "'",
        "a row of leases, " + lease + ", that says agent_id = 'eve'");
  }

  @Test
  void aPositionThatTheJournalHasNotIsNamed() throws Exception {
    assertDiffers("UPDATE feed SET position = 7", "knows of position 7");
  }

  @Test
  void aKeptStateThatDiffersIsNamed() throws Exception {
    assertDiffers(
        "UPDATE kernel_states SET sha256 = zeroblob(32)", "a state that is not the one", "block 3");
  }

  @Test
  void tablesThatCannotBeReadAreNamed() throws Exception {
    assertDiffers("DROP TABLE leases", "cannot be read");
    assertDiffers("DROP TABLE feed", "cannot be read");
  }
}
