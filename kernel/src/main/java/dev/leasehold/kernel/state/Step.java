package dev.leasehold.kernel.state;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * One command while it is decided: its stamp, and the facts recorded so far. An event is applied at
 * the moment it is recorded, so that the next check sees its effect.
 */
public final class Step {

  public final State state;
  public final Stamp stamp;
  private final Consumer<Event> apply;
  private List<Fact> facts = List.of();

  /**
   * @param apply changes the state as an event says
   */
  public Step(State state, Stamp stamp, Consumer<Event> apply) {
    this.state = state;
    this.stamp = stamp;
    this.apply = apply;
  }

  /** The position of the event to be recorded next. */
  public long next() {
    return state.lastPosition + 1;
  }

  /** The place and the time of that event. */
  public Event.At at() {
    return new Event.At(next(), tick(), wall());
  }

  public long tick() {
    return stamp.tick();
  }

  public long wall() {
    return stamp.wallNanos();
  }

  public Caller caller() {
    return stamp.caller();
  }

  public void record(Event event) {
    append(event);
    dropNotices();
  }

  /** Drops notices of holders that are at the limit, before the next one is made. */
  public void dropNotices() {
    for (Holder full = state.notices.full(); full != null; full = state.notices.full()) {
      append(new NoticeEvent.NoticesDropped(at(), full.name, Notices.overflow(full)));
    }
  }

  private void append(Event event) {
    if (facts.isEmpty()) {
      facts = new ArrayList<>(1);
    }
    Facts.apply(event, state, apply, facts);
  }

  public Outcome outcome(Reply reply) {
    return new Outcome(stamp, facts, reply);
  }

  /** The lease as it is after what was recorded. */
  public Reply answer(String leaseId) {
    Lease newest = facts.isEmpty() ? null : facts.get(facts.size() - 1).after();
    return new Reply.OfLease(
        newest != null && newest.id().equals(leaseId) ? newest : state.known(leaseId).lease());
  }

  public static Reply refuse(Refusal refusal) {
    return new Reply.Refused(refusal);
  }
}
