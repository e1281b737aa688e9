package dev.leasehold.node.tables.feed;

import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Journal;
import java.io.IOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that the tables do not have yet, in order. The first of them are held as the bytes
 * that were written; those beyond a bound are read from the journal again. Safe for any thread.
 */
final class WaitingBlocks {

  /** A second of full load, so that a feed that keeps up reads nothing again. */
  static final long MAX_HELD_BYTES = 8 << 20;

  private final Journal journal;
  private final ArrayDeque<Block> held = new ArrayDeque<>();
  private long heldBytes;

  /** The number of the next block to take; those that are held begin with it. */
  private long next;

  private long last;

  /**
   * @param fed the number of the last block that the tables have
   */
  WaitingBlocks(Journal journal, long fed) {
    this.journal = journal;
    this.next = fed + 1;
    this.last = journal.head().block();
  }

  synchronized void add(Block block) {
    last = block.number();
    if (block.number() == next + held.size() && heldBytes < MAX_HELD_BYTES) {
      held.add(block);
      heldBytes += block.events().length;
    }
  }

  synchronized boolean isEmpty() {
    return next > last;
  }

  /** The number of the last block that was written. */
  synchronized long last() {
    return last;
  }

  synchronized long heldBytes() {
    return heldBytes;
  }

  /** Takes the next block; null if there is none. */
  @Nullable Block take() throws IOException {
    long number;
    synchronized (this) {
      if (next > last) {
        return null;
      }
      number = next++;
      Block first = held.poll();
      if (first != null) {
        heldBytes -= first.events().length;
        return first;
      }
    }
    return journal.intactBlock(number);
  }

  /** Takes blocks again from this one on, since they could not be written. */
  synchronized void takeAgainFrom(long number) {
    held.clear();
    heldBytes = 0;
    next = number;
  }
}
