package dev.leasehold.node.tables.feed;

import dev.leasehold.node.persist.SqliteFile;
import dev.leasehold.node.sequence.Durable;
import dev.leasehold.node.tables.FullDiskException;
import dev.leasehold.node.tables.TableFile;
import dev.leasehold.node.tables.retry.RequestFilters;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Writes blocks to the tables, each run of them in one transaction. For one thread. */
public final class FeedTransactions {

  private final TableFile file;
  private final RequestFilters requests;
  private FeedWriter writer;

  public FeedTransactions(TableFile file, RequestFilters requests) throws SQLException {
    this.file = file;
    this.requests = requests;
    this.writer = file.write(this::newWriter);
  }

  private FeedWriter newWriter(Connection connection) throws SQLException {
    return new FeedWriter(connection, file.policies(), file.config(), requests::add);
  }

  /**
   * @throws FullDiskException if the disk is full; nothing was written
   */
  void write(List<Durable> blocks) throws FullDiskException, SQLException {
    // No other writer comes between a transaction and its filters, or between a failure and its
    // repair.
    synchronized (file) {
      while (!tryToWrite(blocks)) {
        if (!file.diskSpace().giveUpForTables()) {
          throw new FullDiskException("there is no room on the disk for " + file.path(), null);
        }
      }
    }
  }

  /** Writes the blocks in one transaction; returns false if the disk is full. */
  private boolean tryToWrite(List<Durable> blocks) throws SQLException {
    try {
      requests.committed(
          file.write(
              connection -> {
                writer.write(blocks);
                return requests.storeWhole(connection);
              }));
      return true;
    } catch (SQLException e) {
      if (!SqliteFile.isFull(e)) {
        throw e;
      }
      beginAnew();
      return false;
    }
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
