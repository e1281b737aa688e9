package dev.leasehold.node.persist;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.files.SqliteFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteConfig;

/**
 * Reads blocks of a journal that another connection writes to, without holding that up. It sees
 * whole blocks that are durable and nothing else. Safe for any thread.
 */
public final class BlockLookup implements AutoCloseable {

  private final ReentrantLock lock = new ReentrantLock();
  private final Connection connection;
  private final PreparedStatement byNumber;
  private final PreparedStatement lastPosition;
  private final PreparedStatement ends;

  private BlockLookup(Connection connection) throws SQLException {
    this.connection = connection;
    this.byNumber = connection.prepareStatement(SqliteJournal.SELECT_BLOCKS + " WHERE number = ?");
    this.lastPosition =
        connection.prepareStatement("SELECT last_position FROM blocks WHERE number = ?");
    this.ends = connection.prepareStatement("SELECT min(number), max(number) FROM blocks");
  }

  /** Opens a journal that is there and open already. */
  public static BlockLookup open(Path file) throws IOException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setBusyTimeout(1_000);
    try {
      Connection connection = config.createConnection("jdbc:sqlite:" + file);
      try {
        return new BlockLookup(connection);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw SqliteFile.unusable(file, e);
    }
  }

  /** A name that no other journal has. */
  public String journalId() throws IOException {
    return locked(
        () -> {
          try (PreparedStatement query =
                  connection.prepareStatement("SELECT journal_id FROM journal_format");
              ResultSet row = query.executeQuery()) {
            return row.next() ? Objects.requireNonNullElse(row.getString(1), "") : "";
          }
        });
  }

  /** The position of the oldest event that is kept; 1 if there is none yet. */
  public long firstPosition() throws IOException {
    return locked(() -> read(ends()[0]).map(Block::firstPosition).orElse(1L));
  }

  /** The block that holds the first event after the position. */
  public Optional<Block> blockAfter(long position) throws IOException {
    return locked(() -> search(position));
  }

  /** A block by its number. */
  public Optional<Block> block(long number) throws IOException {
    return locked(() -> read(number));
  }

  /**
   * The events of a block.
   *
   * @throws JournalDamagedException if the block is not what was written
   */
  public static List<Event> eventsOf(Block block) throws IOException {
    if (!block.isIntact()) {
      throw block.damaged("does not match its hash");
    }
    List<Event> events = new ArrayList<>();
    block.decode(events::add);
    return events;
  }

  private interface Query<T> {
    T run() throws SQLException;
  }

  private <T> T locked(Query<T> query) throws IOException {
    lock.lock();
    try {
      return query.run();
    } catch (SQLException e) {
      throw new IOException("the journal cannot be read: " + e.getMessage(), e);
    } finally {
      lock.unlock();
    }
  }

  /** Positions rise with the numbers, so halving finds it. */
  private Optional<Block> search(long position) throws SQLException {
    long[] ends = ends();
    long low = ends[0];
    long high = ends[1];
    if (high == 0 || lastPositionOf(high) <= position) {
      return Optional.empty();
    }
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (lastPositionOf(middle) <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return read(low);
  }

  /** The numbers of the oldest and the newest block; 0 if there is none. */
  private long[] ends() throws SQLException {
    try (ResultSet row = ends.executeQuery()) {
      return row.next() ? new long[] {row.getLong(1), row.getLong(2)} : new long[2];
    }
  }

  private long lastPositionOf(long number) throws SQLException {
    lastPosition.setLong(1, number);
    try (ResultSet row = lastPosition.executeQuery()) {
      return row.next() ? row.getLong(1) : Long.MAX_VALUE;
    }
  }

  private Optional<Block> read(long number) throws SQLException {
    byNumber.setLong(1, number);
    try (ResultSet row = byNumber.executeQuery()) {
      return row.next() ? Optional.of(SqliteJournal.blockOf(row)) : Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    locked(
        () -> {
          connection.close();
          return true;
        });
  }
}
