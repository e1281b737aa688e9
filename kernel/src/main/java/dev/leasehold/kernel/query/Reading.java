package dev.leasehold.kernel.query;

import dev.leasehold.kernel.AgentsSee;
import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.QueuePlace;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Sight;
import dev.leasehold.kernel.queue.Contention;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.List;

/** Answers queries about one lease or one path, from the state as of their own tick. */
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
    LeaseRecord record = state.leases.find(get.leaseId());
    if (record == null) {
      return new Reply.Refused(new Refusal.NoSuchLease(get.leaseId()));
    }
    Sight sight = state.sightOf(caller, record);
    Refusal refusal = sight.refusal(record.id);
    return refusal != null
        ? new Reply.Refused(refusal)
        : new Reply.OfLease(sight.show(record.lease()));
  }

  /** A reply with as much of the leases in the caller's way as the caller is shown of them. */
  public Reply toldTo(Caller caller, Reply reply) {
    return switch (reply) {
      case Reply.Checked checked -> new Reply.Checked(shown(caller, checked.conflicts()));
      case Reply.Refused refused when refused.refusal() instanceof Refusal.Conflict conflict ->
          new Reply.Refused(
              new Refusal.Conflict(shown(caller, conflict.blockers()), caller.actor()));
      default -> reply;
    };
  }

  private List<Lease> shown(Caller caller, List<Lease> inTheWay) {
    AgentsSee setting = state.settings.config().agentsSee();
    return inTheWay.stream()
        .map(lease -> caller.sightOf(lease, setting).showInTheWay(lease))
        .toList();
  }

  /** Waiters are in the way like leases: no acquire passes them. */
  public Reply check(Step step, Command.Check check) {
    Refusal malformed = Names.check("space", check.space());
    if (malformed != null) {
      return new Reply.Refused(malformed);
    }
    if (!step.caller().isAdmittedTo(check.space())) {
      return new Reply.Refused(
          new Refusal.Forbidden("your token does not name the space " + check.space()));
    }
    return switch (state.plainPath(check.space(), check.path())) {
      case Scope.Parsed.Invalid invalid ->
          new Reply.Refused(new Refusal.InvalidInput("path", invalid.detail()));
      case Scope.Parsed.Valid valid -> {
        Space space = state.spaces.get(check.space());
        yield space == null
            ? new Reply.Checked(List.of())
            : checked(step, space, valid.scope(), check.mode());
      }
    };
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

  private static Reply checked(Step step, Space space, Scope path, Mode mode) {
    StepLimit work = StepLimit.ofOneCommand();
    QueuePlace place = new QueuePlace(step.next(), step.tick(), step.tick(), 0, false);
    List<Lease> blockers = new Contention(space, path, mode, null, place).named(step.tick(), work);
    return work.isExhausted()
        ? new Reply.Refused(
            new Refusal.InvalidInput(
                "path", "the path takes too long to compare with what is held in " + space.name))
        : new Reply.Checked(blockers);
  }
}
