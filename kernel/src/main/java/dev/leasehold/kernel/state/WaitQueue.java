package dev.leasehold.kernel.state;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All who wait, and which lines have to be looked at because something that kept them waiting may
 * be gone. Which these are is worked out anew after a restart; looking at one in vain does no harm.
 */
public final class WaitQueue {

  private final Map<WaitLine.Key, WaitLine> lines = new HashMap<>();
  private final Map<ResourceKey, Integer> countByResource = new HashMap<>();
  private final Map<Party, Map<String, LeaseRecord>> byParty = new HashMap<>();
  private int count;
  private long linesOpened;

  /** Lines whose first may be grantable now. */
  private final Set<WaitLine> toRecheck = new LinkedHashSet<>();

  /** Lines by the tick at which ageing may move their first waiter ahead of another line. */
  private final TreeSet<WaitLine> watched =
      new TreeSet<>(
          (left, right) -> {
            int byTick = Long.compare(left.lookTick, right.lookTick);
            return byTick != 0 ? byTick : left.compareTo(right);
          });

  public int count() {
    return count;
  }

  /** Returns the refusal of one more wait where the queue is full; null if there is room. */
  public @Nullable Refusal full(Space space, Scope scope) {
    if (count >= Limits.MAX_WAITERS) {
      return new LimitRefusal.QueueFull(
          Limits.MAX_WAITERS + " requests are waiting, all that may; try again later");
    }
    if (space.waitingWeight() + scope.weight() > Limits.MAX_WAITING_PATTERN_CHARACTERS) {
      return new LimitRefusal.QueueFull(
          "too many patterns are waited for in " + space.name + "; wait for plain names, or later");
    }
    int here = countByResource.getOrDefault(new ResourceKey(space.name, scope), 0);
    return here < Limits.MAX_WAITERS_ON_ONE_RESOURCE
        ? null
        : new LimitRefusal.QueueFull(
            Limits.MAX_WAITERS_ON_ONE_RESOURCE
                + " requests are waiting for the same, all that may; try again later");
  }

  /** All leases that wait, by position. */
  public List<Lease> all() {
    Map<Long, Lease> byPosition = new TreeMap<>();
    for (Map<String, LeaseRecord> waits : byParty.values()) {
      for (LeaseRecord record : waits.values()) {
        byPosition.put(Objects.requireNonNull(record.place()).position(), record.lease());
      }
    }
    return List.copyOf(byPosition.values());
  }

  /** The waits of a party. */
  public Iterable<LeaseRecord> of(Party party) {
    return byParty.getOrDefault(party, Map.of()).values();
  }

  public void add(LeaseRecord record, QueuePlace place) {
    Mode mode = place.conversion() ? Mode.EXCLUSIVE : record.mode();
    WaitLine.Key key =
        new WaitLine.Key(
            record.space.name,
            record.scope,
            mode,
            place.priority(),
            place.conversion() ? place.position() : 0);
    WaitLine line = lines.get(key);
    if (line == null) {
      line = new WaitLine(key, record.space, ++linesOpened);
      lines.put(key, line);
      record.space.open(line);
    }
    line.join(record, place);
    record.rareToWrite().line = line;
    count++;
    countByResource.merge(new ResourceKey(record.space.name, record.scope), 1, Integer::sum);
    byParty.computeIfAbsent(record.party(), p -> new LinkedHashMap<>()).put(record.id, record);
    recheck(line);
  }

  /** A wait came to nothing; those whom it kept waiting may be next. */
  public void remove(LeaseRecord record) {
    WaitLine line = leave(record);
    recheckOverlapping(line.space, line.scope(), line.mode());
  }

  /** Removes the wait of a lease that ends or is released, if it has one. */
  public void removeIfWaiting(LeaseRecord record) {
    if (record.place() != null) {
      remove(record);
    }
  }

  /** A wait is over; whoever comes behind it in its line may be next. */
  public WaitLine leave(LeaseRecord record) {
    RareFields rare = record.rareToWrite();
    WaitLine line = rare.line;
    QueuePlace place = rare.place;
    if (line == null || place == null) {
      throw new IllegalStateException("a lease that does not wait: " + record.id);
    }
    rare.line = null;
    rare.place = null;
    line.leave(place);
    recheck(line);
    if (line.isEmpty()) {
      toRecheck.remove(line);
      lines.remove(line.key);
      line.space.close(line);
    }
    count--;
    countByResource.computeIfPresent(
        new ResourceKey(record.space.name, record.scope), (key, n) -> n == 1 ? null : n - 1);
    byParty.computeIfPresent(
        record.party(),
        (party, waits) -> {
          waits.remove(record.id);
          return waits.isEmpty() ? null : waits;
        });
    return line;
  }

  /** Rechecks lines that overlap: a lease that kept them out is gone, or weaker than before. */
  public void recheckOverlapping(Space space, Scope scope, Mode mode) {
    if (count == 0) {
      return;
    }
    StepLimit work = StepLimit.ofOneCommand();
    space.visitLines(
        scope,
        mode,
        work,
        line -> {
          recheck(line);
          return true;
        });
    if (work.isExhausted()) {
      space.lines().forEach(this::recheck);
    }
  }

  /** Has the line looked at by the next step that grants. */
  public void recheck(WaitLine line) {
    unwatch(line);
    toRecheck.add(line);
  }

  private void unwatch(WaitLine line) {
    if (line.lookTick != 0) {
      watched.remove(line);
      line.lookTick = 0;
    }
  }

  /** Look at the line again when its first has become more urgent. */
  public void watch(WaitLine line, long tick) {
    unwatch(line);
    if (tick != Long.MAX_VALUE) {
      line.lookTick = tick;
      watched.add(line);
    }
  }

  /** Whether no line has to be looked at by the tick. */
  public boolean isQuietAt(long tick) {
    return nextLookTick() > tick;
  }

  /** The tick from which a wait may be granted; 0 if one may be already. */
  public long nextLookTick() {
    if (!toRecheck.isEmpty()) {
      return 0;
    }
    return watched.isEmpty() ? Long.MAX_VALUE : watched.first().lookTick;
  }

  /** Hands over the lines to look at, once. */
  public Set<WaitLine> takeLinesAt(long tick) {
    while (!watched.isEmpty() && watched.first().lookTick <= tick) {
      recheck(watched.first());
    }
    Set<WaitLine> taken = new LinkedHashSet<>(toRecheck);
    toRecheck.clear();
    return taken;
  }

  /** The line of a lease if it still waits. */
  public static @Nullable WaitLine lineOf(LeaseRecord record) {
    return record.rare().line;
  }
}
