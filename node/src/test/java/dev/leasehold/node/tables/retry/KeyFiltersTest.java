package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.tables.Migrations;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which parts of the tables keys are looked for, whatever became of the filters. */
class KeyFiltersTest {

  private static final long PART = 1L << KeyFilters.PART_SHIFT;
  private static final long GROUP = 1L << KeyFilters.GROUP_SHIFT;
  private static final long NO_LIMIT = Long.MAX_VALUE;

  @TempDir Path directory;
  private Connection connection;

  @BeforeEach
  void create() throws SQLException {
    connection = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("tables.db"));
    try (Statement statement = connection.createStatement()) {
      Migrations.create(statement);
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private static long request(String caller, String requestId) {
    return RetryKeys.ofRequest(caller, requestId, "repo");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<Long> storedParts() throws SQLException {
    List<Long> parts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT part FROM key_filters ORDER BY part DESC")) {
      while (rows.next()) {
        parts.add(rows.getLong(1));
      }
    }
    return parts;
  }

  /** As the feed does: first the filter, then the row. */
  private void add(KeyFilters filters, long position, String requestId) throws SQLException {
    filters.add(position, request("ann", requestId));
    filters.add(position, RetryKeys.ofLease("lease-" + position));
    insertLease(position, "'" + requestId + "'", "'ann'");
  }

  private void insertLease(long position, String requestId, String caller) throws SQLException {
    execute(
        """
        INSERT INTO leases (position, id, file_path, agent_id, created_at, expires_at,
          ttl_seconds, status, updated_at, state, policy, policy_version, space, mode, issued_tick,
          issued_nanos, deadline_tick, expires_nanos, ttl_nanos, fencing_token, epoch,
          request_id, request_caller)
        VALUES (%1$d, 'lease-%1$d', '/a', 'ann', 0, 0, 0, 'released', 0, 'RELEASED', 'file', 1,
          'repo', 'EXCLUSIVE', 0, 0, 0, 0, 0, %1$d, 0, %2$s, %3$s)
        """
            .formatted(position, requestId, caller));
  }

  private KeyFilters ofThreeParts() throws SQLException {
    KeyFilters filters = KeyFilters.of(connection, NO_LIMIT);
    add(filters, 1, "first");
    add(filters, PART - 1, "again");
    add(filters, PART, "second");
    add(filters, 4 * PART + 7, "again");
    return filters;
  }

  private static void assertKnowsThreeParts(KeyFilters filters) {
    assertThat(filters.partsOf(request("ann", "first"))).containsExactly(0L);
    assertThat(filters.partsOf(request("ann", "second"))).containsExactly(1L);
    assertThat(filters.partsOf(request("ann", "again"))).containsExactly(4L, 0L);
    assertThat(filters.partsOf(request("bob", "first"))).isEmpty();
    assertThat(filters.partsOf(RetryKeys.ofRequest("ann", "first", "elsewhere"))).isEmpty();
    assertThat(filters.partsOf(RetryKeys.ofLease("lease-1"))).containsExactly(0L);
    assertThat(filters.partsOf(RetryKeys.ofLease("lease-2"))).isEmpty();
    assertThat(filters.partsOf(request("ann", "third"))).isEmpty();
  }

  @Test
  void aRequestIsLookedForWhereItWasAndNowhereElse() throws Exception {
    KeyFilters filters = ofThreeParts();
    assertKnowsThreeParts(filters);
    filters.committed(filters.storeWhole(connection));
    assertThat(storedParts()).containsExactly(1L, 0L);
    assertKnowsThreeParts(filters);
  }

  @Test
  void whatWasStoredIsReadAndWhatWasNotIsMadeFromTheRows() throws Exception {
    ofThreeParts();
    assertKnowsThreeParts(KeyFilters.of(connection, NO_LIMIT));
    KeyFilters of = KeyFilters.of(connection, NO_LIMIT);
    assertThat(storedParts()).as("who begins to read writes nothing").isEmpty();
    of.committed(of.storeWhole(connection));
    assertThat(storedParts()).containsExactly(1L, 0L);
    execute("DELETE FROM key_filters WHERE part = 1");
    execute("UPDATE key_filters SET filter = zeroblob(64) WHERE part = 0");
    KeyFilters again = KeyFilters.of(connection, NO_LIMIT);
    assertKnowsThreeParts(again);
    add(again, 4 * PART + 8, "third");
    add(again, 5 * PART, "fourth");
    again.committed(again.storeWhole(connection));
    assertThat(storedParts()).containsExactly(4L, 1L, 0L);
    KeyFilters last = KeyFilters.of(connection, NO_LIMIT);
    assertThat(last.partsOf(request("ann", "third"))).containsExactly(4L);
    assertThat(last.partsOf(request("ann", "fourth"))).containsExactly(5L);
    assertThat(last.partsOf(request("ann", "again"))).containsExactly(4L, 0L);
  }

  @Test
  void withoutMemoryForItsFilterAPartIsLookedIntoForAll() throws Exception {
    KeyFilters before = ofThreeParts();
    before.committed(before.storeWhole(connection));
    KeyFilters filters = KeyFilters.of(connection, 0);
    assertThat(filters.partsOf(request("ann", "again"))).containsExactly(4L, 1L, 0L);
    assertThat(filters.partsOf(request("ann", "new"))).containsExactly(1L, 0L);
    add(filters, 5 * PART, "fourth");
    filters.committed(filters.storeWhole(connection));
    assertThat(filters.partsOf(request("ann", "new"))).containsExactly(4L, 1L, 0L);
    assertThat(storedParts()).containsExactly(4L, 1L, 0L);
  }

  @Test
  void partsOfAGroupThatIsWholeAreAskedTogether() throws Exception {
    KeyFilters filters = KeyFilters.of(connection, NO_LIMIT);
    for (long part = 3; part < GROUP; part += 3) {
      add(filters, part * PART, "r" + part);
    }
    add(filters, GROUP * PART, "next");
    add(filters, (GROUP + 1) * PART, "newest");
    filters.committed(filters.storeWhole(connection));
    List<Long> group = LongStream.range(0, GROUP).map(i -> GROUP - 1 - i).boxed().toList();
    for (KeyFilters each : List.of(filters, KeyFilters.of(connection, NO_LIMIT))) {
      for (long part = 3; part < GROUP; part += 3) {
        assertThat(each.partsOf(request("ann", "r" + part))).isEqualTo(group);
      }
      assertThat(each.partsOf(request("ann", "next"))).containsExactly(GROUP);
      assertThat(each.partsOf(request("ann", "newest"))).containsExactly(GROUP + 1);
      assertThat(each.partsOf(request("ann", "new"))).isEmpty();
    }
    execute("DELETE FROM leases WHERE position < " + 4 * PART);
    filters.forgetEmpty(connection);
    assertThat(filters.partsOf(request("ann", "r6"))).isEqualTo(group);
    execute("DELETE FROM leases WHERE position < " + GROUP * PART);
    filters.forgetEmpty(connection);
    assertThat(filters.partsOf(request("ann", "r6"))).isEmpty();
    assertThat(filters.partsOf(request("ann", "next"))).containsExactly(GROUP);
  }

  @Test
  void aPartWhoseLeasesWereDeletedIsForgotten() throws Exception {
    KeyFilters filters = ofThreeParts();
    filters.committed(filters.storeWhole(connection));
    execute("DELETE FROM leases WHERE position < " + PART);
    filters.forgetEmpty(connection);
    assertThat(filters.partsOf(request("ann", "first"))).isEmpty();
    assertThat(filters.partsOf(request("ann", "second"))).containsExactly(1L);
    assertThat(filters.partsOf(request("ann", "again"))).containsExactly(4L);
    assertThat(storedParts()).containsExactly(1L);
    execute("DELETE FROM leases");
    filters.forgetEmpty(connection);
    assertThat(filters.partsOf(request("ann", "second"))).isEmpty();
    assertThat(filters.partsOf(request("ann", "again")))
        .as("what is being fed may not be in the tables yet")
        .containsExactly(4L);
  }

  @Test
  void whatWasRolledBackIsStoredTheNextTime() throws Exception {
    KeyFilters filters = ofThreeParts();
    connection.setAutoCommit(false);
    filters.storeWhole(connection);
    connection.rollback();
    filters.committed(filters.storeWhole(connection));
    connection.commit();
    assertThat(storedParts()).containsExactly(1L, 0L);
    assertKnowsThreeParts(filters);
  }

  @Test
  void aFilterThatLacksARequestOfItsPartIsWrong() throws Exception {
    KeyFilters filters = ofThreeParts();
    filters.committed(filters.storeWhole(connection));
    assertThat(StoredFilters.wrong(connection)).isEmpty();
    insertLease(PART + 1, "'unknown'", "'ann'");
    assertThat(StoredFilters.wrong(connection)).containsExactly(1L);
    execute("DROP TABLE key_filters");
    assertThat(StoredFilters.wrong(connection)).as("not made yet").isEmpty();
  }

  @Test
  void aLeaseOfWhichTheCallerIsNotKnownStopsNothing() throws Exception {
    insertLease(3, "'r'", "NULL");
    assertThat(KeyFilters.of(connection, NO_LIMIT).partsOf(request("ann", "r"))).isEmpty();
  }
}
