package dev.leasehold.node.tables.retry;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The newest place of each key within a range of positions: a hash table with open addressing. Most
 * keys that are asked for are not there, so a Bloom filter, which is an eighth as large, is asked
 * first; it has three bits of one word for each key (Putze, Sanders and Singler 2007). One thread
 * puts, any may get.
 */
final class NewestPositions {

  static final int NONE = -1;

  private static final int FIRST_SLOTS = 1 << 10;

  /** Marks an empty slot; the key 0 is kept as 1. */
  private static final long EMPTY = 0;

  /** Differs from process to process, so that nobody can choose keys that share a slot. */
  private static final long MULTIPLIER = ThreadLocalRandom.current().nextLong() | 1;

  private static final int SLOTS_PER_WORD = 8;

  /** Keys and places of one size; a place is written before its key, and both before its bits. */
  private record Slots(AtomicLongArray keys, AtomicIntegerArray places, AtomicLongArray filter) {

    static Slots of(int length) {
      return new Slots(
          new AtomicLongArray(length),
          new AtomicIntegerArray(length),
          new AtomicLongArray(length / SLOTS_PER_WORD));
    }

    private static long hash(long key) {
      return key * MULTIPLIER;
    }

    private static long bits(long hash) {
      return 1L << (hash >>> 26) | 1L << (hash >>> 20) | 1L << (hash >>> 14);
    }

    private int word(long hash) {
      return (int) (hash >>> 32) & (filter.length() - 1);
    }

    boolean mayHave(long key) {
      long hash = hash(key);
      long bits = bits(hash);
      return (filter.getAcquire(word(hash)) & bits) == bits;
    }

    /** The slot of the key, or the empty one where it belongs. */
    int find(long key) {
      int mask = keys.length() - 1;
      int at = (int) (hash(key) >>> 32) & mask;
      for (long there = keys.getAcquire(at);
          there != key && there != EMPTY;
          there = keys.getAcquire(at)) {
        at = (at + 1) & mask;
      }
      return at;
    }

    /** Returns whether the key is new. */
    boolean put(long key, int place) {
      int at = find(key);
      places.setRelease(at, place);
      if (keys.getPlain(at) == key) {
        return false;
      }
      keys.setRelease(at, key);
      long hash = hash(key);
      filter.setRelease(word(hash), filter.getPlain(word(hash)) | bits(hash));
      return true;
    }
  }

  private volatile Slots slots;
  private int size;

  /**
   * @param expected keys that there is room for from the beginning
   */
  NewestPositions(int expected) {
    slots = Slots.of(Math.max(FIRST_SLOTS, Integer.highestOneBit(expected) << 2));
  }

  void put(long key, int place) {
    if (2 * (size + 1) > slots.keys.length()) {
      Slots larger = Slots.of(2 * slots.keys.length());
      for (int i = 0; i < slots.keys.length(); i++) {
        if (slots.keys.getPlain(i) != EMPTY) {
          larger.put(slots.keys.getPlain(i), slots.places.getPlain(i));
        }
      }
      slots = larger;
    }
    if (slots.put(filled(key), place)) {
      size++;
    }
  }

  /** The newest place of a key; {@link #NONE} if it has none. */
  int get(long key) {
    Slots asked = slots;
    if (!asked.mayHave(filled(key))) {
      return NONE;
    }
    int at = asked.find(filled(key));
    return asked.keys.getAcquire(at) == EMPTY ? NONE : asked.places.getAcquire(at);
  }

  private static long filled(long key) {
    return key == EMPTY ? 1 : key;
  }

  int size() {
    return size;
  }
}
