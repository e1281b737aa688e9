package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.ExpiryCause;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Wait;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the events say, put together without the kernel. */
final class Chronicle {

  /** Money set aside, as the events say. */
  record SetAside(String leaseId, Amounts amounts, long deadlineTick) {}

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, SetAside> reservations = new TreeMap<>();
  private final Map<String, Amounts> deposits = new TreeMap<>();
  private long lastPosition;
  private long lastTick;
  private long lastToken;

  Collection<Entry> entries() {
    return entries.values();
  }

  Map<String, SetAside> reservations() {
    return reservations;
  }

  Map<String, Amounts> deposits() {
    return deposits;
  }

  @Nullable Entry find(String id) {
    return entries.get(id);
  }

  private Entry known(String id) {
    Entry entry = entries.get(id);
    if (entry == null) {
      throw new Violation(Rule.EVENTS_TELL_ALL, "an event of an unknown lease " + id);
    }
    return entry;
  }

  /** Whether one is the other, or derived from it, in whatever generation. */
  boolean areKin(Entry one, Entry two) {
    return isWithin(one, two) || isWithin(two, one);
  }

  private boolean isWithin(Entry inner, Entry outer) {
    for (Entry next = inner; next != null; next = entries.get(next.parentId)) {
      if (next == outer) {
        return true;
      }
    }
    return false;
  }

  void add(Event event) {
    Violation.unless(
        event.position() > lastPosition && event.tick() >= lastTick,
        Rule.EVENTS_TELL_ALL,
        "%s after position %d, tick %d",
        event,
        lastPosition,
        lastTick);
    lastPosition = event.position();
    lastTick = event.tick();
    if (event instanceof Event.OfLease ofLease) {
      addOfLease(ofLease);
    } else if (event instanceof Event.PoolCreated e) {
      deposits.put(e.poolId(), e.amounts());
    } else if (event instanceof Event.PoolChanged e) {
      deposits.computeIfPresent(
          e.poolId(), (id, sum) -> e.deposit() ? sum.plus(e.amounts()) : sum.minus(e.amounts()));
    }
  }

  private void addOfLease(Event.OfLease event) {
    switch (event) {
      case Event.Granted e -> grant(put(new Entry(e.claim())), e, e.deadlineTick());
      case Event.Queued e ->
          put(new Entry(e.claim())).place =
              new Wait(e.position(), e.tick(), e.waitDeadlineTick(), e.priority(), false);
      case Event.Admitted e -> {
        grant(known(e.leaseId()), e, e.deadlineTick());
        known(e.leaseId()).unclaimed = true;
        return;
      }
      case Event.Renewed e -> known(e.leaseId()).deadlineTick = e.deadlineTick();
      case Event.Refreshed e -> revive(known(e.leaseId()), e.deadlineTick());
      case Event.Expired e -> expire(known(e.leaseId()), e);
      case Event.Ended e -> end(known(e.leaseId()), e.state(), e.endedTick(), e.tick());
      case Event.Transferred e -> handOn(known(e.leaseId()), e);
      case Event.Converted e -> convert(known(e.leaseId()), e);
      case Event.ConversionQueued e ->
          known(e.leaseId()).place =
              new Wait(e.position(), e.tick(), e.waitDeadlineTick(), 0, true);
      case Event.ConversionFailed e -> known(e.leaseId()).place = null;
      case Event.Reserved e ->
          reservations.put(
              e.request().requestId(), new SetAside(e.leaseId(), e.amounts(), e.deadlineTick()));
      case Event.Adjusted e ->
          reservations.computeIfPresent(
              e.reservationId(),
              (id, old) -> new SetAside(old.leaseId, e.amounts(), old.deadlineTick));
      case Event.Settled e -> reservations.remove(e.reservationId());
      default -> known(event.leaseId());
    }
    known(event.leaseId()).unclaimed = false;
  }

  private Entry put(Entry entry) {
    Violation.unless(
        entries.put(entry.id, entry) == null, Rule.EVENTS_TELL_ALL, "%s made twice", entry);
    return entry;
  }

  private void grant(Entry entry, Event event, long deadlineTick) {
    entry.state = LeaseState.ACTIVE;
    entry.place = null;
    entry.deadlineTick = deadlineTick;
    takeToken(entry, event);
  }

  private void takeToken(Entry entry, Event event) {
    Violation.unless(
        event.position() > lastToken,
        Rule.TOKENS_STRICTLY_RISE,
        "%s after the token %d",
        event,
        lastToken);
    lastToken = event.position();
    entry.token = lastToken;
  }

  private static void revive(Entry entry, long deadlineTick) {
    entry.state = LeaseState.ACTIVE;
    entry.graceEndTick = 0;
    entry.deadlineTick = deadlineTick;
  }

  private static void expire(Entry entry, Event.Expired event) {
    boolean atDeadline =
        event.cause() == ExpiryCause.TIME
            ? event.endedTick() == entry.deadlineTick
            : event.endedTick() <= entry.deadlineTick;
    Violation.unless(
        atDeadline && event.endedTick() <= event.tick(), Rule.NEVER_EARLY, "%s %s", event, entry);
    entry.state = LeaseState.EXPIRED;
    entry.graceEndTick = event.graceEndTick();
    entry.place = null;
  }

  private static void end(Entry entry, LeaseState state, long endedTick, long tick) {
    Violation.unless(endedTick <= tick, Rule.NEVER_EARLY, "%s at %d", entry, tick);
    entry.state = state;
    entry.graceEndTick = 0;
    entry.place = null;
  }

  private void handOn(Entry old, Event.Transferred event) {
    end(old, LeaseState.RELEASED, event.tick(), event.tick());
    Entry heir = put(new Entry(old, event.newLeaseId(), event.toHolder()));
    takeToken(heir, event);
    for (Entry child : entries.values()) {
      if (child.parentId.equals(old.id) && child.isBlocking()) {
        child.parentId = heir.id;
      }
    }
  }

  private void convert(Entry entry, Event.Converted event) {
    entry.mode = event.mode();
    entry.place = null;
    if (event.mode() == Mode.EXCLUSIVE) {
      takeToken(entry, event);
    }
  }
}
