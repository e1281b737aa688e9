package dev.leasehold.node.tables.retry;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongConsumer;

/**
 * Keys of a part that gets more of them: a hash table with open addressing. One thread adds, any
 * may ask.
 */
final class OpenKeys implements KeySet {

  private static final int FIRST_SLOTS = 1 << 10;

  /** Marks an empty slot; the key 0 is kept as 1, which costs a look at worst. */
  private static final long EMPTY = 0;

  /** Differs from process to process, so that nobody can choose keys that share a slot. */
  private static final long MULTIPLIER = ThreadLocalRandom.current().nextLong() | 1;

  private volatile AtomicLongArray slots;
  private int size;

  OpenKeys() {
    this(0);
  }

  /**
   * @param expected keys that there is room for from the beginning
   */
  OpenKeys(int expected) {
    slots = new AtomicLongArray(Math.max(FIRST_SLOTS, Integer.highestOneBit(expected) << 2));
  }

  void add(long key) {
    if (2 * (size + 1) > slots.length()) {
      AtomicLongArray larger = new AtomicLongArray(2 * slots.length());
      forEach(old -> put(larger, old));
      slots = larger;
    }
    if (put(slots, filled(key))) {
      size++;
    }
  }

  private static boolean put(AtomicLongArray table, long key) {
    int at = find(table, key);
    if (table.getPlain(at) == key) {
      return false;
    }
    table.setRelease(at, key);
    return true;
  }

  /** The slot of the key, or the empty one where it belongs. */
  private static int find(AtomicLongArray table, long key) {
    int mask = table.length() - 1;
    int at = (int) ((key * MULTIPLIER) >>> 32) & mask;
    for (long there = table.getAcquire(at);
        there != key && there != EMPTY;
        there = table.getAcquire(at)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private static long filled(long key) {
    return key == EMPTY ? 1 : key;
  }

  @Override
  public boolean mayHave(long key) {
    AtomicLongArray table = slots;
    return table.getAcquire(find(table, filled(key))) != EMPTY;
  }

  int size() {
    return size;
  }

  void forEach(LongConsumer keys) {
    AtomicLongArray table = slots;
    for (int i = 0; i < table.length(); i++) {
      long key = table.getPlain(i);
      if (key != EMPTY) {
        keys.accept(key);
      }
    }
  }

  @Override
  public int bytes() {
    return slots.length() * Long.BYTES;
  }
}
