package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import java.util.List;

/** Answers queries about one lease or one path, from the state as of their own tick. */
final class Reading {

  private final State state;

  Reading(State state) {
    this.state = state;
  }

  Reply get(Caller caller, Command.GetLease get) {
    Refusal malformed = Names.check("leaseId", get.leaseId());
    if (malformed != null) {
      return new Reply.Refused(malformed);
    }
    Holding holding = state.inReach(caller, get.leaseId());
    if (holding == null) {
      return new Reply.Refused(new Refusal.NoSuchLease(get.leaseId()));
    }
    Refusal refusal = Ownership.checkReader(caller, holding);
    return refusal != null ? new Reply.Refused(refusal) : new Reply.OfLease(holding.lease());
  }

  /** Waiters are in the way like leases: no acquire passes them. */
  Reply check(Step step, Command.Check check) {
    Refusal malformed = Names.check("space", check.space());
    if (malformed != null) {
      return new Reply.Refused(malformed);
    }
    if (!step.caller().isAdmittedTo(check.space())) {
      return new Reply.Refused(
          new Refusal.Forbidden("your token does not name the space " + check.space()));
    }
    return switch (plainPath(state, check.space(), check.path())) {
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

  /** What a wait stands behind now; nothing if it is forgotten. */
  Reply inTheWay(Step step, Command.InTheWay way) {
    Holding holding = state.leases.find(way.leaseId());
    if (holding == null) {
      return new Reply.Checked(List.of());
    }
    Mode mode = holding.isActive() ? Mode.EXCLUSIVE : holding.mode();
    Wait place = new Wait(step.next(), step.tick(), step.tick(), 0, false);
    Ask ask = new Ask(holding.space, holding.scope, mode, holding, place);
    return new Reply.Checked(ask.named(step.tick(), Work.ofOneCommand()));
  }

  private static Reply checked(Step step, Space space, Scope path, Mode mode) {
    Work work = Work.ofOneCommand();
    Wait place = new Wait(step.next(), step.tick(), step.tick(), 0, false);
    List<Lease> blockers = new Ask(space, path, mode, null, place).named(step.tick(), work);
    return work.isExhausted()
        ? new Reply.Refused(
            new Refusal.InvalidInput(
                "path", "the path takes too long to compare with what is held in " + space.name))
        : new Reply.Checked(blockers);
  }

  /** A plain path as the space compares names. */
  static Scope.Parsed plainPath(State state, String spaceName, String path) {
    Scope.Parsed parsed = Scope.parse(List.of(), List.of(path));
    Space space = state.spaces.get(spaceName);
    return space != null && space.caseInsensitive && parsed instanceof Scope.Parsed.Valid valid
        ? valid.scope().withoutCase()
        : parsed;
  }
}
