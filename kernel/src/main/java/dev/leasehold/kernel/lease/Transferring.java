package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.queue.Contention;
import dev.leasehold.kernel.queue.Deadlocks;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.RareFields;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import org.jspecify.annotations.Nullable;

/** Decides transfers: in one step, another holder has what the old one had. */
public final class Transferring {

  private final State state;
  private final Quota quota;

  public Transferring(State state, Quota quota) {
    this.state = state;
    this.quota = quota;
  }

  public Reply decide(Step step, LeaseCommand.Transfer transfer) {
    Refusal malformed = Names.check("newLeaseId", transfer.newLeaseId());
    malformed = malformed != null ? malformed : Names.check("toHolder", transfer.toHolder());
    malformed = malformed != null ? malformed : FieldChecks.checkSentence("note", transfer.note());
    return Change.of(step, transfer, transfer.leaseId(), malformed)
        .against(record -> notTransferable(step, record))
        .against(record -> Acquiring.alreadyUsed(state, transfer.newLeaseId(), false))
        .against(record -> quota.exceeded(transfer.toHolder(), record.textSize(), null))
        .against(
            record ->
                new Deadlocks(step)
                    .ofGrant(
                        new Party(transfer.toHolder(), ""),
                        Contention.granted(step, record, record.scope, record.mode())))
        .carryOut(
            transfer.newLeaseId(),
            (record, request) -> step.record(transferred(step, record, transfer, request)));
  }

  private static @Nullable Refusal notTransferable(Step step, LeaseRecord record) {
    Refusal refusal = Ownership.checkLiving(step, record);
    if (refusal != null) {
      return refusal;
    }
    if (record.isPending() || record.place() != null) {
      return new LeaseRefusal.NotTransferable(
          record.id, "lease " + record.id + " is waiting; what is not granted cannot be handed on");
    }
    if (record.account() != null) {
      return new LeaseRefusal.NotTransferable(
          record.id, "lease " + record.id + " has a budget; close it, or derive from it");
    }
    return Ownership.checkActive(step, record);
  }

  private Event transferred(
      Step step, LeaseRecord record, LeaseCommand.Transfer transfer, Event.Request request) {
    boolean exclusive = record.mode() == Mode.EXCLUSIVE;
    return new LeaseEvent.Transferred(
        step.at(),
        record.id,
        transfer.newLeaseId(),
        transfer.toHolder(),
        transfer.note(),
        exclusive ? state.epochs.after(record) : record.epoch(),
        request);
  }

  public void transferred(LeaseEvent.Transferred e) {
    LeaseRecord old = state.active(e);
    LeaseRecord next = state.make(successor(old.lease(), e), e.position());
    next.inherit(old, e.position(), e.epoch(), e.tick(), e.wallNanos());
    handOnFamily(old, next);
    state.notices.leaseEnded(old);
    old.space.unblock(old);
    old.end(
        LeaseState.RELEASED,
        new Ending(e.tick(), e.wallNanos(), null, EndReasons.TRANSFERRED, old.holder.name, 0));
    state.endRequests(old);
    state.countAsEnded(old);
    next.space.block(next);
    state.countAsLiving(next);
    state.epochs.reach(next);
    state.notices.addReceived(next, e, e.note());
  }

  private static Claim successor(Lease before, LeaseEvent.Transferred e) {
    Claim.RareTerms rare =
        new Claim.RareTerms(
            before.rare().heartbeatNanos(), before.rare().authority(), "", Amounts.NONE, "", "", 0);
    return new Claim(
        e.newLeaseId(),
        false,
        before.policy().name(),
        before.policy().version(),
        before.space(),
        before.scope(),
        before.mode(),
        e.toHolder(),
        "",
        before.ttlNanos(),
        before.maxRenewals(),
        before.labels(),
        e.request(),
        rare);
  }

  private static void handOnFamily(LeaseRecord old, LeaseRecord next) {
    if (!old.hasRareFields()) {
      return;
    }
    RareFields rare = old.rareToWrite();
    if (rare.parent != null) {
      next.rareToWrite().parent = rare.parent;
      rare.parent.rareToWrite().children.add(next);
    }
    for (LeaseRecord child : rare.children) {
      child.rareToWrite().parent = next;
      next.rareToWrite().children.add(child);
    }
    rare.children.clear();
    next.rareToWrite().livingChildren = rare.livingChildren;
    rare.livingChildren = 0;
  }
}
