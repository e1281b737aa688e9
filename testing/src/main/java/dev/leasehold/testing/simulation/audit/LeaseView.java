package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.FENCE_PATHS_FOLLOW_THE_TREE;
import static dev.leasehold.testing.simulation.audit.Invariant.MONEY_IS_CONSERVED;
import static dev.leasehold.testing.simulation.audit.Invariant.NEVER_LATE;
import static dev.leasehold.testing.simulation.audit.Invariant.REPLIES_TELL_THE_TRUTH;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSFERS_HAND_EVERYTHING_ON;

import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.kernel.view.RareProperties;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.LeaseAccount;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Place;
import dev.leasehold.testing.simulation.books.PoolBook;
import dev.leasehold.testing.simulation.books.Units;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Leases and pools as replies show them, beside the books. */
final class LeaseView {

  private final Ledger ledger;
  private final long tick;

  LeaseView(Ledger ledger, long tick) {
    this.ledger = ledger;
    this.tick = tick;
  }

  void check(Lease lease) {
    checkOutline(lease);
    Entry entry = ledger.find(lease.id());
    if (entry != null) {
      checkBudget(entry, lease.budget());
    }
  }

  /** Checks a lease as those see it who may know nothing of its money. */
  void checkOutline(Lease lease) {
    Entry entry = ledger.find(lease.id());
    unless(
        lease.state() != LeaseState.ACTIVE || tick < lease.deadlineTick(),
        NEVER_LATE,
        "%s is called active at %d",
        lease,
        tick);
    unless(
        entry != null && isSame(entry, lease) && isSame(entry, lease.rare()),
        REPLIES_TELL_THE_TRUTH,
        "the reply has %s, the books have %s",
        lease,
        entry);
    if (entry != null) {
      checkFencePath(entry, lease);
    }
  }

  /** Checks a lease that has just been handed on. */
  static void checkHandedOn(Entry old, Entry next, Lease lease) {
    unless(
        lease.deadlineTick() == old.deadline
            && lease.renewalCount() == old.renewals
            && lease.labels().equals(old.labels)
            && lease.rare().heartbeatNanos() == old.heartbeatNanos
            && lease.rare().reminded() == old.reminded
            && Objects.equals(lease.rare().authority(), old.authority)
            && Objects.equals(lease.rare().announcedEnd(), next.announced)
            && lease.rare().parentId().equals(old.parent == null ? "" : old.parent.id)
            && old.children.isEmpty(),
        TRANSFERS_HAND_EVERYTHING_ON,
        "%s came of %s",
        lease,
        old);
  }

  private static void checkFencePath(Entry entry, Lease lease) {
    unless(
        lease.rare().ancestorTokens().equals(entry.ancestorTokens())
            && lease.fencePath().size()
                == (entry.token == 0 ? 0 : entry.ancestorTokens().size() + 1)
            && (entry.token == 0 || lease.fencePath().getLast() == entry.token),
        FENCE_PATHS_FOLLOW_THE_TREE,
        "%s has the path %s, its ancestors %s",
        lease.id(),
        lease.fencePath(),
        entry.ancestorTokens());
  }

  private static boolean isSame(Entry entry, Lease lease) {
    return lease.state().name().equals(entry.state)
        && lease.policy().name().equals(entry.facts.name())
        && lease.policy().version() == entry.facts.version()
        && lease.space().equals(entry.space)
        && lease.scope().patternTexts().equals(entry.patterns)
        && lease.party().equals(entry.party)
        && (lease.mode() == Mode.EXCLUSIVE) == entry.exclusive
        && lease.position() == entry.birth
        && lease.deadlineTick() == entry.deadline
        && lease.ttlNanos() == entry.ttlNanos
        && lease.renewalCount() == entry.renewals
        && lease.fencingToken() == entry.token
        && lease.epoch() == entry.epoch
        && lease.labels().equals(entry.labels)
        && (entry.isActive() || entry.isPending()
            ? lease.ending() == null
            : lease.ending() != null && lease.ending().tick() == entry.endedTick)
        && lease.rare().lateCommit().equals(entry.lateCommit);
  }

  private static boolean isSame(Entry entry, RareProperties shown) {
    return shown.heartbeatNanos() == entry.heartbeatNanos
        && (entry.heartbeatNanos == 0 || shown.heartbeatDeadlineTick() == entry.heartbeatDeadline)
        && isSame(entry.place, shown.place())
        && (!entry.isActive()
            || (Objects.equals(shown.announcedEnd(), entry.announced)
                && Objects.equals(shown.delayedRelease(), entry.delayed)))
        && Objects.equals(shown.authority(), entry.authority)
        && shown.parentId().equals(entry.parent == null ? "" : entry.parent.id)
        && shown.reminded() == entry.reminded;
  }

  private static boolean isSame(@Nullable Place place, @Nullable QueuePlace shown) {
    return place == null || shown == null
        ? place == null && shown == null
        : place.equals(
            new Place(
                shown.position(),
                shown.sinceTick(),
                shown.deadlineTick(),
                shown.priority(),
                shown.conversion()));
  }

  private static void checkBudget(Entry entry, @Nullable Budget shown) {
    LeaseAccount account = entry.account;
    if (account == null || shown == null) {
      unless(account == null && shown == null, MONEY_IS_CONSERVED, "%s: %s", entry, shown);
      return;
    }
    long[] all = Units.sum(Units.sum(account.rest, account.reserved), account.delegated());
    all = Units.sum(Units.sum(all, account.spent), account.returned);
    unless(
        Arrays.equals(all, account.granted),
        MONEY_IS_CONSERVED,
        "of %s granted to %s there is %s",
        Arrays.toString(account.granted),
        entry,
        Arrays.toString(all));
    Budget own =
        new Budget(
            Units.amounts(account.granted),
            Units.amounts(account.reserved),
            Units.amounts(account.delegated()),
            Units.amounts(account.spent),
            Units.amounts(account.returned));
    unless(own.equals(shown), MONEY_IS_CONSERVED, "%s has %s, shown as %s", entry, own, shown);
  }

  void check(Pool shown) {
    PoolBook pool = ledger.money.pool(shown.id());
    if (pool == null) {
      throw new AuditFailure(REPLIES_TELL_THE_TRUTH, "there is no " + shown);
    }
    long[] outstanding = pool.outstanding();
    unless(
        Arrays.equals(pool.paidIn, Units.sum(Units.sum(pool.free, outstanding), pool.spent)),
        MONEY_IS_CONSERVED,
        "%s was paid in, and there is %s",
        Arrays.toString(pool.paidIn),
        shown);
    Pool own =
        new Pool(
            pool.id,
            Units.amounts(pool.free),
            Units.amounts(outstanding),
            Units.amounts(pool.spent),
            pool.open,
            pool.recurrence,
            pool.period);
    unless(own.equals(shown), MONEY_IS_CONSERVED, "%s is shown as %s", own, shown);
  }
}
