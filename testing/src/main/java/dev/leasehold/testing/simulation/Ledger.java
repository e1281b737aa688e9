package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Mode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The auditor's own books: what has happened, in plain maps and lists. It checks nothing. */
final class Ledger {

  /** Request ids of changes that are surely remembered; older ones may be. */
  private static final int SURE_CHANGES = 16;

  /** What a request made or changed, and what it said. */
  record Effect(String leaseId, Command body) {}

  private final Map<String, Entry> entries = new HashMap<>();
  private final Map<String, Entry> blocking = new LinkedHashMap<>();
  private final ArrayDeque<Entry> ended = new ArrayDeque<>();
  private final Map<String, Effect> effects = new HashMap<>();
  private final Set<String> faded = new HashSet<>();
  private final Set<String> callersIds = new HashSet<>();
  private final Map<String, Long> epochs = new HashMap<>();

  long lastPosition;
  long lastTick;

  static String key(String caller, String requestId) {
    return caller + " " + requestId;
  }

  static String resource(String space, List<String> patterns) {
    return space + " " + String.join(" ", patterns);
  }

  @Nullable Entry find(String id) {
    return entries.get(id);
  }

  Collection<Entry> blocking() {
    return blocking.values();
  }

  Collection<Entry> ended() {
    return ended;
  }

  /** What the request did, if that is surely remembered. */
  @Nullable Effect effect(String caller, String requestId) {
    return requestId.isEmpty() ? null : effects.get(key(caller, requestId));
  }

  /** Whether the request did something that may or may not be remembered. */
  boolean isFaded(String caller, String requestId) {
    return faded.contains(key(caller, requestId));
  }

  boolean isUsed(String callersId) {
    return callersIds.contains(callersId);
  }

  /** The epoch of the last grant of the resource; -1 if there was none. */
  long lastEpoch(String resource) {
    return epochs.getOrDefault(resource, -1L);
  }

  List<Entry> conflicts(String space, List<String> patterns, boolean exclusive) {
    Set<String> paths = Universe.pathsOf(space, patterns);
    List<Entry> conflicts = new ArrayList<>();
    for (Entry entry : blocking.values()) {
      if (entry.conflictsWith(space, paths, exclusive)) {
        conflicts.add(entry);
      }
    }
    return conflicts;
  }

  void write(Event event, Cause cause) {
    lastPosition = event.position();
    lastTick = event.tick();
    switch (event) {
      case Event.Granted e -> granted(e, cause);
      case Event.Renewed e -> renewed(e, cause);
      case Event.Expired e -> expired(e);
      case Event.Ended e -> ended(e, cause);
      case Event.Pruned e -> pruned(e.count());
      case Event.SpaceDeclared e -> {}
      case Event.TokenIssued e -> {}
      case Event.TokenRevoked e -> {}
    }
  }

  private void granted(Event.Granted e, Cause cause) {
    List<String> patterns = Universe.canonical(e.space(), e.scope().patternTexts());
    Entry entry =
        new Entry(
            e.leaseId(),
            e.callersId(),
            e.policy(),
            e.space(),
            Universe.pathsOf(e.space(), patterns),
            e.mode() == Mode.EXCLUSIVE,
            e.holder(),
            e.position(),
            e.maxRenewals(),
            e.epoch());
    entry.ttlNanos = e.ttlNanos();
    entry.deadline = e.tick() + e.ttlNanos();
    entry.promisedTrueNanos = cause.trueNanos() + e.ttlNanos();
    entries.put(entry.id, entry);
    blocking.put(entry.id, entry);
    if (e.callersId()) {
      callersIds.add(e.leaseId());
    }
    if (entry.facts().epochsLast()) {
      epochs.put(resource(e.space(), patterns), e.epoch());
    }
    if (!e.requestId().isEmpty()) {
      String key = key(e.caller(), e.requestId());
      entry.grantKeys.add(key);
      effects.put(key, new Effect(entry.id, cause.command()));
      faded.remove(key);
    }
  }

  private void renewed(Event.Renewed e, Cause cause) {
    Entry entry = known(e.leaseId());
    entry.deadline = e.deadlineTick();
    entry.ttlNanos = e.ttlNanos();
    entry.renewals = e.renewalCount();
    entry.promisedTrueNanos = cause.trueNanos() + e.ttlNanos();
    remember(entry, e.caller(), e.requestId(), cause);
  }

  private void expired(Event.Expired e) {
    Entry entry = known(e.leaseId());
    entry.state = "EXPIRED";
    entry.endedTick = e.endedTick();
    entry.graceEnd = e.graceEndTick();
    if (!entry.isInGrace()) {
      end(entry);
    }
  }

  private void ended(Event.Ended e, Cause cause) {
    Entry entry = known(e.leaseId());
    if (entry.isActive()) {
      entry.endedTick = e.tick();
    }
    entry.state = e.state().name();
    end(entry);
    remember(entry, e.endedBy(), e.requestId(), cause);
  }

  private void end(Entry entry) {
    blocking.remove(entry.id);
    ended.addLast(entry);
  }

  private void pruned(int count) {
    for (int i = 0; i < count; i++) {
      Entry entry = ended.removeFirst();
      entries.remove(entry.id);
      entry.grantKeys.forEach(effects::remove);
      entry.changeKeys.forEach(effects::remove);
      entry.fadedKeys.forEach(faded::remove);
    }
  }

  private void remember(Entry entry, String caller, String requestId, Cause cause) {
    if (requestId.isEmpty()) {
      return;
    }
    String key = key(caller, requestId);
    effects.put(key, new Effect(entry.id, cause.command()));
    faded.remove(key);
    entry.changeKeys.addLast(key);
    if (entry.changeKeys.size() > SURE_CHANGES) {
      String oldest = entry.changeKeys.removeFirst();
      effects.remove(oldest);
      faded.add(oldest);
      entry.fadedKeys.add(oldest);
    }
  }

  private Entry known(String id) {
    Entry entry = entries.get(id);
    if (entry == null) {
      throw new IllegalArgumentException("an event on a lease that nobody was granted: " + id);
    }
    return entry;
  }
}
