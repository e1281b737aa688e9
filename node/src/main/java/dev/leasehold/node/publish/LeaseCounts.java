package dev.leasehold.node.publish;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How many leases are active or wait, kept up to date by the events. Safe for any thread. */
final class LeaseCounts {

  /** A holder and how many leases it has. */
  record Busy(String holder, int leases) {}

  private final Map<String, Integer> activeByPolicy = new TreeMap<>();
  private final Map<String, Integer> activeByHolder = new HashMap<>();
  private int active;

  /** Since which tick. */
  private final Map<String, Long> pending = new HashMap<>();

  private final Map<String, Long> converting = new HashMap<>();
  private final Set<String> inGrace = new HashSet<>();

  /** Takes a lease as it is before the first event. */
  synchronized void begin(Lease lease) {
    if (lease.state() == LeaseState.ACTIVE) {
      add(lease.policy().name(), lease.holder());
      if (lease.particulars().place() != null) {
        converting.put(lease.id(), lease.particulars().place().sinceTick());
      }
    } else if (lease.isWaitingToBeGranted()) {
      pending.put(lease.id(), lease.issuedTick());
    } else if (lease.isInGrace()) {
      inGrace.add(lease.id());
    }
  }

  /**
   * Takes an event.
   *
   * @return since when the lease had waited, if the event ends a wait; null if not
   */
  synchronized @Nullable Long follow(Event event, @Nullable Lease lease) {
    if (lease == null || !(event instanceof Event.OfLease ofLease)) {
      return null;
    }
    String id = ofLease.leaseId();
    String policy = lease.policy().name();
    switch (event) {
      case Event.Granted e -> add(policy, lease.holder());
      case Event.Queued e -> pending.put(id, e.tick());
      case Event.ConversionQueued e -> converting.put(id, e.tick());
      case Event.Admitted e -> {
        add(policy, lease.holder());
        return pending.remove(id);
      }
      case Event.Converted e -> {
        return converting.remove(id);
      }
      case Event.ConversionFailed e -> {
        return converting.remove(id);
      }
      case Event.Transferred e -> {
        remove(policy, lease.holder());
        add(policy, e.toHolder());
        converting.remove(id);
      }
      case Event.Refreshed e -> {
        if (inGrace.remove(id)) {
          add(policy, lease.holder());
        }
      }
      case Event.Expired e -> {
        remove(policy, lease.holder());
        converting.remove(id);
        if (e.graceEndTick() != 0) {
          inGrace.add(id);
        }
      }
      case Event.Ended e -> {
        return end(id, lease);
      }
      default -> {}
    }
    return null;
  }

  private @Nullable Long end(String id, Lease lease) {
    Long waitedSince = pending.remove(id);
    if (waitedSince == null && !inGrace.remove(id)) {
      remove(lease.policy().name(), lease.holder());
      converting.remove(id);
    }
    return waitedSince;
  }

  private void add(String policy, String holder) {
    active++;
    activeByPolicy.merge(policy, 1, Integer::sum);
    activeByHolder.merge(holder, 1, Integer::sum);
  }

  private void remove(String policy, String holder) {
    active--;
    activeByPolicy.merge(policy, -1, Integer::sum);
    activeByHolder.computeIfPresent(holder, (name, count) -> count == 1 ? null : count - 1);
  }

  synchronized int active() {
    return active;
  }

  synchronized int activeOf(String holder) {
    return activeByHolder.getOrDefault(holder, 0);
  }

  /** By the name of the policy; one that had leases stays, at zero. */
  synchronized Map<String, Integer> activeByPolicy() {
    return new TreeMap<>(activeByPolicy);
  }

  synchronized int holders() {
    return activeByHolder.size();
  }

  synchronized int waiting() {
    return pending.size() + converting.size();
  }

  /** Those with the most leases, the busiest first. */
  synchronized List<Busy> busiest(int limit) {
    return activeByHolder.entrySet().stream()
        .map(entry -> new Busy(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingInt(Busy::leases).reversed().thenComparing(Busy::holder))
        .limit(limit)
        .toList();
  }
}
