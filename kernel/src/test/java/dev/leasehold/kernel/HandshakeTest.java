package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How an agent gets its one right to spend (rules 18 and 20). */
class HandshakeTest {

  @Test
  void theEndOfABudgetTellsGrantedSpentAndReturned() {
    Script script =
        Script.run(
            """
            admin   create-pool p amounts=usd:9                   | pool=p
            alice$p acquire a policy=budget pool=p budget=usd:7   | ACTIVE
            alice$p spend a amounts=usd:2 request=r1              | ACTIVE
            alice$p reserve a amounts=usd:1 request=r2            | ACTIVE
            alice$p close a                                       | CLOSED
            """);

    LeaseEvent.Ended ended = (LeaseEvent.Ended) script.journal().getLast();
    assertThat(ended.budget())
        .isEqualTo(
            new BudgetEnd(
                Amounts.of(Map.of("usd", 7L)),
                Amounts.of(Map.of("usd", 2L)),
                Amounts.of(Map.of("usd", 4L))));
  }

  @Test
  void anExpiryTellsThemTooWhereNoGraceFollows() {
    Script script =
        Script.run(
            """
                admin   create-pool p amounts=usd:9                         | pool=p
                alice$p acquire f pool=p budget=usd:3 ttl=1s                | ACTIVE
                bob$p   acquire g policy=budget pool=p budget=usd:4 scope=/g ttl=2s | ACTIVE
                alice$p spend f amounts=usd:1 request=r1                    | ACTIVE
            2s  admin   expire                                              | swept=2
            62s admin   expire                                              | swept=1
            """);

    assertThat(script.journal().stream().filter(e -> e instanceof LeaseEvent.Expired))
        .extracting(e -> ((LeaseEvent.Expired) e).budget())
        .containsExactly(
            new BudgetEnd(Amounts.of("usd", 3), Amounts.of("usd", 1), Amounts.of("usd", 2)),
            BudgetEnd.NONE);
    assertThat(((LeaseEvent.Ended) script.journal().getLast()).budget().returned())
        .isEqualTo(Amounts.of("usd", 4));
  }

  private static final String POOL = "admin create-pool p amounts=usd:10,toks:4 | pool=p\n";

  @Test
  void aPartialGrantIsWhatThereIsInEachUnit() {
    Script.run(POOL)
        .then(
            """
            alice$p acquire a policy=budget pool=p budget=usd:7,toks:9 | ACTIVE granted=toks:4,usd:7
            bob$p   acquire b policy=budget pool=p budget=usd:7 scope=/b | ACTIVE granted=usd:3
            carol$p acquire c policy=budget pool=p budget=usd:1 scope=/c | INSUFFICIENT_BUDGET
            admin   pool p                                               | pool=p free=none
            """);
  }

  @Test
  void aGrantIsRefusedIfARequestedUnitGetsNothing() {
    Script.run(POOL)
        .then(
            """
            alice$p acquire a pool=p budget=usd:1,gold:1 | INVALID_INPUT budget.gold
            admin   pool p                               | pool=p free=toks:4,usd:10
            alice$p acquire a pool=p budget=toks:4       | ACTIVE
            bob$p   acquire b pool=p budget=usd:1,toks:1 scope=/b | INSUFFICIENT_BUDGET rest=usd:10
            """);
  }

  @Test
  void whileActiveASecondHandshakeIsRefusedAndNamesTheFirst() {
    Script.run(POOL)
        .then(
            """
            alice$p acquire a policy=budget pool=p budget=usd:1                    | ACTIVE
            alice$p acquire b policy=budget pool=p budget=usd:1 space=t        | ALREADY_LEASED by=a
            alice$p acquire b policy=budget pool=p budget=usd:1 session=s scope=/b | ALREADY_LEASED
            alice$p acquire b policy=budget pool=p budget=usd:1 scope=/b wait=1m   | ALREADY_LEASED
            alice   close a                                                        | CLOSED
            alice$p acquire b policy=budget pool=p budget=usd:1 scope=/b           | ACTIVE
            """);
  }

  @Test
  void aRightToSpendFromAParentIsNotOnesOwn() {
    Script.run(POOL)
        .then(
            """
            alice$p acquire a policy=budget pool=p budget=usd:5 scope=/a | ACTIVE
            alice   derive a as=c holder=bob budget=usd:2                | ACTIVE
            bob$p   acquire b policy=budget pool=p budget=usd:1 scope=/b | ACTIVE
            """);
  }

