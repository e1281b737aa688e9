package dev.leasehold.kernel.scope;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Claims by the text of their patterns, in the order they were made. A hash table of indexes into a
 * dense array: 12 bytes a claim, and an order that does not depend on history before the oldest.
 */
final class ClaimTable<T> {

  private static final int EMPTY = -1;
  private static final int GONE = -2;

  private @Nullable Claim<T>[] entries = newEntries(2);
  private int used;
  private int live;
  private int[] slots = newSlots(4);
  private int slotsTaken;

  int size() {
    return live;
  }

  @Nullable Claim<T> find(Pattern pattern) {
    int slot = slotOf(key(pattern));
    return slot < 0 ? null : entries[slots[slot]];
  }

  void add(Claim<T> claim) {
    if (used == entries.length || 4 * (slotsTaken + 1) > 3 * slots.length) {
      rebuild();
    }
    insert(claim);
  }

  void remove(Pattern pattern) {
    int slot = slotOf(key(pattern));
    entries[slots[slot]] = null;
    slots[slot] = GONE;
    live--;
  }

  /** Shows the claims, oldest first, until the visitor has seen enough. */
  boolean forEach(ClaimVisitor<T> visitor) {
    for (int i = 0; i < used; i++) {
      Claim<T> claim = entries[i];
      if (claim != null && !visitor.visit(claim)) {
        return false;
      }
    }
    return true;
  }

  interface ClaimVisitor<T> {
    boolean visit(Claim<T> claim);
  }

  /** Plain paths and globs are kept in different tables, so their texts cannot be confused. */
  private static String key(Pattern pattern) {
    return pattern instanceof PlainPath plain ? plain.path() : pattern.text();
  }

  private int slotOf(String key) {
    int mask = slots.length - 1;
    int slot = Hashing.of(key) & mask;
    while (slots[slot] != EMPTY) {
      int entry = slots[slot];
      if (entry >= 0) {
        Claim<T> claim = entries[entry];
        if (claim != null && key(claim.pattern).equals(key)) {
          return slot;
        }
      }
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  private void insert(Claim<T> claim) {
    int mask = slots.length - 1;
    int slot = Hashing.of(key(claim.pattern)) & mask;
    while (slots[slot] != EMPTY) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = used;
    slotsTaken++;
    entries[used++] = claim;
    live++;
  }

  /** Closes the gaps, and grows or shrinks to what is alive. */
  private void rebuild() {
    @Nullable Claim<T>[] old = entries;
    int oldUsed = used;
    entries = newEntries(live + live / 2 + 2);
    slots = newSlots(Integer.highestOneBit(2 * entries.length - 1));
    used = 0;
    live = 0;
    slotsTaken = 0;
    for (int i = 0; i < oldUsed; i++) {
      Claim<T> claim = old[i];
      if (claim != null) {
        insert(claim);
      }
    }
  }

  private static int[] newSlots(int size) {
    int[] slots = new int[size];
    Arrays.fill(slots, EMPTY);
    return slots;
  }

  @SuppressWarnings("unchecked")
  private static <T> @Nullable Claim<T>[] newEntries(int size) {
    return (@Nullable Claim<T>[]) new Claim<?>[size];
  }
}
