package dev.leasehold.node.persist;

import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.persist.files.SqliteFile;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes the rows of the journal. Where the disk has no room a write is done again: for that the
 * reserve is given up, and when it is used up the write waits. No other failure is tried again:
 * after a failed sync nobody knows what is there. Used by one thread at a time.
 */
final class JournalRows {

  /** How often a write is tried again while the disk is full. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final String INSERT =
      """
      INSERT INTO blocks (number, first_position, last_position, tick, wall_nanos,
        events_length, previous_hash, hash, events, signatures)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private static final String MARK =
      """
      INSERT OR REPLACE INTO clock (id, identity, offset_nanos, tick, block, hash)
        VALUES (1, ?, ?, ?, ?, ?)\
      """;

  /** Something that is written whole or not at all. */
  interface Write {
    void run() throws SQLException;
  }

  /** Whether the files are still those that were opened. */
  interface Check {
    void run() throws IOException;
  }

  private final Connection connection;
  private final DiskSpace diskSpace;
  private final Check inPlace;
  private PreparedStatement insert;
  private PreparedStatement mark;

  JournalRows(Connection connection, DiskSpace diskSpace, Check inPlace) throws SQLException {
    this.connection = connection;
    this.diskSpace = diskSpace;
    this.inPlace = inPlace;
    this.insert = connection.prepareStatement(INSERT);
    this.mark = connection.prepareStatement(MARK);
  }

  void write(Write work) throws IOException {
    while (true) {
      try {
        work.run();
        return;
      } catch (SQLException e) {
        if (!SqliteFile.isFull(e)) {
          throw unwritable(e);
        }
        makeRoom(e);
      }
    }
  }

  /** A file that is gone is not waited for: what is written to it later is found by nobody. */
  private void makeRoom(SQLException cause) throws IOException {
    inPlace.run();
    if (!diskSpace.giveUpForJournal()) {
      if (!diskSpace.isWorthWaiting()) {
        throw unwritable(cause);
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
    try {
      prepareAgain();
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  /** The driver closes a statement that has failed. */
  private void prepareAgain() throws SQLException {
    insert.close();
    mark.close();
    insert = connection.prepareStatement(INSERT);
    mark = connection.prepareStatement(MARK);
  }

  void insert(Block block) throws SQLException {
    insert.setLong(1, block.number());
    insert.setLong(2, block.firstPosition());
    insert.setLong(3, block.lastPosition());
    insert.setLong(4, block.tick());
    insert.setLong(5, block.wallNanos());
    insert.setInt(6, block.eventsLength());
    insert.setBytes(7, block.previousHash());
    insert.setBytes(8, block.hash());
    insert.setBytes(9, block.events());
    insert.setBytes(10, block.signatures());
    insert.executeUpdate();
  }

  void mark(StoredMark stored) throws SQLException {
    mark.setString(1, stored.clock().identity());
    mark.setLong(2, stored.clock().offsetNanos());
    mark.setLong(3, stored.clock().tick());
    mark.setLong(4, stored.block());
    mark.setBytes(5, stored.hash());
    mark.executeUpdate();
  }

  static IOException unwritable(SQLException cause) {
    return new IOException("the journal cannot be written: " + cause.getMessage(), cause);
  }
}
