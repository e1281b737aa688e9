package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.EventNotice;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.Lease;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Records the commits of check-ins whose leases had ended between push and completion. The commit
 * is there and stays, so all who have to do with it are told: its holder, who took the lease away,
 * admins, and whoever holds something of the scope by now, or waits for it. Once for each lease,
 * and the lease stays as it ended.
 */
public final class LateCommits {

  private LateCommits() {}

  /** Records the commit of a lease that the kernel has forgotten, if it is to be recorded. */
  public static Reply decide(Step step, NodeCommand.RecordCommit late) {
    LeaseRecord record = step.state.leases.find(late.lease().id());
    Lease lease = record == null ? late.lease() : record.lease();
    if (!lease.state().isTerminal()) {
      return Step.refuse(new NotFoundRefusal.NoSuchLease(lease.id()));
    }
    boolean told =
        step.caller().visibilityOf(lease, step.state.settings.config().agentsSee()).isShown();
    return Step.refuse(
        new LeaseRefusal.AlreadyTerminal(record(step, lease, late.commit()), step.tick(), told));
  }

  /** Records the commit if it is to be recorded; returns the lease as it is then. */
  static Lease record(Step step, Lease lease, String commit) {
    if (!isDue(step, lease, commit)) {
      return lease;
    }
    step.record(
        new LeaseEvent.CommitRecorded(
            step.at(),
            lease.id(),
            commit,
            lease.holder(),
            lease.space(),
            EventNotice.pathOf(lease.scope()),
            told(step, lease)));
    return lease.withLateCommit(commit);
  }

  private static boolean isDue(Step step, Lease lease, String commit) {
    boolean lost =
        lease.state().isTerminal()
            && lease.state() != LeaseState.COMPLETED
            && lease.fencingToken() != 0
            && lease.policy().isCheckedIn();
    return lost
        && isHolder(step.caller(), lease)
        && FieldChecks.isCommit(commit)
        && lease.commit().isEmpty()
        && !step.state.lateCheckIns.contains(lease.id());
  }

  private static boolean isHolder(Caller caller, Lease lease) {
    return lease.isHeldBy(caller.actor())
        && caller.role() != Role.AUDITOR
        && caller.role() != Role.GATEWAY
        && caller.hasAccessTo(lease.space());
  }

  private static List<String> told(Step step, Lease lease) {
    Set<String> told = new LinkedHashSet<>();
    told.add(lease.holder());
    if (lease.ending() != null && !lease.ending().endedBy().isEmpty()) {
      told.add(lease.ending().endedBy());
    }
    step.state.adminsOfAll(step.tick()).forEach(admin -> told.add(admin.name));
    Space space = step.state.spaces.get(lease.space());
    if (space != null) {
      space
          .claimants(lease.scope(), Limits.MAX_TOLD_OF_A_COMMIT, StepLimit.ofOneCommand())
          .forEach(claimant -> told.add(claimant.holder()));
    }
    return told.stream().limit(Limits.MAX_TOLD_OF_A_COMMIT).toList();
  }

  public static void recorded(State state, LeaseEvent.CommitRecorded e) {
    state.lateCheckIns.add(e.leaseId());
    LeaseRecord record = state.leases.find(e.leaseId());
    if (record != null) {
      record.rareToWrite().lateCommit = e.commit();
    }
    state.notices.addLateCommit(e.told().stream().map(state::holder).toList(), e);
  }
}
