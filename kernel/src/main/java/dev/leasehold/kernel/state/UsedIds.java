package dev.leasehold.kernel.state;

import java.util.Arrays;

/**
 * Ids that callers chose for leases which are forgotten by now: 16 bytes of hash for each, in the
 * order they came, and an index of open addressing. None ever leaves, so a copy is the beginning of
 * the same array.
 */
public final class UsedIds {

  /** High and low half of each hash, alternating. */
  private long[] halves = new long[2 * 16];

  private int size;

  /** One more than the number of an id; 0 where there is none. Half of it at most is taken. */
  private int[] index = new int[32];

  public int size() {
    return size;
  }

  public boolean contains(UsedId id) {
    return index[slotOf(id)] != 0;
  }

  public void add(UsedId id) {
    int slot = slotOf(id);
    if (index[slot] != 0) {
      return;
    }
    if (2 * size == halves.length) {
      halves = Arrays.copyOf(halves, 2 * (size + size / 2));
    }
    halves[2 * size] = id.high();
    halves[2 * size + 1] = id.low();
    index[slot] = ++size;
    if (2 * size > index.length) {
      grow();
    }
  }

  /** The slot of the id, or the empty one where it belongs. */
  private int slotOf(UsedId id) {
    int mask = index.length - 1;
    int slot = (int) id.low() & mask;
    while (index[slot] != 0 && !isAt(index[slot] - 1, id)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean isAt(int number, UsedId id) {
    return halves[2 * number] == id.high() && halves[2 * number + 1] == id.low();
  }

  private void grow() {
    index = new int[2 * index.length];
    int mask = index.length - 1;
    for (int number = 0; number < size; number++) {
      int slot = (int) halves[2 * number + 1] & mask;
      while (index[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      index[slot] = number + 1;
    }
  }

  /** Those that are there now, to be read later, on any thread. */
  public Copy copy() {
    return new Copy(halves, size);
  }

  /** The ids that were there at one moment. */
  public static final class Copy {

    private final long[] halves;
    private final int size;

    private Copy(long[] halves, int size) {
      this.halves = halves;
      this.size = size;
    }

    /** All of them in the order of their hashes. */
    public UsedId[] sorted() {
      UsedId[] all = new UsedId[size];
      for (int i = 0; i < size; i++) {
        all[i] = new UsedId(halves[2 * i], halves[2 * i + 1]);
      }
      Arrays.sort(all);
      return all;
    }
  }
}
