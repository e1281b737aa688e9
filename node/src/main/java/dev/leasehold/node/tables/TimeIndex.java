package dev.leasehold.node.tables;

import dev.leasehold.kernel.event.Event;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Finds positions by time: the table {@code moments} has the first event of each second. */
public final class TimeIndex implements AutoCloseable {

  private final PreparedStatement newest;
  private final Binder insert;
  private long second;

  public TimeIndex(Connection connection) throws SQLException {
    this.newest =
        connection.prepareStatement(
            "SELECT wall_nanos FROM moments ORDER BY position DESC LIMIT 1");
    this.insert =
        new Binder(
            connection.prepareStatement(
                "INSERT OR IGNORE INTO moments (position, tick, wall_nanos) VALUES (?, ?, ?)"));
  }

  /** Begins a transaction; the one before may have been rolled back. */
  public void begin() throws SQLException {
    try (ResultSet row = newest.executeQuery()) {
      second = row.next() ? ReadableColumns.seconds(row.getLong(1)) : Long.MIN_VALUE;
    }
  }

  public void pass(Event event) throws SQLException {
    if (ReadableColumns.seconds(event.wallNanos()) != second) {
      mark(event);
    }
  }

  /** Adds this event, whatever its second, so that its time is known exactly. */
  public void mark(Event event) throws SQLException {
    second = ReadableColumns.seconds(event.wallNanos());
    insert
        .begin()
        .number(event.position())
        .number(event.tick())
        .number(event.wallNanos())
        .execute();
  }

  /**
   * A time and the positions around it. Where the wall clock was set back, several places fit; this
   * is one of them.
   *
   * @param tick of that time; never later than that of the event that was later
   * @param last an event that was not later; 0 if there was none
   * @param next an event that was later; of those between them each tells by its own time
   */
  public record Moment(long wallNanos, long tick, long last, long next) {}

  public static Moment at(Connection connection, long wallNanos) throws SQLException {
    long last = last(connection, "wall_nanos", wallNanos);
    long next = after(connection, last);
    return new Moment(wallNanos, tickAt(connection, wallNanos, last, next), last, next);
  }

  /**
   * The tick advances like the wall clock between two moments, unless people set the wall clock.
   */
  private static long tickAt(Connection connection, long wallNanos, long last, long next)
      throws SQLException {
    String before = " FROM moments WHERE position = " + last;
    long passedNanos = wallNanos - Sql.number(connection, "SELECT wall_nanos" + before);
    long tick = last == 0 ? 0 : Sql.number(connection, "SELECT tick" + before) + passedNanos;
    return next == Long.MAX_VALUE
        ? tick
        : Math.min(
            tick, Sql.number(connection, "SELECT tick FROM moments WHERE position = " + next));
  }

  /** The first moment after that tick, or the last one if none is later; 0 if all are. */
  static long positionAfterTick(Connection connection, long tick) throws SQLException {
    long last = last(connection, "tick", tick);
    long next = last == 0 ? 0 : after(connection, last);
    return next == Long.MAX_VALUE ? last : next;
  }

  /** The position of the last moment up to then, by halving; 0 if there is none. */
  private static long last(Connection connection, String column, long then) throws SQLException {
    try (PreparedStatement next =
        connection.prepareStatement(
            "SELECT position, "
                + column
                + " FROM moments WHERE position > ? ORDER BY position LIMIT 1")) {
      long known = 0;
      long end = Sql.number(connection, "SELECT max(position) FROM moments");
      while (known < end) {
        long middle = known + (end - known) / 2;
        next.setLong(1, middle);
        try (ResultSet row = next.executeQuery()) {
          if (row.next() && row.getLong(2) <= then) {
            known = row.getLong(1);
          } else {
            end = middle;
          }
        }
      }
      long first =
          Sql.number(connection, "SELECT " + column + " FROM moments ORDER BY position LIMIT 1");
      return first > then ? 0 : known;
    }
  }

  private static long after(Connection connection, long position) throws SQLException {
    long next =
        Sql.number(connection, "SELECT min(position) FROM moments WHERE position > ?", position);
    return next == 0 ? Long.MAX_VALUE : next;
  }

  @Override
  public void close() throws SQLException {
    newest.close();
    insert.close();
  }
}
