package dev.leasehold.kernel.query;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.QueuePlace;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.queue.Contention;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.List;

/** Answers queries about one lease, from the state as of their own tick. */
public final class Reading {

  private final State state;

  public Reading(State state) {
    this.state = state;
  }

  public Reply get(Caller caller, Command.GetLease get) {
    Refusal malformed = Names.check("leaseId", get.leaseId());
    if (malformed != null) {
      return new Reply.Refused(malformed);
    }
    LeaseRecord record = state.inReach(caller, get.leaseId());
    if (record == null) {
      return new Reply.Refused(new Refusal.NoSuchLease(get.leaseId()));
    }
    Refusal refusal = Ownership.checkReader(caller, record);
    return refusal != null ? new Reply.Refused(refusal) : new Reply.OfLease(shown(record));
  }

  /** Tells of a floor where epochs do not begin at 0. */
  private Lease shown(LeaseRecord record) {
    long floor = record.policy.durableEpochs() ? state.epochs.floor(record.space.name) : 0;
    return floor == 0 ? record.lease() : record.lease().withEpochFloor(floor);
  }

  /** Names the leases and waits that a wait stands behind now; none if the wait is forgotten. */
  public Reply inTheWay(Step step, Command.InTheWay way) {
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
