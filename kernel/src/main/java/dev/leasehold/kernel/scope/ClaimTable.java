package dev.leasehold.kernel.scope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Patterns and the owners that claim them, ordered by the first of the present owners, who come in
 * their natural order. A hash table of indexes into dense arrays: some 16 bytes a claim, and an
 * order that neither a hash nor a claim that is gone decides.
 */
final class ClaimTable<T extends Comparable<T>> {

  private static final int EMPTY = -1;
  private static final int GONE = -2;

  private @Nullable Pattern[] patterns = new @Nullable Pattern[2];

  /** Beside each pattern its owner, or a {@link PatternOwners} of owners. */
  private @Nullable Object[] owners = new @Nullable Object[2];

  private int used;
  private int live;

  /**
   * In the low bits, as many as choose a slot, the index of a claim; above them those bits of its
   * hash. A probe that meets another claim mostly sees that here, and need not fetch its pattern.
   */
  private int[] slots = newSlots(4);

  private int slotsTaken;

  /** The last in natural order of all who came. */
  private @Nullable T newest;

  /** Whether the first of several owners has left, or an old owner came late. */
  private boolean disordered;

  boolean isEmpty() {
    return live == 0;
  }

  void add(Pattern pattern, T owner) {
    if (newest != null && owner.compareTo(newest) < 0) {
      disordered = true;
    } else {
      newest = owner;
    }
    int hash = hash(pattern);
    int slot = slotOf(pattern, hash);
    if (slot >= 0) {
      join(entryAt(slot), owner);
      return;
    }
    if (used == patterns.length || 4 * (slotsTaken + 1) > 3 * slots.length) {
      rebuild();
    }
    insert(pattern, hash, owner);
  }

  void remove(Pattern pattern, T owner) {
    int slot = slotOf(pattern, hash(pattern));
    if (slot < 0 || !leave(entryAt(slot), owner)) {
      throw new IllegalStateException("no claim on " + pattern + " to take back");
    }
    int entry = entryAt(slot);
    if (owners[entry] == null) {
      patterns[entry] = null;
      slots[slot] = GONE;
      live--;
    }
  }

  /** Shows the owners of this very pattern until the visitor has seen enough. */
  boolean showOwners(Pattern pattern, ClaimIndex.Visitor<T> visitor) {
    int slot = slotOf(pattern, hash(pattern));
    return slot < 0 || show(entryAt(slot), visitor);
  }

  /** Shows the owners of patterns that overlap, until the visitor has seen enough. */
  boolean showOverlapping(Pattern query, StepLimit work, ClaimIndex.Visitor<T> visitor) {
    if (disordered) {
      sort();
    }
    for (int entry = 0; entry < used; entry++) {
      Pattern pattern = patterns[entry];
      if (pattern == null) {
        continue;
      }
      if (!work.spend(1) || (query.overlaps(pattern, work) && !show(entry, visitor))) {
        return false;
      }
    }
    return true;
  }

  @SuppressWarnings("unchecked")
  private void join(int entry, T owner) {
    if (owners[entry] instanceof PatternOwners<?> crowd) {
      ((PatternOwners<T>) crowd).join(owner);
    } else {
      PatternOwners<T> crowd = new PatternOwners<>((T) owners[entry]);
      crowd.join(owner);
      owners[entry] = crowd;
    }
  }

  @SuppressWarnings("unchecked")
  private boolean leave(int entry, T owner) {
    if (owners[entry] instanceof PatternOwners<?> crowd) {
      disordered |= ((PatternOwners<T>) crowd).first().equals(owner);
      ((PatternOwners<T>) crowd).leave(owner);
      if (crowd.isEmpty()) {
        owners[entry] = null;
      }
      return true;
    }
    if (!owner.equals(owners[entry])) {
      return false;
    }
    owners[entry] = null;
    return true;
  }

  @SuppressWarnings("unchecked")
  private boolean show(int entry, ClaimIndex.Visitor<T> visitor) {
    return owners[entry] instanceof PatternOwners<?> crowd
        ? ((PatternOwners<T>) crowd).show(visitor)
        : visitor.visit((T) owners[entry]);
  }

  /** Plain paths and globs are kept in different tables, so their keys cannot be confused. */
  private static String key(Pattern pattern) {
    return pattern instanceof PlainPath plain ? plain.path() : pattern.text();
  }

  private static int hash(Pattern pattern) {
    return Hashing.of(key(pattern));
  }

  private int slotOf(Pattern pattern, int hash) {
    int mask = slots.length - 1;
    int tag = tagOf(hash, mask);
    for (int slot = hash & mask; slots[slot] != EMPTY; slot = (slot + 1) & mask) {
      int found = slots[slot];
      if (found >= 0 && (found & ~mask) == tag && isSame(patterns[found & mask], pattern)) {
        return slot;
      }
    }
    return -1;
  }

  private static boolean isSame(@Nullable Pattern present, Pattern pattern) {
    return present != null && key(present).equals(key(pattern));
  }

  private int entryAt(int slot) {
    return slots[slot] & (slots.length - 1);
  }

  /** The bits of a hash that choose no slot, but for the sign. */
  private static int tagOf(int hash, int mask) {
    return hash & ~mask & Integer.MAX_VALUE;
  }

  private void insert(Pattern pattern, int hash, Object owner) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != EMPTY) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = tagOf(hash, mask) | used;
    slotsTaken++;
    patterns[used] = pattern;
    owners[used] = owner;
    used++;
    live++;
  }

  /** Closes the gaps, and grows or shrinks to what is alive. */
  private void rebuild() {
    @Nullable Pattern[] oldPatterns = patterns;
    @Nullable Object[] oldOwners = owners;
    int oldUsed = used;
    int capacity = live + live / 2 + 2;
    patterns = new @Nullable Pattern[capacity];
    owners = new @Nullable Object[capacity];
    slots = newSlots(2 * Integer.highestOneBit(capacity));
    used = 0;
    live = 0;
    slotsTaken = 0;
    for (int i = 0; i < oldUsed; i++) {
      Pattern pattern = oldPatterns[i];
      Object owner = oldOwners[i];
      if (pattern != null && owner != null) {
        insert(pattern, hash(pattern), owner);
      }
    }
  }

  private void sort() {
    List<Integer> order = new ArrayList<>(live);
    for (int i = 0; i < used; i++) {
      if (patterns[i] != null) {
        order.add(i);
      }
    }
    order.sort(Comparator.<Integer, T>comparing(this::firstOwner).thenComparing(this::textOf));
    @Nullable Pattern[] sortedPatterns = new @Nullable Pattern[patterns.length];
    @Nullable Object[] sortedOwners = new @Nullable Object[patterns.length];
    for (int i = 0; i < live; i++) {
      sortedPatterns[i] = patterns[order.get(i)];
      sortedOwners[i] = owners[order.get(i)];
    }
    patterns = sortedPatterns;
    owners = sortedOwners;
    used = live;
    disordered = false;
    rebuild();
  }

  private String textOf(int entry) {
    return String.valueOf(patterns[entry]);
  }

  @SuppressWarnings("unchecked")
  private T firstOwner(int entry) {
    return owners[entry] instanceof PatternOwners<?> crowd
        ? ((PatternOwners<T>) crowd).first()
        : (T) owners[entry];
  }

  private static int[] newSlots(int size) {
    int[] slots = new int[size];
    Arrays.fill(slots, EMPTY);
    return slots;
  }
}
