package dev.leasehold.testing.exploration;

import static dev.leasehold.testing.exploration.Letters.ADMIN;
import static dev.leasehold.testing.exploration.Letters.ANN;
import static dev.leasehold.testing.exploration.Letters.BOB;
import static dev.leasehold.testing.exploration.Letters.POOL;
import static dev.leasehold.testing.exploration.Letters.SECOND;
import static dev.leasehold.testing.exploration.Letters.STRANGER;
import static dev.leasehold.testing.exploration.Letters.scope;
import static dev.leasehold.testing.exploration.Letters.usd;
import static dev.leasehold.testing.exploration.Letters.waiting;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseCommand.RareTerms;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The alphabets that are explored: small ones, each for one part of the design. */
public final class Alphabets {

  private static final String A = "/a";
  private static final String B = "/b";
  private static final String ALL = "/**";

  private Alphabets() {}

  public static List<Alphabet> all() {
    return List.of(
        waitingLine(),
        conversions(),
        families(),
        handingOn(),
        money(),
        budgets(),
        handshakes(),
        questions());
  }

  /** Queues: priorities that age, overlapping scopes, waits that are given up. */
  static Alphabet waitingLine() {
    Letters letters = new Letters();
    letters
        .acquire(ANN, "a1", Mode.EXCLUSIVE, A, 15 * SECOND, RareTerms.NONE)
        .acquire(ANN, "a2", Mode.SHARED, B, 25 * SECOND, waiting(30 * SECOND, 1))
        .acquire(BOB, "b1", Mode.EXCLUSIVE, ALL, 5 * SECOND, waiting(25 * SECOND, 0))
        .acquire(BOB, "b2", Mode.SHARED, A, 5 * SECOND, waiting(12 * SECOND, 1))
        .acquire(ANN, "a3", "file", Mode.SHARED, ALL, 5 * SECOND, waiting(40 * SECOND, 0), "")
        .release(ANN, "a1")
        .release(BOB, "b1")
        .send(ANN, new LeaseCommand.Renew("a1", 0, ""))
        .send(Caller.SERVER, new NodeCommand.GiveUp("a2", NodeCommand.GiveUp.Why.DISCONNECTED))
        .send(ADMIN, new LeaseCommand.Revoke("a1", "needed", 3 * SECOND, "revoke-a1"))
        .time();
    return new Alphabet("waiting", List.of(), letters.all());
  }

  /** Readers who want to write and writers who want to read. */
  static Alphabet conversions() {
    Letters letters = new Letters();
    letters
        .acquire(ANN, "a1", Mode.SHARED, ALL, 20 * SECOND, RareTerms.NONE)
        .acquire(BOB, "b1", Mode.SHARED, A, 15 * SECOND, waiting(10 * SECOND, 0))
        .acquire(BOB, "b2", Mode.EXCLUSIVE, B, 15 * SECOND, waiting(12 * SECOND, 5))
        .send(ANN, new LeaseCommand.Convert("a1", Mode.EXCLUSIVE, 8 * SECOND, "strengthen-a1"))
        .send(ANN, new LeaseCommand.Convert("a1", Mode.SHARED, 0, ""))
        .send(BOB, new LeaseCommand.Convert("b1", Mode.EXCLUSIVE, 6 * SECOND, ""))
        .send(BOB, new LeaseCommand.Convert("b2", Mode.SHARED, 0, "weaken-b2"))
        .send(BOB, new LeaseCommand.Release("b1", "", 4 * SECOND, "end-b1"))
        .release(ANN, "a1")
        .send(ANN, new LeaseCommand.Renew("a1", 0, "renew-a1"))
        .send(ANN, new LeaseCommand.Advance("a1", 0, "advance-a1"))
        .send(ADMIN, new LeaseCommand.Revoke("b2", "needed", 3 * SECOND, ""))
        .time();
    return new Alphabet("conversions", List.of(), letters.all());
  }

  private static LeaseCommand.Derive derive(
      String parent,
      String child,
      String holder,
      @Nullable Scope scope,
      @Nullable Mode mode,
      Amounts budget,
      long ttl) {
    return new LeaseCommand.Derive(
        parent, child, holder, "", scope, mode, null, budget, ttl, "make-" + child);
  }

