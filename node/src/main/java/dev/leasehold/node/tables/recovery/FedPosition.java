package dev.leasehold.node.tables.recovery;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.tables.Sql;
import dev.leasehold.node.tables.TableFile;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The newest event that the tables know of.
 *
 * @param position 0 if they know none
 * @param block the number of its block; 0 while that was not looked for
 */
public record FedPosition(long position, long tick, long wallNanos, long block) {

  public static final FedPosition NOTHING = new FedPosition(0, 0, 0, 0);

  public static FedPosition read(TableFile file) throws SQLException {
    return file.write(
        connection ->
            Objects.requireNonNullElse(
                Sql.first(
                    connection,
                    "SELECT position, tick, wall_nanos FROM feed",
                    row -> new FedPosition(row.getLong(1), row.getLong(2), row.getLong(3), 0)),
                NOTHING));
  }

  /**
   * Finds the block of the event.
   *
   * @return null if the journal has another event there
   * @throws IOException if the journal ends before it
   */
  public @Nullable FedPosition in(Journal journal) throws IOException {
    if (position == 0) {
      return this;
    }
    Block block = find(journal);
    if (block == null) {
      throw new IOException(
          "leasehold.db knows of position "
              + position
              + " and the journal ends before it, so the journal is older than the tables; put the"
              + " right journal.db back, or remove leasehold.db if this journal is the right one");
    }
    boolean[] found = new boolean[1];
    block.decode(event -> found[0] |= isThis(event));
    return found[0] ? new FedPosition(position, tick, wallNanos, block.number()) : null;
  }

  private boolean isThis(Event event) {
    return event.position() == position && event.tick() == tick && event.wallNanos() == wallNanos;
  }

  /** Finds the block that reaches the position, by halving. */
  private @Nullable Block find(Journal journal) throws IOException {
    long before = 0;
    long reach = 1;
    Block found = journal.block(reach);
    while (found != null && found.lastPosition() < position) {
      before = reach;
      reach *= 2;
      found = journal.block(reach);
    }
    long end = reach;
    while (end - before > 1) {
      long middle = before + (end - before) / 2;
      Block block = journal.block(middle);
      if (block != null && block.lastPosition() < position) {
        before = middle;
      } else {
        end = middle;
        found = block;
      }
    }
    return found;
  }
}
