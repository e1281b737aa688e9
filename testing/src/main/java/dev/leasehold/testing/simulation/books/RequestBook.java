package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which requests have had their effect, and which of them are surely remembered. */
public final class RequestBook {

  /** Request ids of changes that are surely remembered with a lease; older ones may be. */
  private static final int SURE_CHANGES = 16;

  /** The space of pools, which belong to none. */
  public static final String NO_SPACE = "";

  /** Ids that moved the money of a pool are surely remembered so long. */
  public static final long MONEY_KEPT_NANOS = 30 * 86_400_000_000_000L;

  /** Ids of questions are surely remembered so long. */
  private static final long QUESTIONS_KEPT_NANOS = 60_000_000_000L;

  /**
   * The effect of a request: what it made or changed, and what it said.
   *
   * @param target a lease or a pool
   * @param keptNanos how long it is surely remembered, if the target is
   */
  public record Effect(String target, Command body, long tick, boolean ofPool, long keptNanos) {}

  /** The keys that are remembered with one lease. */
  static final class Keys {
    private final List<String> lasting = new ArrayList<>();
    private final Deque<String> changes = new ArrayDeque<>();
    private final List<String> questions = new ArrayList<>();
    private final List<String> faded = new ArrayList<>();
  }

  private final Map<String, Effect> effects = new HashMap<>();
  private final Set<String> faded = new HashSet<>();

  /** Whether this id of the caller's has moved money of the lease. */
  public boolean hasMade(String caller, String requestId, Entry entry, long tick) {
    Effect effect = effect(Requests.key(caller, requestId, entry.space), tick);
    return effect != null && effect.target().equals(entry.id);
  }

  /** Returns the effect of a request if it is surely remembered; null otherwise. */
  public @Nullable Effect effect(String key, long tick) {
    Effect effect = effects.get(key);
    return effect == null || isOld(effect, tick) ? null : effect;
  }

  private static boolean isOld(Effect effect, long tick) {
    return tick - effect.tick >= effect.keptNanos;
  }

  /** Whether the request did something that may or may not be remembered. */
  public boolean isFaded(String key, long tick) {
    Effect effect = effects.get(key);
    return faded.contains(key) || (effect != null && isOld(effect, tick));
  }

  private static String key(Event.Request request, String space) {
    return Requests.key(request.caller(), request.requestId(), space);
  }

  /** A request that made a lease or moved its money: remembered as long as the lease. */
  void lasting(Entry entry, Event.Request request, Cause cause, long tick) {
    if (!request.requestId().isEmpty()) {
      String key = key(request, entry.space);
      entry.keys.lasting.add(key);
      put(key, ofLease(entry, cause, tick, Long.MAX_VALUE));
    }
  }

  private static Effect ofLease(Entry entry, Cause cause, long tick, long keptNanos) {
    return new Effect(entry.id, cause.command(), tick, false, keptNanos);
  }

  void question(Entry entry, Event.Request request, Cause cause, long tick) {
    if (!request.requestId().isEmpty()) {
      String key = key(request, entry.space);
      entry.keys.questions.add(key);
      put(key, ofLease(entry, cause, tick, QUESTIONS_KEPT_NANOS));
    }
  }

  void change(Entry entry, Event.Request request, Cause cause, long tick) {
    if (request.requestId().isEmpty()) {
      return;
    }
    String key = key(request, entry.space);
    put(key, ofLease(entry, cause, tick, Long.MAX_VALUE));
    entry.keys.changes.addLast(key);
    if (entry.keys.changes.size() > SURE_CHANGES) {
      String oldest = entry.keys.changes.removeFirst();
      effects.remove(oldest);
      faded.add(oldest);
      entry.keys.faded.add(oldest);
    }
  }

  void pool(String poolId, Event.Request request, Cause cause, long tick) {
    if (!request.requestId().isEmpty()) {
      put(
          key(request, NO_SPACE),
          new Effect(poolId, cause.command(), tick, true, MONEY_KEPT_NANOS));
    }
  }

  private void put(String key, Effect effect) {
    effects.put(key, effect);
    faded.remove(key);
  }

  void forget(Entry entry) {
    entry.keys.lasting.forEach(effects::remove);
    entry.keys.changes.forEach(effects::remove);
    entry.keys.faded.forEach(faded::remove);
    entry.keys.questions.forEach(key -> fade(key, entry));
  }

  /** A question outlives its lease for a while, and so does the id that asked it. */
  private void fade(String key, Entry entry) {
    Effect effect = effects.get(key);
    if (effect != null && effect.target.equals(entry.id)) {
      effects.remove(key);
      faded.add(key);
    }
  }
}