  /** Parents, children and grandchildren, and those who wait for them. */
  static Alphabet families() {
    Letters letters = new Letters();
    letters
        .acquire(ANN, "p", Mode.EXCLUSIVE, ALL, 20 * SECOND, RareTerms.NONE)
        .acquire(BOB, "w", Mode.SHARED, A, 5 * SECOND, waiting(25 * SECOND, 0))
        .send(ANN, derive("p", "c", "bob", scope("/a/**"), null, Amounts.NONE, 30 * SECOND))
        .send(ANN, derive("p", "d", "ann", scope(A), Mode.SHARED, Amounts.NONE, 7 * SECOND))
        .send(BOB, derive("c", "g", "ann", scope("/a/x"), Mode.SHARED, Amounts.NONE, 0))
        .send(ANN, new LeaseCommand.Convert("p", Mode.SHARED, 0, ""))
        .send(ANN, new LeaseCommand.Convert("p", Mode.EXCLUSIVE, 6 * SECOND, ""))
        .send(BOB, new LeaseCommand.Convert("c", Mode.SHARED, 0, ""))
        .send(ANN, new LeaseCommand.Renew("p", 0, ""))
        .send(BOB, new LeaseCommand.Renew("c", 0, ""))
        .release(BOB, "c")
        .release(ANN, "p")
        .send(ADMIN, new LeaseCommand.Revoke("p", "needed", 4 * SECOND, "revoke-p"))
        .time();
    return new Alphabet("families", List.of(), letters.all());
  }

  /** Transfers with children, waiters and epochs, and back again. */
  static Alphabet handingOn() {
    Letters letters = new Letters();
    letters
        .acquire(
            ANN,
            "p",
            "workflow",
            Mode.EXCLUSIVE,
            ALL,
            20 * SECOND,
            RareTerms.NONE.withHeartbeat(6 * SECOND),
            "make-p")
        .acquire(ANN, "w", Mode.SHARED, A, 5 * SECOND, waiting(25 * SECOND, 0))
        .acquire(BOB, "v", "workflow", Mode.EXCLUSIVE, ALL, 0, waiting(9 * SECOND, 0), "make-v")
        .send(ANN, derive("p", "c", "ann", scope(A), null, Amounts.NONE, 8 * SECOND))
        .send(ANN, new LeaseCommand.Transfer("p", "q", "bob", "yours", "hand-p"))
        .send(BOB, new LeaseCommand.Transfer("q", "r", "ann", "back", "hand-q"))
        .send(ANN, new LeaseCommand.Transfer("c", "e", "bob", "yours", "hand-c"))
        .send(BOB, new LeaseCommand.Heartbeat("q", "beat-q"))
        .send(BOB, new LeaseCommand.Advance("q", 1, "advance-q"))
        .send(ANN, new LeaseCommand.Renew("p", 0, "renew-p"))
        .release(BOB, "q")
        .send(ADMIN, new LeaseCommand.Revoke("p", "needed", 4 * SECOND, "revoke-p"))
        .send(ADMIN, new LeaseCommand.ReleaseAll("ann", "gone", 10, false))
        .time();
    return new Alphabet("handing-on", List.of(), letters.all());
  }

  /** Questions to holders: how often they may be asked, and how they end when time passes. */
  static Alphabet questions() {
    Letters letters = new Letters();
    letters
        .acquire(ANN, "a1", Mode.SHARED, A, 100 * SECOND, RareTerms.NONE)
        .acquire(ANN, "a2", Mode.SHARED, B, 59 * SECOND, RareTerms.NONE)
        .acquire(BOB, "b1", Mode.EXCLUSIVE, A, 5 * SECOND, waiting(60 * SECOND, 0))
        .send(BOB, new LeaseCommand.Ask("a1", "please", "ask-a1"))
        .send(BOB, new LeaseCommand.Ask("a1", "now", ""))
        .send(BOB, new LeaseCommand.Ask("a2", "please", "ask-a2"))
        .send(ANN, new LeaseCommand.Ask("b1", "wait", "ask-b1"))
        .send(STRANGER, new LeaseCommand.Ask("a1", "who is there", "ask-a1"))
        .send(BOB, new LeaseCommand.Renew("b1", 0, "ask-a1"))
        .release(ANN, "a1")
        .time();
    return new Alphabet("questions", List.of(), letters.all());
  }

  private static RareTerms budget(long figure) {
    return RareTerms.NONE.withBudget(POOL, usd(figure));
  }

