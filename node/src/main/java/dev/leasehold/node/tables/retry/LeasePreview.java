package dev.leasehold.node.tables.retry;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.ConfigRows;
import dev.leasehold.node.tables.Migrations;
import dev.leasehold.node.tables.Sql;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.feed.FeedWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * The tables as they will be of one lease: its rows are copied into memory, and the feed's own code
 * writes the events there that {@code leasehold.db} lacks. For one thread at a time.
 */
final class LeasePreview implements AutoCloseable {

  /** An answer out of a preview that the events of the lease alone suffice for. */
  record Seen<T>(@Nullable T answer) {}

  /** More entries of history are not copied: these take some hundredths of a second. */
  static final int MOST_ENTRIES = 10_000;

  private static final String NEWEST =
      " FROM live.leases WHERE id = ? ORDER BY position DESC LIMIT 1";

  private static final String COPY_ENTRIES =
      "INSERT INTO main.lease_entries SELECT * FROM live.lease_entries"
          + " WHERE lease_position = (SELECT position"
          + NEWEST
          + ") LIMIT "
          + (MOST_ENTRIES + 1);

  /** Leases with money and relatives change with events of others. */
  private static final String ARE_ENTANGLED =
      " WHERE id = ? AND (parent_id IS NOT NULL OR pool IS NOT NULL OR budget IS NOT NULL)";

  private final TableFile file;
  private final Journal journal;
  private final UnfedEvents unfed;
  private final Connection connection;

  private LeasePreview(TableFile file, Journal journal, UnfedEvents unfed, Connection connection) {
    this.file = file;
    this.journal = journal;
    this.unfed = unfed;
    this.connection = connection;
  }

  static LeasePreview open(TableFile file, Journal journal, UnfedEvents unfed) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setOpenMode(SQLiteOpenMode.OPEN_URI);
    config.setBusyTimeout(10_000);
    Connection connection = config.createConnection("jdbc:sqlite::memory:");
    try (Statement statement = connection.createStatement()) {
      Migrations.create(statement);
      attach(connection, file.path());
      connection.setAutoCommit(false);
      return new LeasePreview(file, journal, unfed, connection);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private static void attach(Connection connection, Path path) throws SQLException {
    try (PreparedStatement attach = connection.prepareStatement("ATTACH DATABASE ? AS live")) {
      attach.setString(1, "file:" + path.toAbsolutePath().toUri().getRawPath() + "?mode=ro");
      attach.execute();
    }
  }

  /** Whether other leases have a part in the row of a lease. */
  static boolean isEntangled(Connection rows, String leaseId) throws SQLException {
    try (PreparedStatement select = rows.prepareStatement("SELECT 1 FROM leases" + ARE_ENTANGLED)) {
      select.setString(1, leaseId);
      try (ResultSet row = select.executeQuery()) {
        return row.next();
      }
    }
  }

  /**
   * Asks the tables of a lease, as if they had all its events.
   *
   * @param withHistory whether the search looks at the history of the lease
   * @return null if that cannot be told from the events of the lease, or it is too much to copy
   */
  <T> @Nullable Seen<T> read(String leaseId, boolean withHistory, TableFile.Search<T> search)
      throws SQLException, IOException {
    try {
      long fedPosition = copySettings();
      List<Long> positions = unfed.positionsOf(RetryKeys.ofLease(leaseId), fedPosition);
      List<Event> events = positions == null ? null : eventsOf(leaseId, positions);
      if (events == null || !copyLease(leaseId) || (withHistory && !copyHistory(leaseId))) {
        return null;
      }
      write(events);
      return new Seen<>(search.with(connection));
    } finally {
      connection.rollback();
    }
  }

  /** Tells how far the tables are. From then on they are seen as they are at this moment. */
  private long copySettings() throws SQLException {
    for (String table : List.of("feed", "lease_configs")) {
      Sql.execute(connection, "DELETE FROM main." + table);
      Sql.execute(connection, "INSERT INTO main." + table + " SELECT * FROM live." + table);
    }
    return Sql.number(connection, "SELECT position FROM main.feed");
  }

  /** Copies the row of the lease; false if other leases have a part in it. */
  private boolean copyLease(String leaseId) throws SQLException {
    change("INSERT INTO main.leases SELECT *" + NEWEST, leaseId);
    if (change("DELETE FROM main.leases" + ARE_ENTANGLED, leaseId) > 0) {
      return false;
    }
    // A retry of a transfer is told of the lease that it made.
    Sql.execute(
        connection,
        "INSERT INTO main.leases SELECT * FROM live.leases"
            + " WHERE position = (SELECT successor FROM main.leases)");
    return true;
  }

  /** Copies the entries of the lease; false if there are too many. */
  private boolean copyHistory(String leaseId) throws SQLException {
    return change(COPY_ENTRIES, leaseId) <= MOST_ENTRIES;
  }

  private int change(String sql, String leaseId) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      return new Binder(statement).begin().text(leaseId).execute();
    }
  }

  /** Returns null if one is not found any more, because the tables have its block meanwhile. */
  private @Nullable List<Event> eventsOf(String leaseId, List<Long> positions) throws IOException {
    List<Event> events = new ArrayList<>(positions.size());
    while (events.size() < positions.size()) {
      int before = events.size();
      long number = unfed.blockOf(positions.get(before));
      if (number != 0) {
        journal
            .intactBlock(number)
            .decode(
                event -> {
                  if (events.size() < positions.size()
                      && event.position() == positions.get(events.size())
                      && event instanceof Event.OfLease of
                      && of.leaseId().equals(leaseId)) {
                    events.add(event);
                  }
                });
      }
      if (events.size() == before) {
        return null;
      }
    }
    return events;
  }

  private void write(List<Event> events) throws SQLException {
    ConfigRows config = new ConfigRows();
    config.read(connection);
    try (FeedWriter writer =
        new FeedWriter(connection, file.policies(), config, (lease, caller) -> {})) {
      writer.begin();
      for (Event event : events) {
        writer.add(event);
      }
      writer.finish();
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