  @Test
  void inGraceANewHandshakeClosesTheOldLeaseAndGrantsANewOneInOneStep() {
    Script script =
        Script.run(POOL)
            .then(
                """
                    alice$p acquire a policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE
                    alice   spend a amounts=usd:4 request=s                      | ACTIVE
                20s alice$p acquire b policy=budget pool=p budget=usd:9       | ACTIVE granted=usd:6
                """);

    assertThat(script.played().getLast().outcome().events())
        .hasExactlyElementsOfTypes(
            LeaseEvent.Expired.class, LeaseEvent.Ended.class, LeaseEvent.Granted.class);
    script.then(
        """
        alice   get a     | CLOSED reason=REPLACED by=alice returned=usd:6 ended=10s
        admin   pool p    | pool=p free=toks:4 outstanding=usd:6 spent=usd:4
        alice$p refresh a | LEASE_ALREADY_TERMINAL
        """);
  }

  @Test
  void aHandshakeInGraceOnTheSameResourceIsNotKeptOutByItsOwnLease() {
    Script.run(POOL)
        .then(
            """
                alice$p acquire a policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE token=2
            10s bob$p   acquire b policy=budget pool=p budget=toks:1         | ALREADY_LEASED by=a
                alice$p acquire c policy=budget pool=p budget=usd:9   | ACTIVE token=5 granted=usd:9
                alice   get a                                               | CLOSED reason=REPLACED
            """);
  }

  @Test
  void aHandshakeInGraceThatGetsNothingLeavesTheOldLeaseAsItIs() {
    Script.run(POOL)
        .then(
            """
            admin   create-pool q                                         | pool=q
            alice$p acquire a policy=budget pool=p budget=usd:10 ttl=10s  | ACTIVE
            alice   spend a amounts=usd:10 request=s                      | EXPIRED
            alice$p acquire b policy=budget pool=p budget=usd:1 scope=/b  | INSUFFICIENT_BUDGET
            alice$q acquire b policy=budget pool=q budget=usd:1 scope=/b  | INSUFFICIENT_BUDGET
            dave    acquire d scope=/d                                    | ACTIVE
            alice$p acquire b policy=budget pool=p budget=toks:1 scope=/d | SCOPE_OVERLAP by=d
            alice   get a                                                 | EXPIRED
            """);
  }

  @Test
  void theRestOfAnotherPoolIsNoMoneyOfThisOne() {
    Script.run(POOL)
        .then(
            """
                admin   create-pool q amounts=usd:1                          | pool=q
                alice$p acquire a policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE
            10s alice$q acquire b policy=budget pool=q budget=usd:9 scope=/b | ACTIVE granted=usd:1
                admin   pool p                                           | pool=p free=toks:4,usd:10
                admin   pool q                                  | pool=q free=none outstanding=usd:1
            """);
  }

  @Test
  void whatIsReservedUnderTheOldLeaseStaysThere() {
    Script.run(POOL)
        .then(
            """
                alice$p acquire a policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE
                alice   reserve a amounts=usd:7 request=r                    | ACTIVE
            10s alice$p acquire b policy=budget pool=p budget=usd:9          | ACTIVE granted=usd:3
                alice   settle a reservation=r amounts=usd:5     | CLOSED spent=usd:5 returned=usd:5
                alice   get b                                      | ACTIVE granted=usd:3 spent=none
                admin   pool p                                | pool=p outstanding=usd:3 spent=usd:5
            """);
  }

  @Test
  void afterARestartAnAgentStillHasOneRightToSpend() {
    Script script =
        Script.run(POOL)
            .then("alice$p acquire a policy=budget pool=p budget=usd:9 ttl=10s | ACTIVE")
            .restart()
            .then("alice$p acquire b policy=budget pool=p budget=usd:1 space=t | ALREADY_LEASED")
            .then("10s admin expire | swept=1")
            .restart();

    script.then("alice$p acquire b policy=budget pool=p budget=usd:10 space=t | ACTIVE");
    script.then("alice get a | CLOSED reason=REPLACED");
  }

