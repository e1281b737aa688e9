package dev.leasehold.node.publish;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks for patterns that somebody should know of. What it says follows from the events alone, so
 * the same events give the same alerts; see ADR 22.
 */
final class AlertDetector implements Follower {

  /** So many waits for one resource that came to nothing, within the window. */
  static final int TIMEOUTS = 10;

  static final long TIMEOUT_WINDOW_NANOS = 5 * Limits.MINUTE;

  /** So many renewals of a holder in a row, each with less than a tenth of the ttl left. */
  static final int LATE_RENEWALS = 5;

  static final int LATE_PART_OF_TTL = 10;

  /** Who was told wants to hear the same again only if it lasts. */
  static final long COOL_DOWN_NANOS = 10 * Limits.MINUTE;

  private static final String TIMEOUT = "TIMEOUT";

  /** Memory is bounded: what was not touched for the longest time is forgotten first. */
  private static final int MAX_RESOURCES = 4_096;

  private static final int MAX_HOLDERS = 8_192;
  private static final int MAX_LEASES = 65_536;

  private record Resource(String space, List<String> scope) {}

  private record Term(long deadlineTick, long ttlNanos) {}

  private record Topic(Alert.Kind kind, Object subject) {}

  private final LeaseCounts counts;
  private final Hoarding hoarding;
  private final Map<Resource, Ticks> timeouts = new Lately<>(MAX_RESOURCES);
  private final Map<String, Integer> lateInARow = new Lately<>(MAX_HOLDERS);
  private final Map<String, Term> terms = new Lately<>(MAX_LEASES);
  private final Map<Topic, Long> toldAt = new Lately<>(MAX_HOLDERS);

  /**
   * @param counts which have followed a block before this does
   */
  AlertDetector(LeaseCounts counts) {
    this.counts = counts;
    this.hoarding = new Hoarding(counts);
  }

  /** Tells what never changes about the lease of an event; null if nobody remembers it. */
  interface Identities {
    @Nullable LeaseIdentity of(String leaseId);
  }

  @Override
  public List<Alert> follow(LiveBlock block) {
    List<Alert> raised = new ArrayList<>();
    for (int i = 0; i < block.size(); i++) {
      Lease lease = block.lease(i);
      if (lease != null) {
        look(block.event(i), leaseId -> LeaseIdentity.of(lease), raised);
        lookForHoarding(block.event(i), lease, raised);
      }
    }
    return raised;
  }

  /** Takes up what happened before the start, but for what only the present can tell. */
  List<Alert> lookBack(Event event, Identities leases) {
    List<Alert> raised = new ArrayList<>();
    look(event, leases, raised);
    return raised;
  }

  private void look(Event event, Identities leases, List<Alert> raised) {
    switch (event) {
      case Event.Granted e ->
          terms.put(e.leaseId(), new Term(e.deadlineTick(), e.claim().ttlNanos()));
      case Event.Admitted e ->
          terms.put(e.leaseId(), new Term(e.deadlineTick(), e.deadlineTick() - e.tick()));
      case Event.Renewed e -> renewed(e, leases, raised);
      case Event.Expired e -> terms.remove(e.leaseId());
      case Event.Ended e -> {
        terms.remove(e.leaseId());
        if (e.state() == LeaseState.FAILED && e.reason().equals(TIMEOUT)) {
          timedOut(e, leases.of(e.leaseId()), raised);
        }
      }
      case Event.ConversionFailed e when e.reason().equals(TIMEOUT) ->
          timedOut(e, leases.of(e.leaseId()), raised);
      default -> {}
    }
  }

  private void renewed(Event.Renewed event, Identities leases, List<Alert> raised) {
    Term before = terms.put(event.leaseId(), new Term(event.deadlineTick(), event.ttlNanos()));
    LeaseIdentity lease = before == null ? null : leases.of(event.leaseId());
    if (before == null || lease == null) {
      return;
    }
    boolean late = before.deadlineTick() - event.tick() < before.ttlNanos() / LATE_PART_OF_TTL;
    int inARow = late ? lateInARow.getOrDefault(lease.holder(), 0) + 1 : 0;
    lateInARow.put(lease.holder(), inARow);
    if (inARow >= LATE_RENEWALS) {
      raise(
          raised,
          Alert.Kind.LATE_RENEWALS,
          lease.holder(),
          event,
          null,
          lease.holder(),
          inARow,
          LATE_RENEWALS,
          0,
          "the last renewals of this holder all came with less than a tenth of the ttl left; renew"
              + " at a third of the ttl, or ask for a longer one");
    }
  }

  private void timedOut(Event event, @Nullable LeaseIdentity lease, List<Alert> raised) {
    if (lease == null) {
      return;
    }
    Resource resource = new Resource(lease.space(), lease.scope());
    Ticks ticks = timeouts.computeIfAbsent(resource, key -> new Ticks(TIMEOUTS));
    ticks.add(event.tick());
    int within = ticks.countSince(event.tick() - TIMEOUT_WINDOW_NANOS);
    if (within >= TIMEOUTS) {
      raise(
          raised,
          Alert.Kind.WAIT_TIMEOUTS,
          resource,
          event,
          lease,
          "",
          within,
          TIMEOUTS,
          TIMEOUT_WINDOW_NANOS,
          "many waits for this resource came to nothing; look who holds it and for how long");
    }
  }

  private void lookForHoarding(Event event, Lease lease, List<Alert> raised) {
    String holder = hoarding.begunBy(event, lease);
    if (!holder.isEmpty()) {
      raise(
          raised,
          Alert.Kind.HOARDING,
          holder,
          event,
          null,
          holder,
          counts.activeOf(holder),
          hoarding.limitFor(holder),
          0,
          "this holder has far more leases at a time than others; see whether it still needs them"
              + " all");
    }
  }

  private void raise(
      List<Alert> raised,
      Alert.Kind kind,
      Object subject,
      Event event,
      @Nullable LeaseIdentity about,
      String holder,
      long count,
      long threshold,
      long windowNanos,
      String detail) {
    Topic topic = new Topic(kind, subject);
    Long last = toldAt.get(topic);
    if (last != null && event.tick() - last < COOL_DOWN_NANOS) {
      return;
    }
    toldAt.put(topic, event.tick());
    raised.add(
        new Alert(
            kind,
            event.position(),
            event.tick(),
            event.wallNanos(),
            holder,
            about == null ? "" : about.space(),
            about == null ? List.of() : about.scope(),
            count,
            threshold,
            windowNanos,
            detail));
  }
}
