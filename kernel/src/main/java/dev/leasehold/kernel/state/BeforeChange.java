package dev.leasehold.kernel.state;

import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.scope.Scope;
import java.util.Iterator;

/**
 * Tells of leases before an event changes them, for whoever copies the state meanwhile. It names
 * all that may change, and more where that is simpler: the whole tree of a lease that an event is
 * about.
 */
public final class BeforeChange {

  /** Gets leases as they are before they change. */
  public interface Listener {

    /** Something of the lease, or of others of its tree, may change next. */
    void tree(LeaseRecord record);

    /** The lease may be forgotten next, or be the last of its resource no more. */
    void lease(LeaseRecord record);

    /** All leases change next. */
    void everything();
  }

  private BeforeChange() {}

  public static void of(Event event, State state, Listener listener) {
    switch (event) {
      case LeaseEvent.Granted e -> {
        ofClaim(e.claim(), state, listener);
        if (state.policies.find(e.claim().policy(), e.claim().policyVersion()).durableEpochs()) {
          lastOf(e.claim().space(), e.claim().scope(), state, listener);
        }
      }
      case LeaseEvent.Queued e -> ofClaim(e.claim(), state, listener);
      case LeaseEvent.CommitRecorded e -> {
        LeaseRecord record = state.leases.find(e.leaseId());
        if (record != null) {
          listener.tree(record);
        }
      }
      case Event.OfLease e -> ofLease(state.known(e.leaseId()), state, listener);
      case AdminEvent.Pruned e -> {
        first(e.leases(), state.forgettable.leases.iterator(), listener);
        first(e.accounts(), state.forgettable.accounts.iterator(), listener);
      }
      case AdminEvent.SpaceDeclared e -> state.epochs.forEachIn(e.space(), listener::lease);
      case AdminEvent.Restored e -> listener.everything();
      default -> {}
    }
  }

  /** A new lease changes those that it is derived from. */
  private static void ofClaim(Claim claim, State state, Listener listener) {
    String parentId = claim.rare().parentId();
    if (!parentId.isEmpty()) {
      listener.tree(state.known(parentId));
    }
  }

  private static void ofLease(LeaseRecord record, State state, Listener listener) {
    listener.tree(record);
    if (record.policy.durableEpochs()) {
      lastOf(record.space.name, record.scope, state, listener);
    }
  }

  private static void lastOf(String space, Scope scope, State state, Listener listener) {
    Epochs.Reached last = state.epochs.byResource.get(new ResourceKey(space, scope));
    if (last != null) {
      listener.lease(last.record());
    }
  }

  private static void first(int count, Iterator<LeaseRecord> records, Listener listener) {
    for (int left = count; left > 0 && records.hasNext(); left--) {
      listener.lease(records.next());
    }
  }
}
