package dev.leasehold.kernel;

import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.RequestKey;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.UsedId;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what events have recorded, as they recorded it: looking has no tick, so nothing falls due.
 * For those who replay, and for the thread that decides; everybody else sends a command.
 */
public final class RecordedState {

  private final State state;

  RecordedState(State state) {
    this.state = state;
  }

  /** A lease that is remembered; null if there is none with this id. */
  public @Nullable Lease lease(String leaseId) {
    return state.lease(leaseId);
  }

  /** Whether a lease has this id, or one had it that is forgotten and whose id a caller chose. */
  public boolean isUsed(String leaseId) {
    return state.leases.find(leaseId) != null
        || state.forgettable.usedIds.contains(UsedId.of(leaseId));
  }

  /**
   * Whether a request of the caller is remembered that made or changed something.
   *
   * @param space of the lease
   */
  public boolean isRemembered(String caller, String requestId, String space) {
    return state.requests.find(new RequestKey(caller, requestId, space)) != null;
  }

  /** Leases that wait, to be granted or to be converted, in the order they were queued. */
  public List<Lease> waiting() {
    return state.waiting.all();
  }

  /** Leases that were granted from the queue and whose holders have not used them yet. */
  public List<Lease> unclaimed() {
    List<Lease> found = new ArrayList<>();
    state.births.visitAfter(
        0,
        record -> {
          if (record.rare().unclaimed) {
            found.add(record.lease());
          }
          return true;
        });
    return found;
  }

  /** Hands over all remembered leases, one by one, in the order they were made. */
  public void forEachLease(Consumer<Lease> visitor) {
    state.births.visitAfter(
        0,
        record -> {
          visitor.accept(record.lease());
          return true;
        });
  }

  /** All remembered leases, in the order they were made. */
  public List<Lease> leases() {
    List<Lease> all = new ArrayList<>(state.leases.size());
    forEachLease(all::add);
    return all;
  }

  /** All pools, by their ids. */
  public List<Pool> pools() {
    return state.accounts.pools.values().stream().map(PoolAccount::pool).toList();
  }

  /** The remembered leases of one holder, in the order they were made. */
  public List<Lease> leasesOf(String holderName) {
    List<Lease> all = new ArrayList<>();
    Holder holder = state.holders.get(holderName);
    for (LeaseRecord next = holder == null ? null : holder.first();
        next != null;
        next = next.later) {
      all.add(next.lease());
    }
    return all;
  }

  /**
   * The ended leases without a budget, in the order in which {@link AdminEvent.Pruned} forgets
   * them.
   */
  public List<Lease> ended() {
    return state.forgettable.leases.stream().map(LeaseRecord::lease).toList();
  }

  /** The oldest lease that keeps an exclusive request for the scope out; null if it is free. */
  public @Nullable Lease blocker(String spaceName, Scope scope) {
    Space space = state.spaces.get(spaceName);
    if (space == null) {
      return null;
    }
    TreeSet<LeaseRecord> found = new TreeSet<>();
    space.visitBlockers(
        scope,
        Mode.EXCLUSIVE,
        StepLimit.unbounded(),
        record -> {
          found.add(record);
          return true;
        });
    return found.isEmpty() ? null : found.first().lease();
  }
}
