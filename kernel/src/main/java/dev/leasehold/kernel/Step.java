package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One command on its way: what it is stamped with, and the events it leads to. An event counts from
 * the moment it is recorded, so that what is decided next rests on it.
 */
final class Step {

  final State state;
  final Stamp stamp;
  private List<Event> events = List.of();
  private @Nullable Overtaken overtaken;

  Step(State state, Stamp stamp) {
    this.state = state;
    this.stamp = stamp;
  }

  /** The position of the event to be recorded next. */
  long next() {
    return state.lastPosition + 1;
  }

  long tick() {
    return stamp.tick();
  }

  long wall() {
    return stamp.wallNanos();
  }

  Caller caller() {
    return stamp.caller();
  }

  void record(Event event) {
    if (events.isEmpty()) {
      state.apply(event);
      events = List.of(event);
      return;
    }
    if (overtaken == null) {
      events = new ArrayList<>(events);
      overtaken = new Overtaken(events);
    }
    if (event instanceof Event.OfLease next) {
      overtaken.before(next, state);
    }
    state.apply(event);
    events.add(event);
  }

  Outcome outcome(Reply reply) {
    Map<Long, Lease> between = overtaken == null ? Map.of() : overtaken.leases();
    return new Outcome(stamp, events, reply, List.of(), between);
  }

  /** The lease as it is after what was recorded. */
  Reply answer(String leaseId) {
    return new Reply.OfLease(state.known(leaseId).lease());
  }

  static Reply refuse(Refusal refusal) {
    return new Reply.Refused(refusal);
  }
}
