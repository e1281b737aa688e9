package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.testing.simulation.audit.Auditor;
import dev.leasehold.testing.simulation.audit.Step;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One way through the states, with a kernel that was never stopped on it. It is of no further use
 * after a {@link Transition} that changed something.
 */
final class Walk {

  /** The tick at which every walk begins; later than any wait or ttl is long. */
  static final long FIRST_TICK = 1_000_000_000_000L;

  /**
   * The action that used a request id, and the lease that a retry of it is answered with.
   *
   * @param untilTick when the id is forgotten
   */
  record Made(Action.Send action, String leaseId, long untilTick) {}

  final Subject subject;
  final HiddenState unshown = new HiddenState();
  private final Auditor auditor = new Auditor();
  private final Map<String, Made> made = new TreeMap<>();
  private long now = FIRST_TICK;
  private byte @Nullable [] snapshot;
  private @Nullable Subject twin;

  Walk(Subject subject) {
    this.subject = subject;
  }

  long now() {
    return now;
  }

  Map<String, Made> made() {
    return made;
  }

  /** Returns the earlier use of the action's request id; null if none had an effect. */
  @Nullable Made madeBy(Action.Send send) {
    return send.requestId().isEmpty() ? null : made.get(key(send));
  }

  private static String key(Action.Send send) {
    return send.caller().actor() + " " + send.requestId();
  }

  Stamp stamp(Action.Send send) {
    return new Stamp(now, now, send.caller());
  }

  /** The state before the next step; kept, since most steps change nothing. */
  byte[] snapshot() {
    if (snapshot == null) {
      snapshot = subject.snapshot();
    }
    return snapshot;
  }

  /** A subject in the same state that was stopped and read back. */
  Subject twin() {
    if (twin == null) {
      twin = subject.restored(snapshot());
    }
    return twin;
  }

  /** Whether time can pass: something is going to fall due, and nothing has yet. */
  boolean pass() {
    long next = subject.nextDueTick();
    if (next <= now || next == Long.MAX_VALUE) {
      return false;
    }
    now = next;
    made.values().removeIf(old -> old.untilTick <= now);
    return true;
  }

  boolean isSettled() {
    return subject.nextDueTick() > now;
  }

  Outcome execute(Action.Send send) {
    return subject.execute(stamp(send), send.command());
  }

  /** Shows the auditor what became of a command. */
  void observe(Stamp stamp, Command command, Outcome outcome) {
    String actor = stamp.caller().actor();
    auditor.observe(
        new Step(now, now, stamp, command, outcome, subject.figures(), subject.notices(actor)));
    outcome.events().forEach(unshown::add);
  }

  /** Remembers under which id something came about. */
  void remember(Action.Send send, Outcome outcome) {
    if (send.requestId().isEmpty() || made.containsKey(key(send))) {
      return;
    }
    for (Event event : outcome.events()) {
      if (Requests.idOf(event).equals(send.requestId())) {
        long untilTick =
            event instanceof LeaseEvent.Asked ? now + Limits.ASK_EVERY_NANOS : Long.MAX_VALUE;
        made.put(key(send), new Made(send, Requests.madeBy(event), untilTick));
        return;
      }
    }
  }

  /** Repeats an action of an earlier walk, without the checks of a {@link Transition}. */
  void follow(Action action) {
    switch (action) {
      case Action.Pass pass -> pass();
      case Action.Send send -> {
        Outcome outcome = execute(send);
        observe(stamp(send), send.command(), outcome);
        remember(send, outcome);
      }
    }
  }
}
