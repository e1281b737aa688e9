package dev.leasehold.node.alerts;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.metrics.LeaseCounts;
import dev.leasehold.node.publish.LeaseIdentity;
import dev.leasehold.node.publish.RecentlyUsedMap;
import dev.leasehold.node.sequence.DurableBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks for patterns that somebody should know of. Alerts follow from the events alone, so the same
 * events give the same alerts; see ADR 22.
 */
public final class AlertDetector {

  /** Waits for one resource that time out within the window. */
  static final int TIMEOUTS = 10;

  static final long TIMEOUT_WINDOW_NANOS = 5 * Limits.MINUTE;

  /** Renewals of a holder in a row, each with less than a tenth of the ttl left. */
  static final int LATE_RENEWALS = 5;

  static final int LATE_PART_OF_TTL = 10;

  /** The same alert is raised again only if its cause lasts. */
  static final long COOL_DOWN_NANOS = 10 * Limits.MINUTE;

  /** Bounds on memory; the least recently used is forgotten first. */
  private static final int MAX_RESOURCES = 4_096;

  private static final int MAX_HOLDERS = 8_192;

  private record Resource(String space, List<String> scope) {}

  /** The deadline and the ttl of a lease before it was renewed. */
  record Term(long deadlineTick, long ttlNanos) {}

  private record Topic(Alert.Kind kind, String holder, String space, List<String> scope) {}

  private final LeaseCounts counts;
  private final Hoarding hoarding;
  private final Map<Resource, Ticks> timeouts = new RecentlyUsedMap<>(MAX_RESOURCES);
  private final Map<String, Integer> lateInARow = new RecentlyUsedMap<>(MAX_HOLDERS);
  private final Map<Topic, Long> toldAt = new RecentlyUsedMap<>(MAX_HOLDERS);

  /**
   * @param counts which have followed a block before this does
   */
  public AlertDetector(LeaseCounts counts) {
    this.counts = counts;
    this.hoarding = new Hoarding(counts);
  }

  public List<Alert> follow(DurableBlock block) {
    List<Alert> raised = new ArrayList<>();
    for (Fact fact : block.facts()) {
      if (fact.isAboutNamedLease() && fact.after() != null) {
        Lease before = fact.before();
        Lease after = fact.after();
        Term term = before == null ? null : new Term(before.deadlineTick(), before.ttlNanos());
        look(fact.event(), () -> LeaseIdentity.of(after), term, raised);
        lookForHoarding(fact.event(), after, raised);
      }
    }
    return raised;
  }

  /**
   * Looks at an event from before the start. Hoarding is left out: it needs the counts of that
   * time.
   *
   * @param lease the lease of the event; null if nobody remembers it
   * @param before the lease's deadline and ttl before the event; null if they are not known
   */
  List<Alert> lookBack(
      Event event, Supplier<@Nullable LeaseIdentity> lease, @Nullable Term before) {
    List<Alert> raised = new ArrayList<>();
    look(event, lease, before, raised);
    return raised;
  }

  private void look(
      Event event,
      Supplier<@Nullable LeaseIdentity> lease,
      @Nullable Term before,
      List<Alert> raised) {
    switch (event) {
      case LeaseEvent.Renewed e -> renewed(e, lease.get(), before, raised);
      case LeaseEvent.Ended e
          when e.state() == LeaseState.FAILED && e.reason().equals(EndReasons.TIMEOUT) ->
          timedOut(e, lease.get(), raised);
      case LeaseEvent.ConversionFailed e when e.reason().equals(EndReasons.TIMEOUT) ->
          timedOut(e, lease.get(), raised);
      default -> {}
    }
  }

  private void renewed(
      LeaseEvent.Renewed event,
      @Nullable LeaseIdentity lease,
      @Nullable Term before,
      List<Alert> raised) {
    if (before == null || lease == null) {
      return;
    }
    boolean late = before.deadlineTick() - event.tick() < before.ttlNanos() / LATE_PART_OF_TTL;
    int inARow = late ? lateInARow.getOrDefault(lease.holder(), 0) + 1 : 0;
    lateInARow.put(lease.holder(), inARow);
    if (inARow >= LATE_RENEWALS) {
      raise(
          raised,
          new Alert(
              Alert.Kind.LATE_RENEWALS,
              event.position(),
              event.tick(),
              event.wallNanos(),
              lease.holder(),
              "",
              List.of(),
              inARow,
              LATE_RENEWALS,
              0,
              "the last renewals of this holder all came with less than a tenth of the ttl left;"
                  + " renew at a third of the ttl, or ask for a longer one"));
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
          new Alert(
              Alert.Kind.WAIT_TIMEOUTS,
              event.position(),
              event.tick(),
              event.wallNanos(),
              "",
              lease.space(),
              lease.scope(),
              within,
              TIMEOUTS,
              TIMEOUT_WINDOW_NANOS,
              "many waits for this resource came to nothing; look who holds it and for how long"));
    }
  }

  private void lookForHoarding(Event event, Lease lease, List<Alert> raised) {
    String holder = hoarding.begunBy(event, lease);
    if (!holder.isEmpty()) {
      raise(
          raised,
          new Alert(
              Alert.Kind.HOARDING,
              event.position(),
              event.tick(),
              event.wallNanos(),
              holder,
              "",
              List.of(),
              counts.activeOf(holder),
              hoarding.limitFor(holder),
              0,
              "this holder has far more leases at a time than others; see whether it still needs"
                  + " them all"));
    }
  }

  private void raise(List<Alert> raised, Alert alert) {
    Topic topic = new Topic(alert.kind(), alert.holder(), alert.resource(), alert.scope());
    Long last = toldAt.get(topic);
    if (last == null || alert.tick() - last >= COOL_DOWN_NANOS) {
      toldAt.put(topic, alert.tick());
      raised.add(alert);
    }
  }
}
