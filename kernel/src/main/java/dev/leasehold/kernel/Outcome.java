package dev.leasehold.kernel;

import java.util.List;
import java.util.Map;

/**
 * What became of one command: the events, already applied, and the reply. The reply may leave when
 * the events are durable, and all events before them.
 *
 * @param notices what the caller is told beside the reply; no part of the decision, which leaves
 *     them out
 * @param between leases that more than one of the events changed, as they were after one that is
 *     not the last about them, by its position; mostly empty
 */
public record Outcome(
    Stamp stamp, List<Event> events, Reply reply, List<Notice> notices, Map<Long, Lease> between) {

  public Outcome(Stamp stamp, List<Event> events, Reply reply) {
    this(stamp, events, reply, List.of(), Map.of());
  }

  public Outcome withNotices(List<Notice> told) {
    return told.isEmpty() && notices.isEmpty()
        ? this
        : new Outcome(stamp, events, reply, told, between);
  }
}
