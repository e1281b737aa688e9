package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.RefusalCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Spending counts at once, once, and never beyond the rest (rules 18 and 19). */
class SpendTest {

  private static final String GIVEN =
      """
      admin   create-pool p amounts=usd:100,toks:50                       | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:10,toks:5 ttl=10s | ACTIVE
      """;

  @Test
  void aSpendCountsInEveryUnitThatItNames() {
    Script.run(GIVEN)
        .then(
            """
            alice spend x amounts=usd:2 request=a        | ACTIVE spent=usd:2 rest=toks:5,usd:8
            alice spend x amounts=usd:1,toks:4 request=b | ACTIVE spent=toks:4,usd:3
            admin pool p    | pool=p free=toks:45,usd:90 outstanding=toks:1,usd:7 spent=toks:4,usd:3
            """);
  }

  @Test
  void aSpendWorksUntilTheDeadlineAndNotAtIt() {
    Script.run(GIVEN)
        .then(
            """
            10s-1ns alice spend x amounts=usd:1 request=a | ACTIVE spent=usd:1
            10s     alice spend x amounts=usd:1 request=b | LEASE_EXPIRED
                    alice get x                           | EXPIRED spent=usd:1
            """);
  }

  @Test
  void aSpendBeyondTheRestIsRefusedWholeAndReported() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice spend x amounts=toks:1,usd:11 request=a | INSUFFICIENT_BUDGET
                alice spend x amounts=toks:6 request=b        | INSUFFICIENT_BUDGET
                alice spend x amounts=gold:1 request=c        | INVALID_INPUT amounts.gold
                alice get x                                   | ACTIVE spent=none rest=toks:5,usd:10
                """);

    assertThat(script.journal())
        .filteredOn(BudgetEvent.Overdrawn.class::isInstance)
        .extracting(event -> ((BudgetEvent.Overdrawn) event).asked())
        .containsExactly(Amounts.of(Map.of("toks", 1L, "usd", 11L)), Amounts.of("toks", 6));
  }

  @Test
  void whatIsReservedOrDelegatedCannotBeSpent() {
    Script.run(GIVEN)
        .then(
            """
            alice reserve x amounts=usd:4 request=r     | ACTIVE
            alice derive x as=c holder=bob budget=usd:3 | ACTIVE
            alice spend x amounts=usd:4 request=a       | INSUFFICIENT_BUDGET rest=toks:5,usd:3
            alice spend x amounts=usd:3 request=a       | ACTIVE rest=toks:5
            """);
  }

  @Test
  void aRetryMovesTheMoneyOnceAndShowsTheLeaseAsItIsNow() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                alice spend x amounts=usd:2 request=a | ACTIVE spent=usd:2
                alice spend x amounts=usd:3 request=b | ACTIVE spent=usd:5
                alice close x                         | CLOSED returned=toks:5,usd:5
                """);

    String retries =
        """
        alice spend x amounts=usd:2 request=a        | CLOSED id=x spent=usd:5
        alice spend x amounts=usd:3 request=a        | INVALID_INPUT requestId
        alice spend x amounts=usd:2 note=n request=a | INVALID_INPUT requestId
        alice reserve x amounts=usd:2 request=a      | INVALID_INPUT requestId
        admin pool p                                 | pool=p spent=usd:5 free=toks:50,usd:95
        """;
    script.then(retries).restart().then(retries).recover().then("1h " + retries.strip());
  }

  @Test
  void anOverdrawnSpendMayBeTriedAgainUnderItsId() {
    Script.run(GIVEN)
        .then(
            """
            alice   spend x amounts=usd:11 request=a | INSUFFICIENT_BUDGET
            alice$p refresh x requested=usd:5        | ACTIVE granted=toks:5,usd:15
            alice   spend x amounts=usd:11 request=a | ACTIVE spent=usd:11
            """);
  }

  @Test
  void aSpendIsAHeartbeatAndAnOverdrawnOneIsNot() {
    Script.run(
        """
           admin   create-pool p amounts=usd:100                | pool=p
           alice$p acquire x pool=p budget=usd:10 heartbeat=10s | ACTIVE beat=10s
        5s alice   spend x amounts=usd:1 request=a              | ACTIVE beat=10s
        7s alice   spend x amounts=usd:99 request=b             | INSUFFICIENT_BUDGET
           alice   get x                                        | ACTIVE beat=8s
           alice   reserve x amounts=usd:3 request=c            | ACTIVE beat=10s
        8s alice   adjust x reservation=c amounts=usd:2         | ACTIVE beat=10s
        9s alice   settle x reservation=c amounts=usd:1         | ACTIVE beat=10s
        """);
  }

  @Test
  void anyPolicyMayCarryABudget() {
    Script.run(
        """
            admin   create-pool p amounts=usd:10                   | pool=p
            alice$p acquire f pool=p budget=usd:2 scope=/f ttl=10s | ACTIVE granted=usd:2
            alice$p acquire g pool=p budget=usd:3 scope=/g         | ACTIVE granted=usd:3
            alice   spend g amounts=usd:1 request=a                | ACTIVE
            alice   release g                                      | RELEASED returned=usd:2
        10s alice   get f                                          | EXPIRED returned=usd:2
            admin   pool p                                         | pool=p free=usd:9 spent=usd:1
        """);
  }

  @Test
  void aLeaseMovesMoneySoOftenAndNoMore() {
    Kernel kernel = new Kernel();
    run(kernel, "admin", "create-pool p amounts=usd:2000000");
    run(kernel, "alice$p", "acquire x policy=budget pool=p budget=usd:2000000");
    run(kernel, "alice$p", "spend x amounts=usd:1 request=s7");
    Amounts one = Amounts.of("usd", 1);
    // Replayed, which takes a tenth of the time.
    for (int i = 1; i < Limits.MAX_MONEY_IDS; i++) {
      Event.Request request = new Event.Request("alice", "r" + i, 0);
      kernel.replay(
          new BudgetEvent.Spent(
              new Event.At(kernel.lastPosition() + 1, 0, 0), "x", one, "", request, Map.of()));
    }

    assertThat(code(run(kernel, "alice", "spend x amounts=usd:1 request=more")))
        .isEqualTo(RefusalCode.QUOTA_EXCEEDED);
    assertThat(code(run(kernel, "alice", "reserve x amounts=usd:1 request=more")))
        .isEqualTo(RefusalCode.QUOTA_EXCEEDED);
    Reply retry = run(kernel, "alice", "spend x amounts=usd:1 request=s7");
    assertThat(retry).isInstanceOf(Reply.OfLease.class);
    assertThat(run(kernel, "alice", "close x")).isInstanceOf(Reply.OfLease.class);
  }

  private static RefusalCode code(Reply reply) {
    return ((Reply.Refused) reply).refusal().code();
  }

  private static Reply run(Kernel kernel, String caller, String words) {
    Caller who = ScriptCallers.parse(caller);
    Command command = ScriptCommands.parse(who, List.of(words.split(" ")));
    return kernel.execute(new Stamp(0, 0, who), command).reply();
  }
}
