package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Budget;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Particulars;
import dev.leasehold.kernel.Pool;
import dev.leasehold.kernel.Wait;
import java.util.List;

/** What must be true of a state in which nothing is left due. */
final class Safety {

  private final View view;
  private final Chronicle chronicle;

  Safety(View view, Chronicle chronicle) {
    this.view = view;
    this.chronicle = chronicle;
  }

  void check() {
    Violation.unless(
        view.leases().size() == chronicle.entries().size(),
        Rule.EVENTS_TELL_ALL,
        "%d leases shown, %d by the events",
        view.leases().size(),
        chronicle.entries().size());
    for (Lease lease : view.leases()) {
      checkTold(lease);
      checkDeadlines(lease);
      checkParent(lease);
      checkBudget(lease);
    }
    for (Pool pool : view.pools()) {
      checkPool(pool);
    }
    Contention contention = new Contention(chronicle);
    contention.checkHolders();
    contention.checkWaiters(view.now());
  }

  private void checkTold(Lease lease) {
    Entry entry = chronicle.find(lease.id());
    boolean agrees =
        entry != null
            && lease.state() == entry.state
            && lease.mode() == entry.mode
            && lease.fencingToken() == entry.token
            && lease.party().equals(entry.party)
            && lease.isInGrace() == (entry.graceEndTick != 0)
            && (entry.state != LeaseState.ACTIVE || lease.deadlineTick() == entry.deadlineTick)
            && (!entry.isBlocking() || lease.particulars().parentId().equals(entry.parentId))
            && (lease.particulars().place() == null) == (entry.place == null);
    Violation.unless(agrees, Rule.EVENTS_TELL_ALL, "%s is shown as %s", entry, lease);
  }

  private void checkDeadlines(Lease lease) {
    Particulars more = lease.particulars();
    Wait place = more.place();
    long now = view.now();
    boolean inTime =
        (lease.state() != LeaseState.ACTIVE || now < lease.deadlineTick())
            && (place == null || now < place.deadlineTick())
            && (!lease.isInGrace() || lease.ending() == null || now < lease.ending().graceEndTick())
            && (lease.state() != LeaseState.ACTIVE
                || more.heartbeatNanos() == 0
                || more.delayedRelease() != null
                || now < more.heartbeatDeadlineTick())
            && (lease.state() != LeaseState.ACTIVE
                || ((more.announcedEnd() == null || now < more.announcedEnd().tick())
                    && (more.delayedRelease() == null || now < more.delayedRelease().tick())));
    Violation.unless(inTime, Rule.EXPIRED_AT_THE_DEADLINE, "at %d %s", now, lease);
    Violation.unless(
        lease.state() != LeaseState.ACTIVE
            || more.announcedEnd() == null
            || lease.deadlineTick() <= more.announcedEnd().tick()
            || more.announcedEnd().tick() > now,
        Rule.EXPIRED_AT_THE_DEADLINE,
        "past the notice: %s",
        lease);
  }

  private void checkParent(Lease lease) {
    String parentId = lease.particulars().parentId();
    if (parentId.isEmpty() || lease.state() != LeaseState.ACTIVE) {
      return;
    }
    Lease parent = view.find(parentId);
    boolean within =
        parent != null
            && parent.state() == LeaseState.ACTIVE
            && lease.deadlineTick() <= parent.deadlineTick()
            && (lease.mode() == Mode.SHARED || parent.mode() == Mode.EXCLUSIVE)
            && TinyPaths.contains(parent.scope(), lease.scope())
            && lease.particulars().ancestorTokens().equals(parent.fencePath());
    Violation.unless(within, Rule.CHILD_WITHIN_PARENT, "%s%nunder %s", lease, parent);
  }

  private void checkBudget(Lease lease) {
    Budget budget = lease.budget();
    if (budget == null) {
      return;
    }
    Amounts used =
        budget.spent().plus(budget.reserved()).plus(budget.delegated()).plus(budget.returned());
    boolean ended = lease.state().isTerminal() && !lease.isInGrace();
    Amounts reserved =
        sum(
            chronicle.reservations().values().stream()
                .filter(aside -> aside.leaseId().equals(lease.id()))
                .map(Chronicle.SetAside::amounts)
                .toList());
    Amounts withChildren =
        sum(
            view.leases().stream()
                .filter(child -> child.particulars().parentId().equals(lease.id()))
                .map(Safety::outstanding)
                .toList());
    boolean addsUp =
        budget.granted().covers(used)
            && (!ended || budget.granted().equals(used))
            && budget.reserved().equals(reserved)
            && budget.delegated().equals(withChildren);
    Violation.unless(
        addsUp,
        Rule.BUDGETS_ADD_UP,
        "%s, set aside %s, with children %s",
        lease,
        reserved,
        withChildren);
  }

  /** Granted, and neither spent nor given back. */
  private static Amounts outstanding(Lease lease) {
    Budget budget = lease.budget();
    return budget == null
        ? Amounts.NONE
        : budget.granted().minus(budget.spent()).minus(budget.returned());
  }

  private void checkPool(Pool pool) {
    List<Lease> drawn =
        view.leases().stream()
            .filter(lease -> lease.particulars().pool().equals(pool.id()))
            .filter(lease -> lease.budget() != null)
            .toList();
    Amounts spent =
        sum(
            drawn.stream()
                .map(Lease::budget)
                .map(budget -> budget == null ? Amounts.NONE : budget.spent())
                .toList());
    boolean addsUp =
        pool.total().equals(chronicle.deposits().getOrDefault(pool.id(), Amounts.NONE))
            && pool.outstanding().equals(sum(drawn.stream().map(Safety::outstanding).toList()))
            && pool.spent().equals(spent);
    Violation.unless(
        addsUp, Rule.POOLS_ADD_UP, "%s of %s with %s", pool, chronicle.deposits(), drawn);
  }

  private static Amounts sum(List<Amounts> parts) {
    return parts.stream().reduce(Amounts.NONE, Amounts::plus);
  }
}
