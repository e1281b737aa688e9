package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.Lease;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Keeps books of its own from the events and compares them with what the kernel says about pools
 * and leases (rule 18), to the unit.
 */
final class MoneyLedger {

  /** The amounts put into each pool less those taken out, and those spent of it. */
  private final Map<String, Amounts> totals = new TreeMap<>();

  private final Map<String, Amounts> spentByPool = new TreeMap<>();

  /** The pool at the root of each lease that ever had money; the parent of each that has one. */
  private final Map<String, String> poolByLease = new LinkedHashMap<>();

  private final Map<String, String> parents = new HashMap<>();

  private final Map<String, Amounts> spentByLease = new HashMap<>();
  private final Map<String, String> poolAsked = new HashMap<>();

  void enter(Event event) {
    switch (event) {
      case PoolEvent.PoolCreated e -> totals.put(e.poolId(), e.amounts());
      case PoolEvent.PoolChanged e ->
          totals.merge(e.poolId(), e.amounts(), e.deposit() ? Amounts::plus : Amounts::minus);
      case ApprovalEvent.MoreApproved e -> {
        String pool = poolByLease.getOrDefault(e.leaseId(), "");
        totals.merge(pool, e.deposited(), Amounts::plus);
      }
      case PoolEvent.ToppedUp e -> totals.merge(e.poolId(), e.added(), Amounts::plus);
      case PoolEvent.PoolConfirmed e -> spentByPool.put(e.poolId(), e.spent());
      case LeaseEvent.Granted e -> opened(e.leaseId(), e.claim().rare(), e.budget());
      case LeaseEvent.Queued e -> poolAsked.put(e.leaseId(), e.claim().rare().pool());
      case LeaseEvent.GrantedFromQueue e -> {
        if (!e.budget().isNothing()) {
          poolByLease.put(e.leaseId(), asked(e.leaseId()));
        }
      }
      case BudgetEvent.Spent e -> spent(e.leaseId(), e.amounts());
      case BudgetEvent.Settled e -> spent(e.leaseId(), e.spent());
      default -> {}
    }
  }

  private String asked(String leaseId) {
    return poolAsked.getOrDefault(leaseId, "");
  }

  private void opened(String id, Claim.RareTerms rare, Amounts budget) {
    if (budget.isNothing()) {
      return;
    }
    String parent = rare.parentId();
    if (parent.isEmpty()) {
      poolByLease.put(id, rare.pool());
    } else {
      parents.put(id, parent);
      poolByLease.put(id, poolByLease.getOrDefault(parent, ""));
    }
  }

  private void spent(String leaseId, Amounts amounts) {
    spentByPool.merge(poolByLease.getOrDefault(leaseId, ""), amounts, Amounts::plus);
    for (String next = leaseId; next != null; next = parents.get(next)) {
      spentByLease.merge(next, amounts, Amounts::plus);
    }
  }

  /** Everything that the kernel says must be what the books say. */
  void compare(Function<Command, Reply> ask) {
    Map<String, Lease> leases = new LinkedHashMap<>();
    for (String id : poolByLease.keySet()) {
      Reply reply = ask.apply(new LeaseQuery.GetLease(id));
      if (reply instanceof Reply.OfLease found) {
        leases.put(id, found.lease());
      }
    }
    leases.forEach((id, lease) -> compareLease(lease, leases));
    Map<String, Amounts> outstanding = new HashMap<>();
    leases.forEach(
        (id, lease) -> {
          if (!parents.containsKey(id)) {
            outstanding.merge(poolByLease.getOrDefault(id, ""), held(lease), Amounts::plus);
          }
        });
    totals.forEach(
        (id, total) -> {
          Pool pool = ((Reply.OfPool) ask.apply(new PoolCommand.GetPool(id))).pool();
          Amounts out = outstanding.getOrDefault(id, Amounts.NONE);
          Amounts spent = spentByPool.getOrDefault(id, Amounts.NONE);
          assertThat(pool.outstanding()).as("outstanding of %s", id).isEqualTo(out);
          assertThat(pool.spent()).as("spent of %s", id).isEqualTo(spent);
          assertThat(pool.free().plus(out).plus(spent)).as("total of %s", id).isEqualTo(total);
        });
    compareRights(leases);
  }

  /** The amounts that a lease has of its source and has neither spent nor given back. */
  private static Amounts held(Lease lease) {
    Budget budget = budget(lease);
    return budget.granted().minus(budget.spent()).minus(budget.returned());
  }

  private static Budget budget(Lease lease) {
    Budget budget = lease.budget();
    return budget == null
        ? new Budget(Amounts.NONE, Amounts.NONE, Amounts.NONE, Amounts.NONE, Amounts.NONE)
        : budget;
  }

  private void compareLease(Lease lease, Map<String, Lease> leases) {
    Budget budget = budget(lease);
    Amounts used =
        budget.spent().plus(budget.reserved()).plus(budget.delegated()).plus(budget.returned());
    assertThat(budget.granted().covers(used)).as("within what %s was granted", lease).isTrue();
    Amounts delegated =
        leases.values().stream()
            .filter(child -> lease.id().equals(parents.get(child.id())))
            .map(MoneyLedger::held)
            .reduce(Amounts.NONE, Amounts::plus);
    assertThat(budget.delegated()).as("delegated by %s", lease).isEqualTo(delegated);
    assertThat(budget.spent())
        .as("spent by %s", lease)
        .isEqualTo(spentByLease.getOrDefault(lease.id(), Amounts.NONE));
    boolean active = lease.state() == LeaseState.ACTIVE;
    if (active || lease.isInGrace()) {
      assertThat(budget.returned()).as("%s has not ended", lease).isEqualTo(Amounts.NONE);
    } else {
      assertThat(budget.rest()).as("%s has ended", lease).isEqualTo(Amounts.NONE);
    }
    if (active) {
      assertThat(budget.isExhausted()).as("exhausted: %s", lease).isFalse();
    }
    Ending ending = lease.ending();
    if (ending != null && ending.cause() == ExpiryCause.EXHAUSTED) {
      assertThat(budget.isExhausted()).as("exhausted: %s", lease).isTrue();
    }
  }

  /** One right to spend for each agent, but for those from parents. */
  private void compareRights(Map<String, Lease> leases) {
    Set<String> holders = new HashSet<>();
    leases.forEach(
        (id, lease) -> {
          boolean held = lease.state() == LeaseState.ACTIVE || lease.isInGrace();
          if (held && lease.policy().isBudget() && !parents.containsKey(id)) {
            assertThat(holders.add(lease.holder())).as("a second right: %s", lease).isTrue();
          }
        });
  }
}