  /** Two agents, a child and calls under way on a pool of five. */
  static Alphabet money() {
    Letters letters = new Letters();
    letters
        .acquire(ANN, "m", "budget", Mode.EXCLUSIVE, A, 20 * SECOND, budget(4), "make-m")
        .acquire(BOB, "n", "budget", Mode.EXCLUSIVE, B, 20 * SECOND, budget(3), "make-n")
        .send(ANN, derive("m", "k", "bob", null, null, usd(2), 15 * SECOND))
        .send(ANN, new BudgetCommand.Spend("m", usd(2), "", "spend-m"))
        .send(ANN, new BudgetCommand.Reserve("m", usd(1), 90 * SECOND, "call-m"))
        .send(ANN, new BudgetCommand.Settle("m", "call-m", usd(2)))
        .send(ANN, new BudgetCommand.Cancel("m", "call-m"))
        .send(BOB, new BudgetCommand.Spend("k", usd(1), "", "spend-k"))
        .send(BOB, new BudgetCommand.Reserve("k", usd(1), 30 * SECOND, "call-k"))
        .send(BOB, new BudgetCommand.Settle("k", "call-k", usd(1)))
        .send(ANN, new BudgetCommand.Refresh("m", usd(1), "refresh-m"))
        .send(ANN, new LeaseCommand.Close("m", "end-m"))
        .time();
    return new Alphabet("money", pool(5), letters.all());
  }

  private static List<Action> pool(long figure) {
    return new Letters().send(ADMIN, new PoolCommand.CreatePool(POOL, usd(figure), "pool")).all();
  }

  /** One right to spend for each agent: second handshakes, grace, waiting for a pool's money. */
  static Alphabet budgets() {
    Letters letters = new Letters();
    letters
        .acquire(ANN, "m", "budget", Mode.EXCLUSIVE, A, 10 * SECOND, budget(3), "make-m")
        .acquire(ANN, "o", "budget", Mode.EXCLUSIVE, A, 10 * SECOND, budget(2), "make-o")
        .acquire(
            BOB,
            "n",
            "budget",
            Mode.EXCLUSIVE,
            A,
            10 * SECOND,
            budget(3).withWait(65 * SECOND, 0),
            "make-n")
        .send(ANN, new BudgetCommand.Spend("m", usd(3), "", "spend-m"))
        .send(ANN, new BudgetCommand.Refresh("m", usd(1), "refresh-m"))
        .send(ANN, new BudgetCommand.Refresh("m", Amounts.NONE, ""))
        .send(ANN, new BudgetCommand.Reserve("m", usd(1), 5 * SECOND, "call-m"))
        .send(ANN, new BudgetCommand.Adjust("m", "call-m", usd(2), "adjust-m"))
        .send(ANN, new BudgetCommand.Settle("m", "call-m", usd(1)))
        .send(ADMIN, new PoolCommand.Withdraw(POOL, usd(1), "less", "withdraw"))
        .send(ADMIN, new LeaseCommand.Revoke("m", "needed", 3 * SECOND, ""))
        .send(BOB, new LeaseCommand.Close("n", "end-n"))
        .time();
    return new Alphabet("budgets", pool(4), letters.all());
  }

  private static BudgetCommand.Handshake handshake(String id, long figure, long ttl) {
    return new BudgetCommand.Handshake(
        id, "budget", POOL, usd(figure), ttl, 0, "ip-" + id, "00".repeat(32), "", "");
  }

  /** Rights to spend by handshake, a token that is good for one of them, and a gateway. */
  static Alphabet handshakes() {
    Caller runtime = new Caller("ann", Role.AGENT, List.of(), "", "ip-h", 0, "h");
    Caller gateway = new Caller("gateway", Role.GATEWAY, List.of());
    BudgetCommand.Reserve call = new BudgetCommand.Reserve("h", usd(1), 30 * SECOND, "call-g");
    Letters letters = new Letters();
    letters
        .send(ANN, handshake("h", 3, 10 * SECOND))
        .send(ANN, handshake("i", 2, 10 * SECOND))
        .send(runtime, new BudgetCommand.Spend("h", usd(2), "", "spend-h"))
        .send(runtime, new BudgetCommand.Reserve("h", usd(1), 30 * SECOND, "call-h"))
        .send(runtime, new BudgetCommand.Settle("h", "call-h", usd(1)))
        .send(gateway, new BudgetCommand.ReserveFor(call, "ip-h"))
        .send(gateway, new BudgetCommand.Settle("h", "call-g", usd(1)))
        .send(ANN, new BudgetCommand.Refresh("h", usd(1), "refresh-h"))
        .send(ANN, new LeaseCommand.Close("h", "end-h"))
        .send(ADMIN, new LeaseCommand.Revoke("h", "needed", 3 * SECOND, "revoke-h"))
        .send(ADMIN, new AdminCommand.RevokeToken("ip-h", "leaked"))
        .time();
    return new Alphabet("handshakes", pool(5), letters.all());
  }
}
