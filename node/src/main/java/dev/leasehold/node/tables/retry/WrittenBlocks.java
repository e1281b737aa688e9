package dev.leasehold.node.tables.retry;

import java.util.Arrays;

/** Knows which block has an event, of blocks that were written one after the other. */
final class WrittenBlocks {

  private long firstNumber;
  private int first;
  private int size;
  private long[] lastPositions = new long[256];

  /** Adds a block. If it does not follow the last one, those before are dropped. */
  synchronized void add(long number, long lastPosition) {
    if (number != firstNumber + size) {
      firstNumber = number;
      first = 0;
      size = 0;
    }
    if (first + size == lastPositions.length) {
      boolean isHalfEmpty = first > size;
      long[] kept = isHalfEmpty ? lastPositions : new long[2 * lastPositions.length];
      System.arraycopy(lastPositions, first, kept, 0, size);
      lastPositions = kept;
      first = 0;
    }
    lastPositions[first + size++] = lastPosition;
  }

  /**
   * The number of the block with the position; 0 if it is not written. If the block was dropped,
   * the number is that of a newer one.
   */
  synchronized long numberOf(long position) {
    int at = Arrays.binarySearch(lastPositions, first, first + size, position);
    int found = at < 0 ? -at - 1 : at;
    return found == first + size ? 0 : firstNumber + found - first;
  }

  /** Drops blocks that end at the position or before it. */
  synchronized void dropUpTo(long position) {
    while (size > 0 && lastPositions[first] <= position) {
      first++;
      firstNumber++;
      size--;
    }
  }
}
