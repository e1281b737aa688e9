package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.LEASES_FALL_WITH_THEIR_TOKEN;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Handshakes;
import dev.leasehold.testing.simulation.books.LeaseAccount;
import dev.leasehold.testing.simulation.books.Ledger;
import org.jspecify.annotations.Nullable;

/** The two tokens of a budget: an IP token is good exactly while its lease is active. */
final class IpTokenRules {

  private final Ledger ledger;

  IpTokenRules(Ledger ledger) {
    this.ledger = ledger;
  }

  void checkIssued(BudgetEvent.IpTokenIssued e, Cause cause) {
    Entry entry = ledger.find(e.leaseId());
    if (entry == null || !(entry.isActive() || entry.isPending())) {
      throw new AuditFailure(TRANSITIONS_ARE_LEGAL, e + " for " + entry);
    }
    EventRules.needs(
        cause.original() instanceof BudgetCommand.Handshake asked
            && asked.tokenId().equals(e.tokenId())
            && asked.secretHash().equals(e.secretHash())
            && entry.space.equals(Handshakes.SPACE)
            && cause.isBy(entry),
        e);
  }

  /** The token of a lease may be revoked along with it, if an admin has just revoked the lease. */
  void checkRevokedWithLease(AdminEvent.TokenRevoked e) {
    Entry entry = ledger.lastEnded;
    EventRules.needs(
        entry != null
            && entry.tokenId.equals(e.tokenId())
            && entry.facts.isBudget()
            && entry.state.equals("REVOKED"),
        e);
  }

  /** Looks at a step as a whole. */
  void check(Step step) {
    checkBearer(step);
    for (Event event : step.outcome().events()) {
      if (event instanceof LeaseEvent.Ended ended && ended.state().name().equals("REVOKED")) {
        Entry entry = ledger.find(ended.leaseId());
        unless(
            entry == null || !takesToken(step, entry) || !ledger.tokens.containsKey(entry.tokenId),
            LEASES_FALL_WITH_THEIR_TOKEN,
            "%s is revoked and its token is not",
            entry);
      }
    }
  }

  private static boolean takesToken(Step step, Entry entry) {
    boolean taken =
        switch (step.command()) {
          case LeaseCommand.Revoke c -> c.leaseId().equals(entry.id) && !c.keepToken();
          case LeaseCommand.ReleaseAll c -> c.holder().equals(entry.holder()) && !c.keepToken();
          default -> false;
        };
    return (taken || entry.takesToken) && entry.facts.isBudget() && !entry.tokenId.isEmpty();
  }

  /** An IP token lets its bearer in exactly if the lease is active and has this token. */
  private void checkBearer(Step step) {
    Caller caller = step.outcome().stamp().caller();
    if (!caller.isForOneLease()) {
      return;
    }
    Entry entry = ledger.find(caller.leaseId());
    boolean valid =
        entry != null
            && (entry.isActive() || isExhaustedNow(step, entry))
            && caller.tokenId().equals(entry.ipToken)
            && caller.leaseId().equals(leaseOf(step.command()));
    boolean forbidden =
        step.outcome().reply() instanceof Reply.Refused refused
            && refused.refusal() instanceof AccessRefusal.Forbidden;
    unless(
        valid != forbidden || (entry != null && valid && isOfAnother(step, entry)),
        LEASES_FALL_WITH_THEIR_TOKEN,
        "%s by %s is answered with %s, and the lease is %s",
        step.command(),
        caller,
        step.outcome().reply(),
        entry);
  }

  /** Whether the command would end a reservation that a gateway has made. */
  private boolean isOfAnother(Step step, Entry entry) {
    String id =
        switch (step.command()) {
          case BudgetCommand.Settle c -> c.reservationId();
          case BudgetCommand.Cancel c -> c.reservationId();
          default -> "";
        };
    LeaseAccount account = entry.account;
    return account != null
        && (account.holds.containsKey(id) || account.over.containsKey(id))
        && !ledger.requests.hasMade(
            step.outcome().stamp().caller().actor(), id, entry, step.outcome().stamp().tick());
  }

  /** A gateway is turned away exactly if it shows another token, and has not reserved before. */
  void checkGateway(Step step) {
    if (!(step.command() instanceof BudgetCommand.ReserveFor asked)) {
      return;
    }
    Entry entry = ledger.find(asked.reserve().leaseId());
    String actor = step.outcome().stamp().caller().actor();
    boolean valid =
        entry == null
            || asked.ipTokenId().equals(entry.ipToken)
            || ledger.requests.hasMade(
                actor, asked.requestId(), entry, step.outcome().stamp().tick());
    boolean turnedAway =
        step.outcome().reply() instanceof Reply.Refused refused
            && refused.refusal() instanceof AccessRefusal.TokenNotShown;
    unless(
        valid != turnedAway,
        LEASES_FALL_WITH_THEIR_TOKEN,
        "%s is answered with %s, and the lease is %s",
        asked,
        step.outcome().reply(),
        entry);
  }

  private static boolean isExhaustedNow(Step step, Entry entry) {
    return step.outcome().events().stream()
        .anyMatch(
            event ->
                event instanceof LeaseEvent.Expired e
                    && e.cause() == ExpiryCause.EXHAUSTED
                    && e.leaseId().equals(entry.id));
  }

  private static @Nullable String leaseOf(Command command) {
    return switch (command) {
      case BudgetCommand.Spend c -> c.leaseId();
      case BudgetCommand.Reserve c -> c.leaseId();
      case BudgetCommand.Settle c -> c.leaseId();
      case BudgetCommand.Cancel c -> c.leaseId();
      case LeaseQuery.GetLease c -> c.leaseId();
      default -> null;
    };
  }
}
