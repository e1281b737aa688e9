package dev.leasehold.node.tables.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.MemoryJournal;
import dev.leasehold.node.persist.TablesReader;
import dev.leasehold.node.tables.RandomTraffic;
import dev.leasehold.node.tables.TablesRig;
import dev.leasehold.node.tables.Trimming;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every row is what the journal says, unless somebody has changed it. */
class RebuiltTablesTest {

  private static final String LAST_ROW =
      " WHERE (lease_position, position) = (SELECT lease_position, position FROM lease_entries"
          + " ORDER BY lease_position DESC, position DESC LIMIT 1)";

  private static final String LAST_ENDED =
      " WHERE position = (SELECT max(position) FROM leases WHERE ended_tick IS NOT NULL)";

  @TempDir Path directory;
  private Path file;
  private MemoryJournal journal = new MemoryJournal();

  @BeforeEach
  void setUp() {
    file = directory.resolve("leasehold.db");
  }

  private TablesRig open() throws Exception {
    journal = journal.reopen();
    TablesRig rig = new TablesRig(file, journal);
    rig.tick = Math.max(rig.tick, journal.head().tick());
    return rig;
  }

  private static RandomTraffic laterTraffic(TablesRig rig, long seed) {
    return new RandomTraffic(rig, seed, 1_000 * rig.kernel.lastPosition());
  }

  private static void set(TablesRig rig, String key, String value) {
    rig.execute(RandomTraffic.ADMIN, new AdminCommand.SetConfig(key, value));
  }

  private static void drive(TablesRig rig, RandomTraffic traffic, int steps) throws Exception {
    for (int i = 0; i < steps; i++) {
      traffic.step();
      if (i % 7 == 0) {
        rig.flush();
      }
      if (i % 100 == 0) {
        rig.execute(RandomTraffic.ADMIN, new NodeCommand.Prune(rig.tick - Limits.MINUTE, 1_000));
      }
    }
    rig.awaitFed();
  }

  private static void trim(TablesRig rig) throws Exception {
    rig.awaitFed();
    try (Trimming trimming = new Trimming(rig.file(), rig.filters())) {
      while (trimming.step()) {
        // until the round is over
      }
    }
  }

  /** Traffic of some days, of which one has been kept, after a restart in between. */
  private void live(long seed) throws Exception {
    try (TablesRig rig = open()) {
      RandomTraffic traffic = new RandomTraffic(rig, seed);
      traffic.prepare();
      set(rig, "history_retention_days", "1");
      drive(rig, traffic, 800);
      rig.tick += 25 * Limits.HOUR;
      traffic.restore();
      drive(rig, traffic, 800);
      String before = rig.query("SELECT count(*) FROM leases").get(0);
      trim(rig);
      assertThat(rig.query("SELECT count(*) FROM leases").get(0)).isNotEqualTo(before);
    }
    try (TablesRig rig = open()) {
      drive(rig, laterTraffic(rig, seed + 1), 400);
      trim(rig);
    }
  }

  private List<String> differences() throws Exception {
    List<Event> events = new ArrayList<>();
    journal.reopen().replay(Head.EMPTY, events::add);
    try (TablesReader tables = TablesReader.open(directory);
        RebuiltTables rebuilt = RebuiltTables.begin()) {
      for (Event event : events) {
        if (event.position() <= tables.position()) {
          rebuilt.add(event);
        }
      }
      return rebuilt.differencesOf(tables);
    }
  }

