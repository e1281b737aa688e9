package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Hashing;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembered leases by id: open addressing with linear probing, some 8 bytes a lease. */
final class LeaseTable {

  private static final Scope EVERYTHING = Scope.ofCanonical(List.of("/**"));

  /** Marks a slot whose lease is gone, so that the ones behind it are still found. */
  private static final Holding GONE =
      new Holding(
          new Event.Claim(
              "",
              false,
              Policy.FILE.name(),
              1,
              "",
              EVERYTHING,
              Mode.SHARED,
              "",
              "",
              0,
              0,
              Map.of(),
              Event.Request.NONE,
              Event.Wish.NONE),
          0,
          Policy.FILE,
          new Space(""),
          new Holder(""));

  private @Nullable Holding[] slots = new @Nullable Holding[16];
  private int taken;
  private int live;
  private @Nullable Holding lastFound;

  int size() {
    return live;
  }

  /** A command is decided, applied and answered about one lease: three look-ups of one string. */
  @SuppressWarnings("ReferenceEquality") // another string of the same text is looked up
  @Nullable Holding find(String id) {
    Holding last = lastFound;
    if (last != null && last.id == id) {
      return last;
    }
    int slot = slotOf(id);
    Holding found = slot < 0 ? null : slots[slot];
    lastFound = found;
    return found;
  }

  /** Makes room at once for as many as will be added. */
  void expect(int count) {
    int size = slots.length;
    while (4L * (count + 1) > 3L * size) {
      size *= 2;
    }
    slots = new @Nullable Holding[size];
  }

  void add(Holding holding) {
    if (4 * (taken + 1) > 3 * slots.length) {
      rebuild();
    }
    insert(holding);
    live++;
    lastFound = holding;
  }

  void remove(String id) {
    slots[slotOf(id)] = GONE;
    live--;
    lastFound = null;
  }

  private int slotOf(String id) {
    int mask = slots.length - 1;
    for (int slot = Hashing.of(id) & mask; ; slot = (slot + 1) & mask) {
      Holding holding = slots[slot];
      if (holding == null) {
        return -1;
      }
      if (holding != GONE && holding.id.equals(id)) {
        return slot;
      }
    }
  }

  private void insert(Holding holding) {
    int mask = slots.length - 1;
    int slot = Hashing.of(holding.id) & mask;
    while (slots[slot] != null) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = holding;
    taken++;
  }

  private void rebuild() {
    @Nullable Holding[] old = slots;
    slots = new @Nullable Holding[live > old.length / 2 ? 2 * old.length : old.length];
    taken = 0;
    for (Holding holding : old) {
      if (holding != null && holding != GONE) {
        insert(holding);
      }
    }
  }
}
