package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers queries from the state as of their own tick. */
final class Reading {

  private static final List<LeaseState> LIVING = List.of(LeaseState.PENDING, LeaseState.ACTIVE);

  private final State state;

  Reading(State state) {
    this.state = state;
  }

  Reply get(Caller caller, Command.GetLease get) {
    Optional<Refusal> malformed = Names.check("leaseId", get.leaseId());
    if (malformed.isPresent()) {
      return new Reply.Refused(malformed.get());
    }
    Lease lease = state.lease(get.leaseId());
    if (lease == null) {
      return new Reply.Refused(new Refusal.NoSuchLease(get.leaseId()));
    }
    Optional<Refusal> refusal =
        caller.role() == Role.AGENT
            ? Ownership.checkHolder(caller, lease)
            : Ownership.checkSpace(caller, lease);
    return refusal.<Reply>map(Reply.Refused::new).orElse(new Reply.OfLease(lease));
  }

  Reply check(Caller caller, Command.Check check) {
    Optional<Refusal> refusal =
        Names.check("space", check.space())
            .or(
                () ->
                    caller.isAdmittedTo(check.space())
                        ? Optional.empty()
                        : Optional.of(
                            new Refusal.Forbidden(
                                "your token does not name the space " + check.space())));
    if (refusal.isPresent()) {
      return new Reply.Refused(refusal.get());
    }
    return switch (plainPath(check.space(), check.path())) {
      case Scope.Parsed.Invalid invalid ->
          new Reply.Refused(new Refusal.InvalidInput("path", invalid.detail()));
      case Scope.Parsed.Valid valid -> {
        Space space = state.spaces.get(check.space());
        yield new Reply.Checked(
            space == null
                ? List.of()
                : space.blockers(
                    valid.scope(),
                    check.mode(),
                    Limits.MAX_CONFLICTS_NAMED,
                    Work.ofOneCommand()));
      }
    };
  }

  Reply list(Caller caller, Command.ListLeases list) {
    Optional<Refusal> refusal = listRefusal(caller, list);
    if (refusal.isPresent()) {
      return new Reply.Refused(refusal.get());
    }
    if (list.path().isEmpty()) {
      return page(caller, list, Optional.empty());
    }
    return switch (plainPath(list.space(), list.path())) {
      case Scope.Parsed.Invalid invalid ->
          new Reply.Refused(new Refusal.InvalidInput("path", invalid.detail()));
      case Scope.Parsed.Valid valid -> page(caller, list, Optional.of(valid.scope()));
    };
  }

  private static Optional<Refusal> listRefusal(Caller caller, Command.ListLeases list) {
    return Names.checkOptional("space", list.space())
        .or(() -> Names.checkOptional("holder", list.holder()))
        .or(() -> Names.checkOptional("policy", list.policy()))
        .or(() -> Names.checkOptional("requestId", list.requestId()))
        .or(
            () ->
                list.pageSize() >= 1 && list.pageSize() <= Limits.MAX_PAGE_SIZE
                    ? Optional.empty()
                    : Optional.of(
                        new Refusal.InvalidInput(
                            "pageSize", "a page has 1 to " + Limits.MAX_PAGE_SIZE + " leases")))
        .or(
            () ->
                list.path().isEmpty() || !list.space().isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                        new Refusal.InvalidInput("space", "a path needs the space it is in")))
        .or(
            () ->
                caller.role() == Role.AGENT
                        && !list.holder().isEmpty()
                        && !list.holder().equals(caller.actor())
                    ? Optional.of(new Refusal.Forbidden("an agent lists its own leases only"))
                    : Optional.empty());
  }

  private Scope.Parsed plainPath(String spaceName, String path) {
    Scope.Parsed parsed = Scope.parse(List.of(), List.of(path));
    Space space = state.spaces.get(spaceName);
    return space != null && space.caseInsensitive && parsed instanceof Scope.Parsed.Valid valid
        ? valid.scope().withoutCase()
        : parsed;
  }

  private Reply page(Caller caller, Command.ListLeases list, Optional<Scope> path) {
    List<Lease> found = new ArrayList<>();
    Work work = Work.ofOneCommand();
    List<LeaseState> states = list.states().isEmpty() ? LIVING : list.states();
    String holder = caller.role() == Role.AGENT ? caller.actor() : list.holder();
    long[] reached = {list.afterToken(), 0};
    boolean[] more = {false};
    GrantOrder.Visitor visitor =
        holding -> {
          Lease lease = holding.lease;
          if (found.size() == list.pageSize() || reached[1] == Limits.MAX_EXAMINED_PER_PAGE) {
            more[0] = true;
            return false;
          }
          reached[0] = lease.fencingToken();
          reached[1]++;
          if (states.contains(lease.state())
              && (list.space().isEmpty() || lease.space().equals(list.space()))
              && (holder.isEmpty() || lease.isHeldBy(holder))
              && (list.policy().isEmpty() || lease.policy().name().equals(list.policy()))
              && (list.requestId().isEmpty() || lease.requestId().equals(list.requestId()))
              && caller.mayRead(lease)
              && (path.isEmpty() || lease.scope().overlaps(path.get(), work))) {
            found.add(lease);
          }
          return true;
        };
    visit(list, holder, visitor);
    return new Reply.Leases(List.copyOf(found), more[0] ? reached[0] : 0);
  }

  private void visit(Command.ListLeases list, String holder, GrantOrder.Visitor visitor) {
    if (holder.isEmpty()) {
      state.grants.visitAfter(list.afterToken(), visitor);
      return;
    }
    Holder known = state.holders.get(holder);
    Holding next = known == null ? null : known.first();
    while (next != null) {
      if (next.lease.fencingToken() > list.afterToken() && !visitor.visit(next)) {
        return;
      }
      next = next.later;
    }
  }
}