  private void change(String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 8})
  void whatWasFedAndTrimmedIsInOrder(long seed) throws Exception {
    live(seed);
    assertThat(differences()).isEmpty();
  }

  @Test
  void whatWasBuiltAnewIsInOrder() throws Exception {
    live(3);
    Files.delete(file);
    try (TablesRig rig = open()) {
      rig.awaitFed();
    }
    assertThat(differences()).isEmpty();
  }

  @Test
  void whatWasDeletedWhenLessWasToBeKeptIsNotMissed() throws Exception {
    live(4);
    try (TablesRig rig = open()) {
      set(rig, "history_retention_days", "30");
      drive(rig, laterTraffic(rig, 40), 200);
    }
    assertThat(differences()).isEmpty();
  }

  @Test
  void historyThatWasSwitchedOffAndOnIsInOrder() throws Exception {
    live(5);
    try (TablesRig rig = open()) {
      RandomTraffic traffic = laterTraffic(rig, 50);
      set(rig, "keep_history", "false");
      drive(rig, traffic, 100);
    }
    assertThat(differences()).isEmpty();
    try (TablesRig rig = open()) {
      set(rig, "keep_history", "true");
      drive(rig, laterTraffic(rig, 51), 300);
      set(rig, "keep_history", "false");
      set(rig, "keep_history", "true");
      drive(rig, laterTraffic(rig, 52), 300);
      trim(rig);
    }
    assertThat(differences()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"leases", "lease_entries"})
  void everyColumnIsCompared(String table) throws Exception {
    live(6);
    List<String> columns = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT name FROM pragma_table_info('" + table + "') WHERE pk = 0")) {
      while (rows.next()) {
        columns.add(rows.getString(1));
      }
    }
    String row = table.equals("leases") ? LAST_ENDED : LAST_ROW;
    change("UPDATE " + table + " SET " + String.join(" = 7777, ", columns) + " = 7777" + row);
    assertThat(differences())
        .singleElement()
        .satisfies(
            difference ->
                assertThat(columns)
                    .isNotEmpty()
                    .allSatisfy(
                        column -> assertThat(difference).contains(column + " = '7777' and not")));
  }

  /** A change that somebody made to the tables, and the difference that is reported. */
  private record Tampered(String sql, String... said) {}

  private static final List<Tampered> TAMPERED =
      List.of(
          new Tampered(
              "UPDATE lease_entries SET reason = 'none'" + LAST_ROW,
              "has a row of lease_entries, ",
              "reason = 'none' and not"),
          new Tampered(
              "UPDATE leases SET agent_id = 'eve'" + LAST_ENDED,
              "has a row of leases, lease-",
              "agent_id = 'eve' and not"),
          new Tampered("DELETE FROM lease_entries" + LAST_ROW, "has no row of lease_entries for "),
          new Tampered("DELETE FROM leases" + LAST_ENDED, "has no row of leases for lease-"),
          new Tampered(
              "UPDATE lease_configs SET config_value = '2'"
                  + " WHERE config_key = 'history_retention_days'",
              "has a row of lease_configs, history_retention_days, ",
              "config_value = '2' and not '1'"),
          new Tampered(
              "UPDATE lease_configs SET updated_at = 2"
                  + " WHERE config_key = 'history_retention_days'",
              "has a row of lease_configs, history_retention_days, ",
              "updated_at = '2' and not"),
          new Tampered(
              "UPDATE lease_configs SET config_value = '5'"
                  + " WHERE config_key = 'default_ttl_seconds'",
              "has a row of lease_configs, default_ttl_seconds, ",
              "config_value = '5' and not '3600'"),
          new Tampered(
              "DELETE FROM lease_configs WHERE config_key = 'max_renewals'",
              "has no row of lease_configs for max_renewals"),
          new Tampered(
              "INSERT INTO lease_configs (id, config_key, config_value, value_type, created_at,"
                  + " updated_at) VALUES ('x', 'x', '1', 'int', 0, 0)",
              "has a row of lease_configs, x, that does not come from the journal"),
          new Tampered(
              "CREATE TABLE more AS SELECT * FROM leases LIMIT 1;"
                  + " UPDATE more SET position = 99999999, id = 'added';"
                  + " INSERT INTO leases SELECT * FROM more",
              "has a row of leases, added, that does not come from the journal"),
          new Tampered(
              "CREATE TABLE more AS SELECT * FROM lease_entries LIMIT 1;"
                  + " UPDATE more SET position = 99999999;"
                  + " INSERT INTO lease_entries SELECT * FROM more",
              "has a row of lease_entries, ",
              "-99999999, that does not come from the journal"),
          new Tampered("ALTER TABLE leases DROP COLUMN labels", "has no column labels in leases"),
          new Tampered(
              "DELETE FROM lease_spaces WHERE name = 'folded'",
              "has no row of lease_spaces for folded"),
          new Tampered(
              "UPDATE lease_policies SET added_event = x'00' WHERE name = 'mine' AND version = 1",
              "has a row of lease_policies, mine, ",
              "added_event = "));

  /** A lease that comes back after its end and ends again does so by the later event. */
  @Test
  void whichEventEndedALeaseIsKnownWithoutHistory() throws Exception {
    try (TablesRig rig = open()) {
      RandomTraffic traffic = new RandomTraffic(rig, 12);
      traffic.prepare();
      set(rig, "keep_history", "false");
      drive(rig, traffic, 800);
      assertThat(rig.query("SELECT count(*) FROM leases WHERE ended_tick IS NOT NULL"))
          .isNotEqualTo(List.of("0"));
      assertThat(
              rig.query(
                  "SELECT count(*) FROM leases"
                      + " WHERE (ended_tick IS NULL) <> (ended_position IS NULL)"))
          .containsExactly("0");
    }
    assertThat(differences()).isEmpty();
  }

  @Test
  void aRowThatSomebodyChangedIsNamed() throws Exception {
    live(7);
    byte[] honest = Files.readAllBytes(file);
    for (Tampered tampered : TAMPERED) {
      change(tampered.sql);
      assertThat(differences())
          .as(tampered.sql)
          .singleElement()
          .satisfies(difference -> assertThat(difference).contains(tampered.said));
      Files.write(file, honest);
    }
  }

  @Test
  void onlyTheFirstFewAreShown() throws Exception {
    live(7);
    change("UPDATE lease_entries SET actor = 'eve'");
    assertThat(differences()).hasSize(3);
  }

  @Test
  void nothingIsLeftOfThem() throws Exception {
    live(7);
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    RebuiltTables rebuilt = RebuiltTables.begin();
    Path its = rebuilt.file();
    assertThat(its).exists().startsWith(temporary);
    rebuilt.close();
    assertThat(its.getParent()).doesNotExist();
  }
}
