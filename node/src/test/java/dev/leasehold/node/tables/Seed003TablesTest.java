package dev.leasehold.node.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.Acquires;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables answer the queries that their first design was made for. */
class Seed003TablesTest {

  @TempDir Path directory;
  private TablesRig rig;

  @BeforeEach
  void open() throws Exception {
    rig = new TablesRig(directory.resolve("leasehold.db"));
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("l1", "/src/a", "r1"));
    rig.execute(RandomTraffic.agent("bob"), Acquires.file("l2", "/src/b", "bob", 0));
    rig.execute(RandomTraffic.agent("bob"), new LeaseCommand.Release("l2", "COMPLETED", 0, ""));
    rig.execute(RandomTraffic.agent("bob"), Acquires.file("l3", "/src/c", "bob", 0));
    rig.tick += 2 * Limits.HOUR;
    rig.execute(RandomTraffic.ADMIN, new NodeCommand.Expire(10));
    rig.execute(RandomTraffic.agent("ann"), Acquires.ofAnn("l4", "/src/a", ""));
    rig.awaitFed();
  }

  @AfterEach
  void close() throws Exception {
    rig.close();
  }

  @Test
  void columnsHaveTheirNames() throws Exception {
    assertThat(columns("leases"))
        .contains(
            "id",
            "file_path",
            "agent_id",
            "created_at",
            "expires_at",
            "ttl_seconds",
            "status",
            "renewal_count",
            "max_renewals",
            "updated_at");
    assertThat(columns("lease_history"))
        .contains(
            "id",
            "lease_id",
            "agent_id",
            "file_path",
            "event_type",
            "status_before",
            "status_after",
            "renewal_count",
            "event_at",
            "reason");
    assertThat(columns("lease_configs"))
        .contains("id", "config_key", "config_value", "value_type", "requires_restart");
    assertThat(columns("migrations"))
        .containsExactly("version", "name", "description", "applied_at", "status", "error_message");
  }

  private List<String> columns(String table) throws Exception {
    return rig.query("SELECT name FROM pragma_table_info('" + table + "')");
  }

  @Test
  void indexesHaveTheirNames() throws Exception {
    assertThat(rig.query("SELECT name FROM sqlite_schema WHERE type = 'index'"))
        .contains(
            "idx_leases_file_path",
            "idx_leases_agent_id",
            "idx_leases_expires_at",
            "idx_leases_file_status",
            "idx_leases_agent_status");
  }

  @Test
  void aFileIsLocked() throws Exception {
    assertThat(
            rig.query(
                "SELECT id FROM leases WHERE file_path = '/src/a' AND status IN ('active',"
                    + " 'pending')"))
        .containsExactly("l4");
  }

  @Test
  void aDirectoryWithAllBelowItIsFoundByItsName() throws Exception {
    rig.execute(RandomTraffic.agent("ann"), scoped("l5", List.of("/src/api/**"), List.of()));
    rig.execute(RandomTraffic.agent("ann"), scoped("l6", List.of("/app/[[]slug]"), List.of()));
    rig.execute(RandomTraffic.agent("ann"), scoped("l7", List.of("/docs/*.md"), List.of()));
    rig.execute(RandomTraffic.agent("ann"), scoped("l8", List.of("/y/*"), List.of("/x", "/x/")));
    rig.awaitFed();
    assertThat(rig.query("SELECT id, path_kind FROM leases WHERE file_path = '/src/api'"))
        .containsExactly("l5|subtree");
    assertThat(rig.query("SELECT id, path_kind FROM leases WHERE file_path = '/app/[slug]'"))
        .containsExactly("l6|exact");
    assertThat(rig.query("SELECT file_path, path_kind FROM leases WHERE id IN ('l7', 'l8')"))
        .containsExactly("/docs/*.md|pattern", "/x\n/x\n/y/*|exact\nsubtree\npattern");
    assertThat(
            rig.query(
                "SELECT file_path, path_kind FROM lease_history WHERE lease_id IN ('l1', 'l5')"
                    + " ORDER BY position"))
        .containsExactly("/src/a|exact", "/src/a|exact", "/src/api|subtree");
    for (String id : List.of("l5", "l6", "l7", "l8")) {
      assertThat(rig.inTable(id)).isEqualTo(rig.lastSeen.get(id));
    }
  }

  private static LeaseCommand.Acquire scoped(String id, List<String> patterns, List<String> paths) {
    LeaseCommand.Acquire one = Acquires.ofAnn(id, "/x", "");
    return new LeaseCommand.Acquire(
        id,
        false,
        one.policy(),
        one.space(),
        ((Scope.Parsed.Valid) Scope.parse(patterns, paths)).scope(),
        one.mode(),
        one.holder(),
        "",
        0,
        LeaseCommand.UNSET,
        Map.of(),
        "",
        LeaseCommand.RareTerms.NONE);
  }

  @Test
  void anAgentsLeasesAreFoundByTheirIndex() throws Exception {
    String query = "SELECT id FROM leases WHERE agent_id = 'ann' AND status = 'active'";
    assertThat(rig.query(query)).containsExactly("l4");
    assertThat(rig.query("EXPLAIN QUERY PLAN " + query).toString())
        .contains("idx_leases_agent_status");
  }

  @Test
  void allFourAreThere() throws Exception {
    assertThat(rig.query("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        .contains("leases", "lease_configs", "migrations");
    assertThat(rig.query("SELECT name FROM sqlite_schema WHERE type = 'view'"))
        .contains("lease_history");
  }

  @Test
  void historyOfALeaseIsFoundByItsIndexes() throws Exception {
    String query = "SELECT event_type FROM lease_history WHERE lease_id = 'l2' ORDER BY position";
    assertThat(rig.query(query)).containsExactly("acquired", "released");
    assertThat(rig.query("EXPLAIN QUERY PLAN " + query).toString())
        .contains("idx_leases_id (ANY(<expr>) AND id=?)", "PRIMARY KEY (lease_position=?)")
        .doesNotContain("SCAN leases", "SCAN lease ", "SCAN entry");
  }

  @Test
  void aPlainLeaseHasNoEntries() throws Exception {
    assertThat(rig.query("SELECT count(*) FROM lease_history")).containsExactly("7");
    assertThat(rig.query("SELECT count(*) FROM lease_entries")).containsExactly("0");
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Renew("l4", 3 * Limits.HOUR, ""));
    rig.execute(RandomTraffic.agent("ann"), new LeaseCommand.Release("l4", "", 0, ""));
    rig.awaitFed();
    assertThat(
            rig.query(
                "SELECT event_type, status_before, status_after, renewal_count FROM lease_history"
                    + " WHERE lease_id = 'l4' ORDER BY position"))
        .containsExactly(
            "acquired|null|active|0", "renewed|active|active|1", "released|active|released|1");
    assertThat(rig.query("SELECT count(*) FROM lease_entries")).containsExactly("3");
  }

  @Test
  void peopleReadWhatIsHeldNow() throws Exception {
    rig.execute(RandomTraffic.agent("ann"), scoped("l5", List.of("/docs/**"), List.of()));
    rig.awaitFed();
    assertThat(rig.query("SELECT path, holder, until, in_words FROM leases_now ORDER BY path"))
        .containsExactly(
            "/docs and all below it|ann|2023-11-15 01:13:20 UTC|ann holds /docs and all below it"
                + " until 2023-11-15 01:13:20 UTC",
            "/src/a|ann|2023-11-15 01:13:20 UTC|ann holds /src/a until 2023-11-15 01:13:20 UTC");
  }

  @ParameterizedTest
  @CsvSource({"id = 'l3', idx_leases_id", "file_path = '/src/a', idx_leases_file_path"})
  void whatComesInNoOrderIsFoundByAnIndexInParts(String condition, String index) throws Exception {
    String query = "SELECT id FROM leases WHERE " + condition;
    List<String> found = rig.query(query);
    assertThat(found).isNotEmpty();
    assertThat(rig.query("EXPLAIN QUERY PLAN " + query).toString())
        .contains(index + " (ANY(<expr>) AND ");
    rig.file()
        .write(
            connection -> {
              try (Statement statement = connection.createStatement()) {
                return statement.executeUpdate(
                    "UPDATE leases SET position = position + (1 << 40) WHERE id <> 'l3'");
              }
            });
    assertThat(rig.query(query)).hasSameElementsAs(found);
    assertThat(rig.inTable("l4")).isNotNull();
    assertThat(rig.inTable("l5")).isNull();
  }

  @Test
  void whatHasEndedIsThereWithItsHistory() throws Exception {
    assertThat(
            rig.query(
                "SELECT id, status, expires_at - created_at, ttl_seconds FROM leases"
                    + " WHERE status <> 'active' ORDER BY id"))
        .containsExactly("l1|expired|3600|3600", "l2|released|3600|3600", "l3|expired|3600|3600");
    assertThat(
            rig.query(
                "SELECT lease_id, event_type, reason FROM lease_history WHERE event_type IN"
                    + " ('released', 'expired') ORDER BY event_at, lease_id"))
        .containsExactly("l2|released|COMPLETED", "l1|expired|TIME", "l3|expired|TIME");
  }

  @Test
  void migrationsAreListed() throws Exception {
    assertThat(rig.query("SELECT version, name, status FROM migrations ORDER BY version"))
        .hasSize(Migrations.NEWEST)
        .contains("1|V1__create_leases_table.sql|success")
        .allMatch(row -> row.endsWith("|success"));
  }

  @Test
  void aSecondStartMigratesNothing() throws Exception {
    List<String> before = rig.dump("schema_versions");
    rig.close();
    rig = new TablesRig(rig.path, rig.journal.reopen());
    assertThat(rig.dump("schema_versions")).isEqualTo(before);
  }
}
