package dev.leasehold.kernel;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.notice.Notice;
import java.util.List;

/**
 * The result of one command: its facts, already applied, and the reply. The reply may leave when
 * the events are durable, and all events before them.
 *
 * @param notices for the caller, beside the reply; no part of the decision, which leaves them out
 */
public record Outcome(Stamp stamp, List<Fact> facts, Reply reply, List<Notice> notices) {

  public Outcome(Stamp stamp, List<Fact> facts, Reply reply) {
    this(stamp, facts, reply, List.of());
  }

  /** The events of the facts, in order. */
  public List<Event> events() {
    return Fact.eventsOf(facts);
  }

  public Outcome withNotices(List<Notice> told) {
    return told.isEmpty() && notices.isEmpty() ? this : new Outcome(stamp, facts, reply, told);
  }
}
