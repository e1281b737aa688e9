package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.Forgery.both;
import static dev.leasehold.testing.simulation.audit.Forgery.claim;
import static dev.leasehold.testing.simulation.audit.Forgery.command;
import static dev.leasehold.testing.simulation.audit.Forgery.event;
import static dev.leasehold.testing.simulation.audit.Forgery.only;
import static dev.leasehold.testing.simulation.audit.Forgery.reply;
import static dev.leasehold.testing.simulation.audit.Forgery.with;
import static dev.leasehold.testing.simulation.audit.History.ADMIN;
import static dev.leasehold.testing.simulation.audit.History.SECOND;
import static dev.leasehold.testing.simulation.audit.History.acquire;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.testing.simulation.audit.BadHistories.Bad;
import java.util.List;
import java.util.stream.Stream;

/** Histories in which money is made, lost or spent twice. All go on from a budget of 100 tokens. */
final class BadMoney {

  static final Caller SPENDER = new Caller("alice", Role.AGENT, List.of(), "p", "tok", 0, "");
  private static final long DAY = 86_400L;

  private BadMoney() {}

  static Stream<Bad> all() {
    return Stream.of(
        new Bad(Invariant.MONEY_IS_CONSERVED, "a pool with one more", BadMoney::oneMore),
        new Bad(
            Invariant.MONEY_IS_CONSERVED,
            "an end that tells of no money",
            h ->
                funded(h)
                    .forge(
                        SPENDER, new LeaseCommand.Close("m", ""), event("budget", BudgetEnd.NONE))),
        new Bad(Invariant.NOBODY_OVERSPENDS, "a spend of more than there is", BadMoney::overspend),
        new Bad(
            Invariant.OVERDRAFTS_ARE_REPORTED,
            "an overdraft that nobody hears of",
            h -> funded(h).forge(SPENDER, spend(200), Forgery::withoutLast)),
        new Bad(
            Invariant.EXHAUSTION_ENDS_A_LEASE,
            "a lease that goes on with nothing left",
            h -> funded(h).forge(SPENDER, spend(100), Forgery::withoutLast)),
        new Bad(Invariant.ONE_BUDGET_FOR_EACH_HOLDER, "two rights to spend", BadMoney::twoBudgets),
        new Bad(
            Invariant.A_RIGHT_TO_SPEND_HAS_AN_AMOUNT,
            "a right to spend nothing",
            BadMoney::nothingToSpend),
        new Bad(
            Invariant.RESERVATIONS_END_ONCE, "a reservation settled twice", BadMoney::settledTwice),
        new Bad(Invariant.MONEY_IDS_ARE_KEPT, "ids forgotten after a day", BadMoney::forgotten),
        new Bad(
            Invariant.LEASES_FALL_WITH_THEIR_TOKEN,
            "a lease that outlives its token",
            h ->
                funded(h)
                    .forge(ADMIN, new AdminCommand.RevokeToken("tok", ""), Forgery::withoutLast)));
  }

  static History funded(History history) {
    return history
        .tell(ADMIN, new PoolCommand.CreatePool("p", tokens(1_000), ""))
        .tell(
            ADMIN,
            new AdminCommand.IssueToken(
                "tok", "alice", Role.AGENT, List.of(), "00", 0, "p", List.of()))
        .tell(SPENDER, budget("m", "budget"));
  }

  private static Amounts tokens(long figure) {
    return Amounts.of("tokens", figure);
  }

  private static LeaseCommand.Acquire budget(String id, String policy) {
    LeaseCommand.Acquire acquire =
        with(acquire(id, id.equals("m") ? "/b" : "/c.md"), "policy", policy);
    return with(acquire, "rare", acquire.rare().withBudget("p", tokens(100)));
  }

  private static Command spend(long figure) {
    return new BudgetCommand.Spend("m", tokens(figure), "", "s");
  }

  private static void oneMore(History history) {
    Pool pool = new Pool("p", tokens(901), tokens(100), Amounts.NONE, true);
    funded(history).forge(ADMIN, new PoolCommand.GetPool("p"), reply(new Reply.OfPool(pool)));
  }

  private static void overspend(History history) {
    funded(history)
        .forge(SPENDER, spend(50), both(event("amounts", tokens(150)), command(spend(150))));
  }

  private static void twoBudgets(History history) {
    funded(history)
        .forge(
            SPENDER,
            budget("n", "file"),
            both(claim("policy", "budget"), command(budget("n", "budget"))));
  }

  private static void nothingToSpend(History history) {
    LeaseCommand.Acquire file = acquire("n", "/c.md");
    history.forge(
        SPENDER, file, both(claim("policy", "budget"), command(with(file, "policy", "budget"))));
  }

  private static void settledTwice(History history) {
    funded(history)
        .tell(SPENDER, new BudgetCommand.Reserve("m", tokens(10), 0, "r"))
        .tell(SPENDER, new BudgetCommand.Settle("m", "r", tokens(5)));
    Event again = with(history.last(), "position", history.last().position() + 1);
    history.forge(SPENDER, new BudgetCommand.Settle("m", "r", tokens(5)), only(again));
  }

  private static void forgotten(History history) {
    funded(history)
        .tell(SPENDER, new LeaseCommand.Close("m", ""))
        .at(DAY)
        .tell(ADMIN, BadHistories.LIST);
    long tick = DAY * SECOND;
    Event pruned =
        new AdminEvent.Pruned(
            new Event.At(history.last().position() + 1, tick, tick), 0, 1, 0, true);
    history.forge(
        ADMIN,
        new NodeCommand.Prune(0, 9),
        both(only(pruned), command(new NodeCommand.Prune(tick, 9))));
  }
}
