package dev.leasehold.node.tables;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.tables.retry.KeyFilters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes rows that are past their retention: leases that ended long ago with their history, old
 * history of the others, and old sums of what was spent. Each lease keeps its last old row, which
 * tells how it was then. Trimming goes through all leases, some at a time. The newest event tells
 * the time.
 */
public final class Trimming implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Trimming.class);

  /** Leases in one transaction, which then takes some milliseconds. */
  private static final int LEASES_PER_STEP = 1_000;

  private static final long BETWEEN_STEPS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long BETWEEN_LOOKS_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long BETWEEN_ROUNDS_NANOS = TimeUnit.MINUTES.toNanos(10);

  /** The kernel keeps leases with money this long after their end, and may still change them. */
  public static final long MONEY_KEPT_NANOS = Limits.MONEY_IDS_KEPT_NANOS + 2 * 24 * Limits.HOUR;

  private static final String OVER =
      """
      SELECT position FROM leases WHERE position > ? AND position <= ?
        AND ended_tick < CASE WHEN budget IS NULL THEN ? ELSE ? END AND grace_end_tick IS NULL
        AND (parent_id IS NULL
          OR NOT EXISTS (SELECT 1 FROM leases AS parent WHERE parent.id = leases.parent_id))\
      """;
  private static final String DELETE_HISTORY_OF_OVER =
      "DELETE FROM lease_entries WHERE lease_position IN (" + OVER + ")";
  private static final String DELETE_OVER = "DELETE FROM leases WHERE position IN (" + OVER + ")";
  private static final String DELETE_OLD_HISTORY =
      """
      DELETE FROM lease_entries WHERE lease_position > ? AND lease_position <= ?
        AND tick < ? AND EXISTS (SELECT 1 FROM lease_entries AS later
          WHERE later.lease_position = lease_entries.lease_position
          AND later.position > lease_entries.position AND later.tick < ?)\
      """;

  private static final String DELETE_OLD_MOMENTS =
      """
      DELETE FROM moments WHERE position IN (SELECT position FROM moments
        WHERE position < (SELECT history_from FROM feed) ORDER BY position LIMIT 5000)\
      """;

  private static final String DELETE_OLD_SUMS = "DELETE FROM spend_days WHERE last_tick < ?";

  private final TableFile file;
  private final KeyFilters filters;
  private final RestingThread thread;
  private boolean inRound = true;
  private long roundEndNanos = System.nanoTime();
  private long cursor;

  public Trimming(TableFile file, KeyFilters filters) {
    this.file = file;
    this.filters = filters;
    this.thread = new RestingThread("leasehold-trimming", BETWEEN_STEPS_NANOS, this::trim);
    thread.start();
  }

  /** Deletes some rows if a round is under way or due; gives the nanoseconds to rest after it. */
  private long trim() {
    if (inRound || System.nanoTime() - roundEndNanos >= BETWEEN_ROUNDS_NANOS) {
      try {
        inRound = step();
      } catch (SQLException e) {
        log.warn("old rows could not be deleted ({}); tried again later", e.getMessage());
        inRound = false;
      }
      roundEndNanos = System.nanoTime();
    }
    return inRound ? BETWEEN_STEPS_NANOS : BETWEEN_LOOKS_NANOS;
  }

  /** Deletes some rows; false when a round is over. */
  public synchronized boolean step() throws SQLException {
    return file.write(this::step);
  }

  private boolean step(Connection connection) throws SQLException {
    if (cursor == 0) {
      filters.forgetEmpty(connection);
      Sql.execute(
          connection, DELETE_OLD_SUMS, cutoffTick(connection, file.config().sumsRetentionDays()));
    }
    long cutoff = cutoffTick(connection, file.config().retentionDays());
    long moneyCutoff = cutoff - MONEY_KEPT_NANOS;
    if (cursor == 0 && file.config().keepsHistory()) {
      long position = TimeIndex.positionAfterTick(connection, cutoff);
      if (position > ConfigRows.historyFrom(connection)) {
        ConfigRows.moveHistoryFrom(connection, position);
      }
      Sql.execute(connection, DELETE_OLD_MOMENTS);
    }
    long end = end(connection);
    Sql.execute(connection, DELETE_HISTORY_OF_OVER, cursor, end, cutoff, moneyCutoff);
    Sql.execute(connection, DELETE_OVER, cursor, end, cutoff, moneyCutoff);
    Sql.execute(connection, DELETE_OLD_HISTORY, cursor, end, cutoff, cutoff);
    cursor = end == Long.MAX_VALUE ? 0 : end;
    return cursor != 0;
  }

  /** Ticks decide, so that a wrong wall clock deletes nothing. */
  private static long cutoffTick(Connection connection, int days) throws SQLException {
    long now = Sql.number(connection, "SELECT tick FROM feed");
    return now - days * 24L * Limits.HOUR;
  }

  private long end(Connection connection) throws SQLException {
    long end =
        Sql.number(
            connection,
            "SELECT position FROM leases WHERE position > ? ORDER BY position LIMIT 1 OFFSET "
                + (LEASES_PER_STEP - 1),
            cursor);
    return end == 0 ? Long.MAX_VALUE : end;
  }

  @Override
  public void close() {
    thread.close();
  }
}
