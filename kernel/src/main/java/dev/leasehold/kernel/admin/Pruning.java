package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.state.UsedId;
import dev.leasehold.kernel.view.Ending;

/** Forgets leases that ended long ago, and notices that nobody has acknowledged. */
public final class Pruning {

  private final State state;

  public Pruning(State state) {
    this.state = state;
  }

  /** Forgets the oldest first, so that counts are enough for the event to say which. */
  public Reply prune(Step step, NodeCommand.Prune prune) {
    int limit = Math.max(0, prune.limit());
    int leases = leasesBefore(prune.endedBeforeTick(), limit);
    int accounts = accountsBefore(step, prune.endedBeforeTick(), limit - leases);
    long noticeTick = step.tick() - Limits.NOTICES_KEPT_NANOS + 1;
    int notices = state.notices.countBefore(noticeTick, limit - leases - accounts);
    int count = leases + accounts + notices;
    if (count > 0) {
      step.record(new AdminEvent.Pruned(step.at(), leases, accounts, notices, true));
    }
    boolean more =
        leasesBefore(prune.endedBeforeTick(), 1) > 0
            || accountsBefore(step, prune.endedBeforeTick(), 1) > 0
            || state.notices.countBefore(noticeTick, 1) > 0;
    return new Reply.Swept(count, more);
  }

  private int leasesBefore(long tick, int limit) {
    int count = 0;
    for (LeaseRecord record : state.forgettable.leases) {
      if (count == limit || endedTick(record) >= tick) {
        break;
      }
      count++;
    }
    return count;
  }

  private int accountsBefore(Step step, long tick, int limit) {
    int count = 0;
    for (LeaseRecord record : state.forgettable.accounts) {
      if (count == limit
          || endedTick(record) >= tick
          || record.rare().forgettableTick + Limits.MONEY_IDS_KEPT_NANOS > step.tick()) {
        break;
      }
      count++;
    }
    return count;
  }

  private static long endedTick(LeaseRecord record) {
    Ending ending = record.ending();
    if (ending == null) {
      throw new IllegalStateException("a lease that has not ended: " + record.id);
    }
    return ending.tick();
  }

  public void pruned(AdminEvent.Pruned e) {
    for (int left = e.leases(); left > 0; left--) {
      forget(state.forgettable.leases.removeFirst(), e.epochsKept());
    }
    for (int left = e.accounts(); left > 0; left--) {
      forget(state.forgettable.accounts.removeFirst(), e.epochsKept());
    }
    for (int left = e.notices(); left > 0; left--) {
      state.dropIfUnknown(state.notices.dropOldest().holder);
    }
  }

  private void forget(LeaseRecord record, boolean epochsKept) {
    if (record.hasCallersId()) {
      state.forgettable.usedIds.add(UsedId.of(record.id));
    }
    state.requests.forget(record);
    state.budgetRequests.forget(record);
    if (epochsKept) {
      state.epochs.keep(record);
    } else {
      state.epochs.fallBack(record);
    }
    state.leases.remove(record.id);
    LeaseRecord parent = record.parent();
    if (parent != null) {
      parent.rareToWrite().children.remove(record);
    }
    record.forget();
    state.births.countForgotten();
    record.holder.remove(record);
    state.dropIfUnknown(record.holder);
    record.space.countRemembered(-1);
    state.dropIfUnknown(record.space);
  }
}
