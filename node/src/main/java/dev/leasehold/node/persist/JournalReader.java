package dev.leasehold.node.persist;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.files.OwnerOnly;
import dev.leasehold.node.persist.files.SqliteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal without changing anything, with a server beside it or without one.
 *
 * <p>Blocks are read a few at a time, each few in a transaction of their own: a transaction that
 * stays open would keep the server from emptying its write-ahead log. Blocks never change once they
 * are there, so what is read adds up to one state of the journal.
 */
public final class JournalReader implements AutoCloseable {

  private static final int BLOCKS_AT_A_TIME = 64;

  /** SQLite keeps readers out for moments only. */
  private static final String PATIENCE = "PRAGMA busy_timeout = 10000";

  /** Gets the blocks in order, each with its events. */
  public interface Visitor {
    void visit(Block block, List<Event> events) throws IOException;
  }

  private final JournalFiles files;
  private final Connection connection;
  private Chain chain = new Chain();

  private JournalReader(JournalFiles files, Connection connection) {
    this.files = files;
    this.connection = connection;
  }

  /**
   * Opens the journal in a data directory, or in a backup.
   *
   * @throws IOException with a sentence for the person who wants to read it
   */
  public static JournalReader open(Path directory) throws IOException {
    JournalFiles files = JournalFiles.find(directory);
    try {
      Connection connection = DriverManager.getConnection(files.url());
      try (Statement statement = connection.createStatement()) {
        statement.execute(PATIENCE);
        SqliteFile.requireFormat(files.main(), statement);
        return new JournalReader(files, connection);
      } catch (SQLException | IOException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      files.removeCopy();
      throw new JournalDamagedException(files.main() + " cannot be read (" + e.getMessage() + ")")
          .causedBy(e);
    }
  }

  public boolean isBesideAServer() {
    return files.isBesideAServer();
  }

  /** The last position of the newest block, if that is intact; 0 if it is not or there is none. */
  public long newestPosition() throws IOException {
    long newest = newestBlock();
    return blocksAfter(newest - 1, newest).stream()
        .filter(Block::isIntact)
        .mapToLong(Block::lastPosition)
        .findFirst()
        .orElse(0);
  }

  /** The last mark of the clock; null if there is none. */
  public @Nullable StoredMark mark() throws IOException {
    return StoredMark.read(connection);
  }

  /** All signed checkpoints, the oldest first. */
  public List<Checkpoint> checkpoints() throws IOException {
    try {
      return Checkpoints.all(connection);
    } catch (SQLException e) {
      throw new JournalDamagedException("its checkpoints cannot be read (" + e.getMessage() + ")")
          .causedBy(e);
    }
  }

  /** The block that reading has reached. */
  public Head head() {
    return chain.head();
  }

  /** The last block if it was cut off, once all have been read. */
  public @Nullable Block cutOff() {
    return chain.cutOff();
  }

  /**
   * Reads all blocks that are there when it begins, checks that each is as it was written and
   * follows the one before.
   */
  public void read(Visitor visitor) throws IOException {
    readAfter(new Chain(), visitor);
  }

  /** Like {@link #read(Visitor)}, from the block that holds the position. */
  public void readFrom(long position, Visitor visitor) throws IOException {
    Block first = blockHolding(position);
    readAfter(first == null ? new Chain() : Chain.before(first), visitor);
  }

  /** Like {@link #read(Visitor)}, from so many blocks before the end; those are trusted. */
  public void readNewest(int count, Visitor visitor) throws IOException {
    long before = Math.max(0, newestBlock() - count);
    List<Block> first = before == 0 ? List.of() : blocksAfter(before, before + 1);
    if (before > 0 && first.isEmpty()) {
      requireUndisturbed();
      throw new JournalDamagedException("block " + (before + 1) + " is missing");
    }
    readAfter(before == 0 ? new Chain() : Chain.before(first.get(0)), visitor);
  }

  private void readAfter(Chain from, Visitor visitor) throws IOException {
    chain = from;
    try {
      long newest = newestBlock();
      for (long last = chain.head().block(); last < newest; ) {
        last = readSome(last, newest, visitor);
      }
    } catch (JournalDamagedException e) {
      requireUndisturbed();
      throw e;
    }
    requireUndisturbed();
  }

  /** Returns the number of the last block that was read. */
  private long readSome(long after, long newest, Visitor visitor) throws IOException {
    long last = newest;
    for (Block block : blocksAfter(after, newest)) {
      List<Event> events = new ArrayList<>();
      chain.read(block, events::add);
      if (chain.cutOff() == null) {
        visitor.visit(block, events);
      }
      last = block.number();
    }
    return last;
  }

  private List<Block> blocksAfter(long number, long newest) throws JournalDamagedException {
    String query =
        SqliteJournal.SELECT_BLOCKS
            + " WHERE number > %d AND number <= %d ORDER BY number LIMIT %d"
                .formatted(number, newest, BLOCKS_AT_A_TIME);
    List<Block> blocks = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        blocks.add(SqliteJournal.blockOf(rows));
      }
      return blocks;
    } catch (SQLException e) {
      throw chain.damaged("cannot be read (" + e.getMessage() + ")").causedBy(e);
    }
  }

  /**
   * By bisection: positions rise with the numbers of blocks. Null if the first block is as good.
   */
  private @Nullable Block blockHolding(long position) throws IOException {
    try (PreparedStatement query =
        connection.prepareStatement(
            SqliteJournal.SELECT_BLOCKS + " WHERE number >= ? ORDER BY number LIMIT 1")) {
      Block found = null;
      long low = 1;
      long high = newestBlock();
      while (low <= high) {
        long middle = (low + high) >>> 1;
        query.setLong(1, middle);
        Block block = oneBlock(query);
        if (block != null && block.firstPosition() <= position) {
          found = block;
          low = Math.max(middle, block.number()) + 1;
        } else {
          high = middle - 1;
        }
      }
      return found;
    } catch (SQLException e) {
      throw chain.damaged("cannot be read (" + e.getMessage() + ")").causedBy(e);
    }
  }

  private long newestBlock() throws JournalDamagedException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT max(number) FROM blocks")) {
      return row.next() ? row.getLong(1) : 0;
    } catch (SQLException e) {
      throw chain.damaged("cannot be read (" + e.getMessage() + ")").causedBy(e);
    }
  }

  private static @Nullable Block oneBlock(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      return row.next() ? SqliteJournal.blockOf(row) : null;
    }
  }

  private void requireUndisturbed() throws IOException {
    if (files.wereWritten()) {
      throw new IOException("a server has started meanwhile, so this has to be run again");
    }
  }

  /**
   * Writes all that is committed now to a new file, in one piece and its owner's alone. It is not
   * synced: SQLite does not do that here.
   */
  public void copyTo(Path file) throws IOException {
    try (PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
      OwnerOnly.file(file); // an empty file may be vacuumed into
      copy.setString(1, file.toString());
      copy.executeUpdate();
      requireUndisturbed();
    } catch (SQLException e) {
      Files.deleteIfExists(file);
      throw new IOException("the journal cannot be copied: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException("the journal cannot be closed: " + e.getMessage(), e);
    } finally {
      files.removeCopy();
    }
  }
}
