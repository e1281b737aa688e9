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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which parts of the tables requests are looked for, whatever became of the filters. */
class RequestFiltersTest {

  private static final long PART = 1L << RequestFilters.PART_SHIFT;
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

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<Long> storedParts() throws SQLException {
    List<Long> parts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT part FROM request_filters ORDER BY part DESC")) {
      while (rows.next()) {
        parts.add(rows.getLong(1));
      }
    }
    return parts;
  }

  /** As the feed does: first the filter, then the row. */
  private void add(RequestFilters requests, long position, String requestId) throws SQLException {
    requests.add(position, "ann", requestId);
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

  private RequestFilters ofThreeParts() throws SQLException {
    RequestFilters requests = RequestFilters.of(connection, NO_LIMIT);
    add(requests, 1, "first");
    add(requests, PART - 1, "again");
    add(requests, PART, "second");
    add(requests, 4 * PART + 7, "again");
    return requests;
  }

  private static void assertKnowsThreeParts(RequestFilters requests) {
    assertThat(requests.partsOf("ann", "first")).containsExactly(0L);
    assertThat(requests.partsOf("ann", "second")).containsExactly(1L);
    assertThat(requests.partsOf("ann", "again")).containsExactly(4L, 0L);
    assertThat(requests.partsOf("bob", "first")).isEmpty();
    assertThat(requests.partsOf("ann", "third")).isEmpty();
  }

  @Test
  void aRequestIsLookedForWhereItWasAndNowhereElse() throws Exception {
    RequestFilters requests = ofThreeParts();
    assertKnowsThreeParts(requests);
    requests.committed(requests.storeWhole(connection));
    assertThat(storedParts()).containsExactly(1L, 0L);
    assertKnowsThreeParts(requests);
  }

  @Test
  void whatWasStoredIsReadAndWhatWasNotIsMadeFromTheRows() throws Exception {
    ofThreeParts();
    assertKnowsThreeParts(RequestFilters.of(connection, NO_LIMIT));
    RequestFilters of = RequestFilters.of(connection, NO_LIMIT);
    assertThat(storedParts()).as("who begins to read writes nothing").isEmpty();
    of.committed(of.storeWhole(connection));
    assertThat(storedParts()).containsExactly(1L, 0L);
    execute("DELETE FROM request_filters WHERE part = 1");
    execute("UPDATE request_filters SET filter = zeroblob(64) WHERE part = 0");
    RequestFilters again = RequestFilters.of(connection, NO_LIMIT);
    assertKnowsThreeParts(again);
    add(again, 4 * PART + 8, "third");
    add(again, 5 * PART, "fourth");
    again.committed(again.storeWhole(connection));
    assertThat(storedParts()).containsExactly(4L, 1L, 0L);
    RequestFilters last = RequestFilters.of(connection, NO_LIMIT);
    assertThat(last.partsOf("ann", "third")).containsExactly(4L);
    assertThat(last.partsOf("ann", "fourth")).containsExactly(5L);
    assertThat(last.partsOf("ann", "again")).containsExactly(4L, 0L);
  }

  @Test
  void withoutMemoryForItsFilterAPartIsLookedIntoForAll() throws Exception {
    RequestFilters before = ofThreeParts();
    before.committed(before.storeWhole(connection));
    RequestFilters requests = RequestFilters.of(connection, 0);
    assertThat(requests.partsOf("ann", "again")).containsExactly(4L, 1L, 0L);
    assertThat(requests.partsOf("ann", "new")).containsExactly(1L, 0L);
    add(requests, 5 * PART, "fourth");
    requests.committed(requests.storeWhole(connection));
    assertThat(requests.partsOf("ann", "new")).containsExactly(4L, 1L, 0L);
    assertThat(storedParts()).containsExactly(4L, 1L, 0L);
  }

  @Test
  void aPartWhoseLeasesWereDeletedIsForgotten() throws Exception {
    RequestFilters requests = ofThreeParts();
    requests.committed(requests.storeWhole(connection));
    execute("DELETE FROM leases WHERE position < " + PART);
    requests.forgetEmpty(connection);
    assertThat(requests.partsOf("ann", "first")).isEmpty();
    assertThat(requests.partsOf("ann", "second")).containsExactly(1L);
    assertThat(requests.partsOf("ann", "again")).containsExactly(4L);
    assertThat(storedParts()).containsExactly(1L);
    execute("DELETE FROM leases");
    requests.forgetEmpty(connection);
    assertThat(requests.partsOf("ann", "second")).isEmpty();
    assertThat(requests.partsOf("ann", "again"))
        .as("what is being fed may not be in the tables yet")
        .containsExactly(4L);
  }

  @Test
  void whatWasRolledBackIsStoredTheNextTime() throws Exception {
    RequestFilters requests = ofThreeParts();
    connection.setAutoCommit(false);
    requests.storeWhole(connection);
    connection.rollback();
    requests.committed(requests.storeWhole(connection));
    connection.commit();
    assertThat(storedParts()).containsExactly(1L, 0L);
    assertKnowsThreeParts(requests);
  }

  @Test
  void aFilterThatLacksARequestOfItsPartIsWrong() throws Exception {
    RequestFilters requests = ofThreeParts();
    requests.committed(requests.storeWhole(connection));
    assertThat(StoredFilters.wrong(connection)).isEmpty();
    insertLease(PART + 1, "'unknown'", "'ann'");
    assertThat(StoredFilters.wrong(connection)).containsExactly(1L);
  }

  @Test
  void aLeaseOfWhichTheCallerIsNotKnownStopsNothing() throws Exception {
    insertLease(3, "'r'", "NULL");
    assertThat(RequestFilters.of(connection, NO_LIMIT).partsOf("ann", "r")).isEmpty();
  }
}
