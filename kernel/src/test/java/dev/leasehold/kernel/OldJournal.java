package dev.leasehold.kernel;

import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Policy;
import java.util.List;
import java.util.function.Predicate;

/** Events as earlier servers wrote them. */
final class OldJournal {

  private OldJournal() {}

  /** The same events of a server that kept no epochs and did not tell when an expiry was. */
  static List<Event> of(List<Event> journal) {
    return journal.stream().map(OldJournal::old).toList();
  }

  /**
   * Leases under {@code budget} that have no budget, as servers granted them that did not ask for
   * one.
   *
   * @param rows acquires under {@code file}
   */
  static List<Event> withoutBudgets(String rows) {
    return withoutBudgets(Script.run(rows).journal(), id -> true);
  }

  static List<Event> withoutBudgets(List<Event> journal, Predicate<String> ids) {
    return journal.stream()
        .map(e -> e instanceof LeaseEvent.Granted g && ids.test(g.leaseId()) ? withoutBudget(g) : e)
        .toList();
  }

  private static Event withoutBudget(LeaseEvent.Granted granted) {
    Claim claim = granted.claim();
    return new LeaseEvent.Granted(
        granted.at(),
        new Claim(
            claim.leaseId(),
            claim.callersId(),
            Policy.BUDGET.name(),
            Policy.BUDGET.version(),
            claim.space(),
            claim.scope(),
            claim.mode(),
            claim.holder(),
            claim.session(),
            claim.ttlNanos(),
            Policy.BUDGET.maxRenewals(),
            claim.labels(),
            claim.request(),
            claim.rare()),
        granted.epoch(),
        granted.deadlineTick(),
        granted.budget());
  }

  private static Event old(Event event) {
    return switch (event) {
      case AdminEvent.Pruned e ->
          new AdminEvent.Pruned(e.at(), e.leases(), e.accounts(), e.notices(), false);
      case LeaseEvent.Expired e ->
          new LeaseEvent.Expired(
              e.at(),
              e.leaseId(),
              e.cause(),
              e.endedTick(),
              e.renewalCount(),
              e.graceEndTick(),
              LeaseEvent.Expired.UNDATED,
              BudgetEnd.NONE);
      default -> event;
    };
  }
}
