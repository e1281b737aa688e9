package dev.leasehold.kernel.query;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.PageLimit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists leases in the order they were made, a page at a time. A page looks at a bounded number of
 * leases, so it may hold fewer than asked for, even none, and still not be the last.
 */
public final class Listing {

  private static final List<LeaseState> LIVING = List.of(LeaseState.PENDING, LeaseState.ACTIVE);
  private static final Scope EVERYTHING = Scope.ofCanonical(List.of("/**"));

  private final State state;

  public Listing(State state) {
    this.state = state;
  }

  public Reply list(Caller caller, LeaseQuery.ListLeases list) {
    AgentsSee setting = state.settings.config().agentsSee();
    Refusal refusal = refusal(caller, list, setting);
    if (refusal != null) {
      return new Reply.Refused(refusal);
    }
    Scope.Parsed path = list.path().isEmpty() ? null : state.plainPath(list.space(), list.path());
    if (path instanceof Scope.Parsed.Invalid invalid) {
      return new Reply.Refused(new InputRefusal.InvalidInput("path", invalid.detail()));
    }
    Scope.Parsed scope = list.scope() == null ? null : state.asCompared(list.space(), list.scope());
    if (scope instanceof Scope.Parsed.Invalid invalid) {
      return new Reply.Refused(new InputRefusal.InvalidInput(invalid.field(), invalid.detail()));
    }
    return page(new Filter(caller, list, setting, scopeOf(path), scopeOf(scope)));
  }

  private static @Nullable Scope scopeOf(Scope.@Nullable Parsed parsed) {
    return parsed instanceof Scope.Parsed.Valid valid ? valid.scope() : null;
  }

  private static @Nullable Refusal refusal(
      Caller caller, LeaseQuery.ListLeases list, AgentsSee setting) {
    Refusal refusal = Names.checkOptional("space", list.space());
    refusal = refusal != null ? refusal : Names.checkOptional("holder", list.holder());
    refusal = refusal != null ? refusal : Names.checkOptional("policy", list.policy());
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", list.requestId());
    if (refusal != null) {
      return refusal;
    }
    if (list.pageSize() < 1 || list.pageSize() > Limits.MAX_PAGE_SIZE) {
      return new InputRefusal.InvalidInput(
          "pageSize", "a page has 1 to " + Limits.MAX_PAGE_SIZE + " leases");
    }
    if (!list.path().isEmpty() && list.space().isEmpty()) {
      return new InputRefusal.InvalidInput("space", "a path needs the space it is in");
    }
    if (list.scope() != null && list.space().isEmpty()) {
      return new InputRefusal.InvalidInput("space", "a scope needs the space it is in");
    }
    boolean others = !list.holder().isEmpty() && !caller.seesWholeLeasesOf(list.holder());
    return setting == AgentsSee.OWN && others
        ? new AccessRefusal.Forbidden("an agent lists its own leases only")
        : null;
  }

  /** The conditions that a lease must meet to be listed. */
  private record Filter(
      Caller caller,
      LeaseQuery.ListLeases list,
      AgentsSee setting,
      @Nullable Scope path,
      @Nullable Scope scope) {

    List<LeaseState> states() {
      return list.states().isEmpty() ? LIVING : list.states();
    }

    /** Where the leases have to be looked for; null for everywhere. */
    @Nullable Scope place() {
      return path == null ? scope : path;
    }

    String holder() {
      return list.holderFor(caller, setting);
    }

    boolean accepts(Lease lease, StepLimit work) {
      return states().contains(lease.state())
          && list.isWanted(caller, lease)
          && caller.visibilityOf(lease, setting).isShown()
          && (scope == null || lease.scope().equals(scope))
          && (path == null || lease.scope().overlaps(path, work));
    }

    Lease show(Lease lease) {
      return caller.visibilityOf(lease, setting).show(lease);
    }
  }

  private Reply page(Filter filter) {
    Page page = new Page(filter);
    Space space = state.spaces.get(filter.list.space());
    List<Lease> claimants = space == null ? null : claimants(space, filter);
    if (claimants != null) {
      for (Lease lease : claimants) {
        if (lease.position() > filter.list.afterPosition() && !page.visit(lease)) {
          break;
        }
      }
    } else if (filter.holder().isEmpty()) {
      state.births.visitAfter(filter.list.afterPosition(), record -> page.visit(record.lease()));
    } else {
      visitHolder(filter, page);
    }
    return page.reply();
  }

  /**
   * Living leases of a small space, or at one path, are found by their claims; null if they are too
   * many or take too long to compare.
   */
  private static @Nullable List<Lease> claimants(Space space, Filter filter) {
    if (!LIVING.containsAll(filter.states())
        || (filter.place() == null && space.rememberedCount() > Limits.MAX_EXAMINED_PER_PAGE)) {
      return null;
    }
    Scope scope = filter.place() == null ? EVERYTHING : filter.place();
    StepLimit work = StepLimit.ofOneCommand();
    List<Lease> found = space.claimants(scope, Limits.MAX_EXAMINED_PER_PAGE, work);
    return work.isExhausted() || found.size() == Limits.MAX_EXAMINED_PER_PAGE ? null : found;
  }

  private void visitHolder(Filter filter, Page page) {
    Holder holder = state.holders.get(filter.holder());
    LeaseRecord next = holder == null ? null : holder.first();
    while (next != null) {
      if (next.birth > filter.list.afterPosition() && !page.visit(next.lease())) {
        return;
      }
      next = next.later;
    }
  }

  /** Gathers leases until the page is full or enough were looked at. */
  private static final class Page {

    private final Filter filter;
    private final StepLimit work = StepLimit.ofOneCommand();
    private final List<Lease> found = new ArrayList<>();
    private final PageLimit limit;
    private int examined;
    private long reached;
    private boolean more;

    Page(Filter filter) {
      this.filter = filter;
      this.limit = new PageLimit(filter.list.pageSize());
    }

    boolean visit(Lease lease) {
      if (limit.isReached() || examined == Limits.MAX_EXAMINED_PER_PAGE || work.isExhausted()) {
        more = true;
        return false;
      }
      boolean accepted = filter.accepts(lease, work);
      if (work.isExhausted() && examined > 0) {
        more = true;
        return false;
      }
      examined++;
      reached = lease.position();
      if (accepted) {
        found.add(filter.show(lease));
        limit.take(lease);
      }
      return true;
    }

    Reply reply() {
      return new Reply.Leases(List.copyOf(found), more ? reached : 0);
    }
  }
}
