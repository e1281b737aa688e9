package dev.leasehold.kernel.query;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Visibility;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.queue.Contention;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.List;

/** Answers queries about one lease, from the state as of their own tick. */
public final class Reading {

  private final State state;

  public Reading(State state) {
    this.state = state;
  }

  public Reply get(Caller caller, LeaseQuery.GetLease get) {
    Refusal malformed = Names.check("leaseId", get.leaseId());
    if (malformed != null) {
      return new Reply.Refused(malformed);
    }
    LeaseRecord record = state.leases.find(get.leaseId());
    if (record == null) {
      return new Reply.Refused(new NotFoundRefusal.NoSuchLease(get.leaseId()));
    }
    Visibility sight = state.visibilityOf(caller, record);
    Refusal refusal = sight.refusal(record.id);
    return refusal != null
        ? new Reply.Refused(refusal)
        : new Reply.OfLease(sight.show(shown(record)));
  }

  /** A reply with as much of the leases in the caller's way as the caller is shown of them. */
  public Reply withConflictsShownTo(Caller caller, Reply reply) {
    return switch (reply) {
      case Reply.Checked checked ->
          new Reply.Checked(
              shown(caller, checked.conflicts()), caller.seesLeasesOfOthers(agentsSee()));
      case Reply.Refused refused
          when refused.refusal() instanceof ConflictRefusal.Conflict conflict ->
          new Reply.Refused(
              new ConflictRefusal.Conflict(
                  shown(caller, conflict.blockers()),
                  caller.actor(),
                  caller.seesLeasesOfOthers(agentsSee())));
      default -> reply;
    };
  }

  private List<Lease> shown(Caller caller, List<Lease> inTheWay) {
    AgentsSee setting = agentsSee();
    return inTheWay.stream()
        .map(lease -> caller.visibilityOf(lease, setting).showInTheWay(lease))
        .toList();
  }

  private AgentsSee agentsSee() {
    return state.settings.config().agentsSee();
  }

  /** Tells of a floor where epochs do not begin at 0. */
  private Lease shown(LeaseRecord record) {
    long floor = record.policy.durableEpochs() ? state.epochs.floor(record.space.name) : 0;
    return floor == 0 ? record.lease() : record.lease().withEpochFloor(floor);
  }

  /** Names the leases and waits that a wait stands behind now; none if the wait is forgotten. */
  public Reply inTheWay(Step step, NodeCommand.InTheWay way) {
    LeaseRecord record = state.leases.find(way.leaseId());
    if (record == null) {
      return new Reply.Checked(List.of());
    }
    Mode mode = record.isActive() ? Mode.EXCLUSIVE : record.mode();
    QueuePlace place = new QueuePlace(step.next(), step.tick(), step.tick(), 0, false);
    Contention contention = new Contention(record.space, record.scope, mode, record, place);
    return new Reply.Checked(contention.named(step.tick(), StepLimit.ofOneCommand()));
  }
}
