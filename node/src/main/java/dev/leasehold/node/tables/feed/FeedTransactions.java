package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.files.SqliteFile;
import dev.leasehold.node.tables.FullDiskException;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.retry.KeyFilters;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes blocks to the tables, each run of them in one transaction. For one thread. */
public final class FeedTransactions {

  private final TableFile file;
  private final KeyFilters filters;
  private FeedWriter writer;

  public FeedTransactions(TableFile file, KeyFilters filters) throws SQLException {
    this.file = file;
    this.filters = filters;
    this.writer = file.write(this::newWriter);
  }

  private FeedWriter newWriter(Connection connection) throws SQLException {
    return new FeedWriter(connection, file.policies(), file.config(), filters::add);
  }

  /**
   * Writes blocks that wait, in one transaction.
   *
   * @param between called after each block, and may rest
   * @return those that were written, without their events
   * @throws FullDiskException if the disk is full; nothing was written
   */
  Fed write(WaitingBlocks blocks, Runnable between)
      throws FullDiskException, SQLException, IOException {
    // No other writer comes between a transaction and its filters, or between a failure and its
    // repair.
    file.lock();
    try {
      while (true) {
        Fed fed = new Fed();
        try {
          filters.committed(
              file.write(
                  connection -> {
                    writer.begin();
                    fed.addAll(blocks, writer, file, between);
                    writer.finish();
                    return filters.storeWhole(connection);
                  }));
          fed.throwIfUnread();
          return fed;
        } catch (SQLException e) {
          if (fed.firstBlock != 0) {
            blocks.takeAgainFrom(fed.firstBlock);
          }
          repair(e);
        }
      }
    } finally {
      file.unlock();
    }
  }

  /** The blocks of one transaction. */
  static final class Fed {
    private long firstBlock;
    private @Nullable IOException unread;
    long lastPosition;
    int events;
    long bytes;

    /**
     * Adds the blocks that are there now; those that come meanwhile are for the next, and so are
     * most of them if another writer waits.
     */
    private void addAll(WaitingBlocks blocks, FeedWriter writer, TableFile file, Runnable between)
        throws SQLException {
      long last = blocks.last();
      try {
        Block next = blocks.take();
        while (next != null) {
          add(next, writer);
          between.run();
          int most =
              file.isAwaited() ? FeedWriter.EVENTS_PER_WRITE : TableFeed.MAX_EVENTS_PER_TRANSACTION;
          boolean isFull = events >= most || next.number() == last;
          next = isFull ? null : blocks.take();
        }
      } catch (IOException e) {
        unread = e;
      }
    }

    private void add(Block block, FeedWriter writer) throws SQLException, IOException {
      firstBlock = firstBlock == 0 ? block.number() : firstBlock;
      List<Event> decoded = new ArrayList<>();
      block.decode(decoded::add);
      for (Event event : decoded) {
        writer.add(event);
      }
      lastPosition = block.lastPosition();
      events += decoded.size();
      bytes += block.eventsLength();
    }

    private void throwIfUnread() throws IOException {
      if (unread != null) {
        throw unread;
      }
    }
  }

  private void repair(SQLException e) throws SQLException, FullDiskException {
    if (!SqliteFile.isFull(e)) {
      throw e;
    }
    beginAnew();
    if (!file.diskSpace().giveUpForTables()) {
      throw new FullDiskException("there is no room on the disk for " + file.path(), null);
    }
  }

  /** Whether somebody else waits for a turn to write. */
  boolean isAwaited() {
    return file.isAwaited();
  }

  /** Prepares statements anew, for the driver closes one that failed, and reads settings again. */
  private void beginAnew() throws SQLException {
    writer =
        file.write(
            connection -> {
              file.config().read(connection);
              writer.close();
              return newWriter(connection);
            });
  }
}
