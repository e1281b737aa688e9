package dev.leasehold.node.metrics;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Lease;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many leases are active or wait, kept up to date by the events. Safe for any thread. */
public final class LeaseCounts {

  /** A holder and how many leases it has. */
  record Busy(String holder, int leases) {}

  private final Map<String, Integer> activeByPolicy = new TreeMap<>();
  private final Map<String, Integer> activeByHolder = new HashMap<>();
  private int active;

  private int waiting;

  /** Counts a lease as it is before the first event. */
  public synchronized void begin(Lease lease) {
    count(lease, 1);
  }

  /** Takes a fact. */
  public synchronized void follow(Fact fact) {
    Lease before = fact.before();
    Lease after = fact.after();
    if (before != null && after != null && isCountedAlike(before, after)) {
      return;
    }
    if (before != null) {
      count(before, -1);
    }
    if (after != null) {
      count(after, 1);
    }
  }

  private static boolean isCountedAlike(Lease one, Lease other) {
    return one.state() == other.state()
        && (one.rare().place() == null) == (other.rare().place() == null);
  }

  private void count(Lease lease, int change) {
    if (lease.state() == LeaseState.ACTIVE) {
      active += change;
      activeByPolicy.merge(lease.policy().name(), change, Integer::sum);
      activeByHolder.merge(
          lease.holder(), change, (old, more) -> old + more == 0 ? null : old + more);
    }
    if (lease.rare().place() != null) {
      waiting += change;
    }
  }

  public synchronized int active() {
    return active;
  }

  public synchronized int activeOf(String holder) {
    return activeByHolder.getOrDefault(holder, 0);
  }

  /** The active leases by policy; a policy that had leases stays, at zero. */
  synchronized Map<String, Integer> activeByPolicy() {
    return new TreeMap<>(activeByPolicy);
  }

  public synchronized int holders() {
    return activeByHolder.size();
  }

  synchronized int waiting() {
    return waiting;
  }

  /** The holders with the most leases, the busiest first. */
  synchronized List<Busy> busiest(int limit) {
    return activeByHolder.entrySet().stream()
        .map(entry -> new Busy(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingInt(Busy::leases).reversed().thenComparing(Busy::holder))
        .limit(limit)
        .toList();
  }
}
