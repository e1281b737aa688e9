package dev.leasehold.kernel.state;

import dev.leasehold.kernel.scope.Hashing;
import org.jspecify.annotations.Nullable;

/**
 * Remembered leases by id: open addressing with linear probing, some 14 bytes a lease. The hashes
 * lie beside each other, so that a look-up touches no lease but the one that it finds.
 */
public final class LeaseTable {

  private static final int EMPTY = 0;

  /** A bit that is set in every hash, so that none looks empty; the low bits choose the slot. */
  private static final int MARK = 1 << 31;

  private int[] hashes = new int[16];
  private @Nullable LeaseRecord[] slots = new @Nullable LeaseRecord[16];
  private int size;
  private @Nullable LeaseRecord lastFound;

  /** The string that was hashed last, and its hash: a new id is looked for, then added. */
  private @Nullable String lastHashed;

  private int lastHash;

  public int size() {
    return size;
  }

  /** A command is decided, applied and answered about one lease: three look-ups of one string. */
  @SuppressWarnings("ReferenceEquality") // another string of the same text is looked up
  public @Nullable LeaseRecord find(String id) {
    LeaseRecord last = lastFound;
    if (last != null && last.id == id) {
      return last;
    }
    int slot = slotOf(id);
    LeaseRecord found = slot < 0 ? null : slots[slot];
    lastFound = found;
    return found;
  }

  /** Makes room at once for as many as will be added to the empty table. */
  public void expect(int count) {
    int length = slots.length;
    while (4L * (count + 1) > 3L * length) {
      length *= 2;
    }
    hashes = new int[length];
    slots = new @Nullable LeaseRecord[length];
  }

  void add(LeaseRecord record) {
    if (4L * (size + 1) > 3L * slots.length) {
      grow();
    }
    insert(hashOf(record.id), record);
    size++;
    lastFound = record;
  }

  public void remove(String id) {
    int slot = slotOf(id);
    if (slot < 0) {
      throw new IllegalArgumentException("no lease to forget: " + id);
    }
    closeUp(slot);
    size--;
    lastFound = null;
  }

  @SuppressWarnings("ReferenceEquality") // another string of the same text is hashed again
  private int hashOf(String id) {
    if (lastHashed != id) {
      lastHashed = id;
      lastHash = Hashing.of(id) | MARK;
    }
    return lastHash;
  }

  private int slotOf(String id) {
    int mask = slots.length - 1;
    int hash = hashOf(id);
    for (int slot = hash & mask; hashes[slot] != EMPTY; slot = (slot + 1) & mask) {
      LeaseRecord record = slots[slot];
      if (hashes[slot] == hash && record != null && record.id.equals(id)) {
        return slot;
      }
    }
    return -1;
  }

  private void insert(int hash, @Nullable LeaseRecord record) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (hashes[slot] != EMPTY) {
      slot = (slot + 1) & mask;
    }
    hashes[slot] = hash;
    slots[slot] = record;
  }

  /** Moves those behind the gap into it that would not be found behind it. */
  private void closeUp(int gap) {
    int mask = slots.length - 1;
    int free = gap;
    for (int slot = (gap + 1) & mask; hashes[slot] != EMPTY; slot = (slot + 1) & mask) {
      int fromHome = (slot - hashes[slot]) & mask;
      int fromFree = (slot - free) & mask;
      if (fromHome >= fromFree) {
        hashes[free] = hashes[slot];
        slots[free] = slots[slot];
        free = slot;
      }
    }
    hashes[free] = EMPTY;
    slots[free] = null;
  }

  private void grow() {
    int[] oldHashes = hashes;
    @Nullable LeaseRecord[] old = slots;
    hashes = new int[2 * old.length];
    slots = new @Nullable LeaseRecord[2 * old.length];
    for (int slot = 0; slot < old.length; slot++) {
      if (oldHashes[slot] != EMPTY) {
        insert(oldHashes[slot], old[slot]);
      }
    }
  }
}
