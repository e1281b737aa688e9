package dev.leasehold.registrar;

import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The state that a ledger's events lead to. Lists are in the order in which leases were issued. */
public final class LeaseReducerState {

  final Register register;

  LeaseReducerState(Register register) {
    this.register = register;
  }

  public Optional<RegisteredLease> get(String leaseId) {
    return Optional.ofNullable(register.find(leaseId));
  }

  public Optional<RegisteredLease> getActiveLeaseForWork(String workId) {
    return Optional.ofNullable(register.activeFor(workId));
  }

  public boolean hasActiveLease(String workId) {
    return register.activeFor(workId) != null;
  }

  /** All leases that were issued and not pruned. */
  public List<RegisteredLease> leases() {
    return register.all();
  }

  public List<RegisteredLease> activeLeases() {
    return those(RegisteredLease::isActive);
  }

  /** The ids of active leases by the ids of their work items. */
  public NavigableMap<String, String> activeLeasesByWork() {
    NavigableMap<String, String> byWork = new TreeMap<>();
    activeLeases().forEach(lease -> byWork.put(lease.workId(), lease.leaseId()));
    return Collections.unmodifiableNavigableMap(byWork);
  }

  /** All leases of an actor, active or not. */
  public List<RegisteredLease> leasesByActor(String actorId) {
    return register.of(actorId);
  }

  /** Leases to declare expired: those without ticks too, for they cannot be shown to be valid. */
  public List<RegisteredLease> getExpiredButActiveAtTick(Tick now) {
    return those(lease -> lease.isActive() && lease.isExpiredAtTick(now));
  }

  /**
   * @deprecated wall time can be set; ask {@link #getExpiredButActiveAtTick}
   */
  @Deprecated
  public List<RegisteredLease> getExpiredButActive(long wallNanos) {
    return those(lease -> lease.isExpiredAt(wallNanos));
  }

  private List<RegisteredLease> those(Predicate<RegisteredLease> condition) {
    return register.all().stream().filter(condition).toList();
  }

  public int len() {
    return register.size();
  }

  public boolean isEmpty() {
    return len() == 0;
  }

  public int activeCount() {
    return register.activeCount();
  }

  public int releasedCount() {
    return those(lease -> lease.state() == RegistrarState.RELEASED).size();
  }

  public int expiredCount() {
    return those(lease -> lease.state() == RegistrarState.EXPIRED).size();
  }

  public int terminalCount() {
    return len() - activeCount();
  }

  /** Forgets every lease that has ended, and says how many; their ids stay used. */
  public int pruneTerminalLeases() {
    return register.prune(lease -> true);
  }

  /** Forgets the leases that ended before, by {@code terminatedAt}; their ids stay used. */
  public int pruneTerminalLeasesBefore(long wallNanos) {
    return register.prune(
        lease -> lease.terminatedAt() != null && lease.terminatedAt() < wallNanos);
  }
}
