package dev.leasehold.node.persist;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.time.ClockMark;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The durable chain of blocks. Used by one thread at a time, but for {@link #block}: first
 * replayed, then appended to.
 *
 * <p>An {@link IOException} from a method that writes means that nobody knows what is on the disk:
 * the caller stops for good, and does not close the journal either.
 */
public interface Journal extends AutoCloseable {

  /**
   * Reads all blocks in order, checks them, and hands over their events. Called once, before
   * anything is written.
   *
   * @throws JournalDamagedException if a block is not what was written
   */
  default void replay(Consumer<Event> events) throws IOException {
    replay(Head.EMPTY, events);
  }

  /**
   * Reads and checks the blocks after a place in the chain whose state is known.
   *
   * @param from where the chain had got to; {@link Head#EMPTY} for its beginning
   */
  void replay(Head from, Consumer<Event> events) throws IOException;

  /** A block as it was stored, unchecked; null if there is none. Any thread may ask, any time. */
  @Nullable Block block(long number) throws IOException;

  /**
   * Reads and checks a block that must be there.
   *
   * @throws IOException if it is missing or damaged
   */
  default Block intactBlock(long number) throws IOException {
    Block found = block(number);
    if (found == null || !found.isIntact()) {
      throw new IOException(
          "block " + number + " of the journal is " + (found == null ? "missing" : "damaged"));
    }
    return found;
  }

  /** The head that the next block must follow. */
  Head head();

  /** Returns when the block is durable. */
  void append(Block block) throws IOException;

  /**
   * Looks whether what was appended can still be found where the journal is. To be called before
   * anybody is told of it.
   *
   * @throws IOException if the journal was deleted, replaced or made read-only
   */
  void requireInPlace() throws IOException;

  /** The last mark of the clock; null if there is none. */
  @Nullable ClockMark lastMark() throws IOException;

  /** Replaces the last mark. Returns when it is durable. */
  void mark(ClockMark mark) throws IOException;

  /** The newest signed checkpoint; null if there is none. */
  @Nullable Checkpoint lastCheckpoint() throws IOException;

  /** Keeps a checkpoint beside those before it. Returns when it is durable. */
  void checkpoint(Checkpoint checkpoint) throws IOException;

  /** Does what can wait until the replies of the last block have left. */
  void tidy() throws IOException;

  @Override
  void close() throws IOException;
}