  @Test
  void onlyOwnLeasesInGraceMakeRoomHoweverManyTheyAre() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < Limits.MAX_CONFLICTS_NAMED; i++) {
      many.append("alice acquire a%d scope=/d/%d ttl=1s | ACTIVE%n".formatted(i, i));
    }

    Script.after(OldJournal.withoutBudgets(many.toString()))
        .then(POOL)
        .then(
            """
               bob     acquire b scope=/d/bob                                    | ACTIVE
            1s alice$p acquire x policy=budget pool=p budget=usd:1 scope=/d/** | SCOPE_OVERLAP by=b
               bob     release b                                                 | RELEASED
               alice$p acquire x policy=budget pool=p budget=usd:1 scope=/d/**   | ACTIVE
               alice   get a15                                         | CLOSED reason=REPLACED
            """);
  }

  @Test
  void aWaitForABudgetIsGrantedWhatThereIsThen() {
    Script.run(POOL)
        .then(
            """
               bob     acquire b                                            | ACTIVE
               alice$p acquire a policy=budget pool=p budget=usd:10 wait=1m | PENDING
               carol$p acquire c policy=budget pool=p budget=usd:7 scope=/c | ACTIVE
            5s bob     release b                                            | RELEASED
               alice   get a                                      | ACTIVE granted=usd:3 until=3605s
            """);
  }

  @Test
  void aWaitForABudgetFailsIfThereIsNothingThen() {
    Script.run(POOL)
        .then(
            """
            bob     acquire b                                             | ACTIVE
            alice$p acquire a policy=budget pool=p budget=usd:10 wait=1m  | PENDING
            dave    acquire d wait=1m                                     | PENDING
            carol$p acquire c policy=budget pool=p budget=usd:10 scope=/c | ACTIVE
            bob     release b                                             | RELEASED
            alice   get a                                        | FAILED reason=INSUFFICIENT_BUDGET
            dave    get d                                                 | ACTIVE
            """);
  }

  @Test
  void aWaitForASecondRightToSpendFailsWhenItsTurnComes() {
    Script.run(POOL)
        .then(
            """
            bob     acquire b                                            | ACTIVE
            alice$p acquire a policy=budget pool=p budget=usd:1 wait=1m  | PENDING
            alice$p acquire c policy=budget pool=p budget=usd:1 scope=/c | ACTIVE
            bob     release b                                            | RELEASED
            alice   get a                                             | FAILED reason=ALREADY_LEASED
            alice   get c                                                | ACTIVE
            """);
  }

  @Test
  void aWaitThatIsGrantedReplacesTheHoldersLeaseInGrace() {
    Script.run(POOL)
        .then(
            """
                bob     acquire b                                                     | ACTIVE
                alice$p acquire c policy=budget pool=p budget=usd:10 scope=/c ttl=10s | ACTIVE
            10s alice$p acquire a policy=budget pool=p budget=usd:9 wait=1m           | PENDING
                alice   get c                                                         | EXPIRED
                bob     release b                                                     | RELEASED
                alice   get a                                                 | ACTIVE granted=usd:9
                alice   get c                                               | CLOSED reason=REPLACED
            """);
  }

  @Test
  void aWaitThatComesToNothingLeavesTheHoldersLeaseInGraceAlone() {
    Script.run(POOL)
        .then(
            """
                admin   create-pool q amounts=usd:1                                  | pool=q
                bob     acquire b                                                    | ACTIVE
                alice$p acquire c policy=budget pool=p budget=usd:5 scope=/c ttl=10s | ACTIVE
            10s alice$q acquire a policy=budget pool=q budget=usd:1 wait=1m          | PENDING
                admin   withdraw q amounts=usd:1                                     | pool=q
                bob     release b                                                    | RELEASED
                alice   get a                                    | FAILED reason=INSUFFICIENT_BUDGET
                alice   get c                                                        | EXPIRED
            """);
  }

  @Test
  void aWaitForMoneyUnderAnotherPolicyIsNoHandshake() {
    Script.run(POOL)
        .then(
            """
                bob     acquire b                                                    | ACTIVE
                alice$p acquire c policy=budget pool=p budget=usd:5 scope=/c ttl=10s | ACTIVE
            10s alice$p acquire f pool=p budget=usd:1 wait=1m                        | PENDING
                bob     release b                                                    | RELEASED
                alice   get f                                                 | ACTIVE granted=usd:1
                alice   get c                                                        | EXPIRED
            """);
  }

  @Test
  void aRetryOfAHandshakeDrawsOnce() {
    Script script =
        Script.run(POOL)
            .then(
                """
                alice$p acquire a policy=budget pool=p budget=usd:4 request=h | ACTIVE id=a
                alice$p acquire b policy=budget pool=p budget=usd:4 request=h | ACTIVE id=a
                alice$p acquire b pool=p budget=usd:4 request=h            | INVALID_INPUT requestId
                alice   close a                                               | CLOSED
                """);

    script
        .restart()
        .then("alice$p acquire b policy=budget pool=p budget=usd:4 request=h | CLOSED id=a")
        .then("admin pool p | pool=p free=toks:4,usd:10 outstanding=none");
  }
}
