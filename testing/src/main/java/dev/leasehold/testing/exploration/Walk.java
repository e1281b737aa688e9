package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
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

  /** What a request id was used for. */
  record Made(Action.Send action, String leaseId) {}

  final Subject subject;
  final Chronicle chronicle = new Chronicle();
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

  /** What this request id was used for already, by anything that had an effect. */
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

  /** One that was stopped and read back in the same state. */
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
    return true;
  }

  boolean isSettled() {
    return subject.nextDueTick() > now;
  }

  Outcome execute(Action.Send send) {
    return subject.execute(stamp(send), send.command());
  }

  /** Remembers under which id something came about. */
  void remember(Action.Send send, Outcome outcome) {
    if (send.requestId().isEmpty() || made.containsKey(key(send))) {
      return;
    }
    for (Event event : outcome.events()) {
      if (Requests.idOf(event).equals(send.requestId())) {
        made.put(key(send), new Made(send, Requests.madeBy(event)));
        return;
      }
    }
  }

  /** Goes where others have gone before, without looking around. */
  void follow(Action action) {
    switch (action) {
      case Action.Pass pass -> pass();
      case Action.Send send -> {
        Outcome outcome = execute(send);
        outcome.events().forEach(chronicle::add);
        remember(send, outcome);
      }
    }
  }
}
