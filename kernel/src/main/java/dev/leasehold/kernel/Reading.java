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
    Lease lease = state.lease(get.leaseId());
    if (lease == null) {
      return new Reply.Refused(new Refusal.NoSuchLease(get.leaseId()));
    }
    Refusal refusal =
        caller.role() == Role.AGENT
            ? Ownership.checkHolder(caller, lease)
            : Ownership.checkSpace(caller, lease);
    return refusal != null ? new Reply.Refused(refusal) : new Reply.OfLease(lease);
  }

  Reply check(Caller caller, Command.Check check) {
    Refusal malformed = Names.check("space", check.space());
    if (malformed != null) {
      return new Reply.Refused(malformed);
    }
    if (!caller.isAdmittedTo(check.space())) {
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
            : checked(space, valid.scope(), check.mode());
      }
    };
  }

  private static Reply checked(Space space, Scope path, Mode mode) {
    Work work = Work.ofOneCommand();
    List<Lease> blockers = space.blockers(path, mode, Limits.MAX_CONFLICTS_NAMED, work);
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
