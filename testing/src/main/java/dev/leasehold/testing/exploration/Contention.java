package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Party;
import dev.leasehold.kernel.Wait;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who keeps whom out, found by comparing each with each. */
final class Contention {

  private final Chronicle chronicle;
  private final List<Entry> blocking;
  private final List<Entry> waiting;

  Contention(Chronicle chronicle) {
    this.chronicle = chronicle;
    this.blocking = chronicle.entries().stream().filter(Entry::isBlocking).toList();
    this.waiting = chronicle.entries().stream().filter(entry -> entry.place != null).toList();
  }

  void checkHolders() {
    for (int i = 0; i < blocking.size(); i++) {
      for (int j = 0; j < i; j++) {
        Entry one = blocking.get(i);
        Entry two = blocking.get(j);
        Violation.unless(
            !conflict(one, one.mode, two, two.mode), Rule.NO_TWO_HOLDERS, "%s%n%s", one, two);
      }
    }
  }

  /** Somebody is about to be granted, who stands or would stand at this place. */
  void checkTurn(Entry granted, Mode mode, Wait place, long tick) {
    for (Entry waiter : waiting) {
      Violation.unless(
          !isAhead(waiter, granted, mode, place, tick),
          Rule.NOBODY_OVERTAKES,
          "%s is granted before %s",
          granted,
          waiter);
    }
  }

  void checkWaiters(long tick) {
    for (Entry waiter : waiting) {
      Violation.unless(
          !inTheWayOf(waiter, tick).isEmpty(),
          Rule.NOBODY_WAITS_IN_VAIN,
          "nothing keeps %s waiting",
          waiter);
    }
  }

  /** Nobody can wait for itself through others who wait. */
  void checkCycles(long tick) {
    Map<Party, Set<Party>> waitsFor = new LinkedHashMap<>();
    for (Entry waiter : waiting) {
      for (Entry other : inTheWayOf(waiter, tick)) {
        waitsFor.computeIfAbsent(waiter.party, p -> new LinkedHashSet<>()).add(other.party);
      }
    }
    for (Party start : waitsFor.keySet()) {
      Violation.unless(
          !reaches(start, start, waitsFor), Rule.NO_DEADLOCK, "%s in %s", start, waitsFor);
    }
  }

  private static boolean reaches(Party from, Party goal, Map<Party, Set<Party>> waitsFor) {
    Deque<Party> open = new ArrayDeque<>(waitsFor.getOrDefault(from, Set.of()));
    Set<Party> seen = new HashSet<>();
    while (!open.isEmpty()) {
      Party next = open.remove();
      if (next.equals(goal)) {
        return true;
      }
      if (seen.add(next)) {
        open.addAll(waitsFor.getOrDefault(next, Set.of()));
      }
    }
    return false;
  }

  private Set<Entry> inTheWayOf(Entry waiter, long tick) {
    Set<Entry> found = new LinkedHashSet<>();
    Wait place = waiter.place;
    if (place == null) {
      return found;
    }
    for (Entry holder : blocking) {
      if (conflict(waiter, waiter.wanted(), holder, holder.mode)) {
        found.add(holder);
      }
    }
    for (Entry other : waiting) {
      if (isAhead(other, waiter, waiter.wanted(), place, tick)) {
        found.add(other);
      }
    }
    return found;
  }

  private boolean isAhead(Entry waiter, Entry of, Mode mode, Wait place, long tick) {
    Wait its = waiter.place;
    return its != null
        && conflict(waiter, waiter.wanted(), of, mode)
        && comesFirst(its, place, tick);
  }

  private boolean conflict(Entry one, Mode oneMode, Entry two, Mode twoMode) {
    return !chronicle.areKin(one, two)
        && one.space.equals(two.space)
        && (oneMode == Mode.EXCLUSIVE || twoMode == Mode.EXCLUSIVE)
        && TinyPaths.overlap(one.scope, two.scope);
  }

  /** Conversions, then effective priority, then position. */
  private static boolean comesFirst(Wait one, Wait two, long tick) {
    if (one.conversion() != two.conversion()) {
      return one.conversion();
    }
    long mine = effective(one, tick);
    long others = effective(two, tick);
    return mine != others && !one.conversion() ? mine > others : one.position() < two.position();
  }

  /** As given, plus one for every 10 s waited, at most plus 10. */
  private static long effective(Wait wait, long tick) {
    return wait.priority() + Math.min(10, (tick - wait.sinceTick()) / 10_000_000_000L);
  }
}
