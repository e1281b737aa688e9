package dev.leasehold.kernel;

import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

/** Leases in grace make room for their own holder, and only for a lease that is granted. */
class WaitGraceTest {

  private static Script withManyOfAlice() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i <= Limits.MAX_CONFLICTS_NAMED; i++) {
      many.append("alice acquire g%d ttl=10s scope=/a/%d | ACTIVE%n".formatted(i, i));
    }
    return Script.after(OldJournal.withoutBudgets(many.toString()));
  }

  @Test
  void allOfTheHoldersLeasesInGraceMakeRoomHoweverMany() {
    withManyOfAlice()
        .then(
            """
            10s alice acquire b scope=/a/**                                  | ACTIVE
                admin list space=s states=EXPIRED                            | leases=none
            """);
  }

  @Test
  void oneOfAnotherHolderAmongThemKeepsAllOfThemInPlace() {
    withManyOfAlice()
        .then(
            """
                bob   acquire other scope=/a/x                               | ACTIVE
            10s alice acquire b scope=/a/**                                  | SCOPE_OVERLAP by=other
                alice get g0                                                 | EXPIRED
            """);
  }

  private static final String SPENT =
      """
          admin   create-pool p amounts=usd:9                                | pool=p
          bob     acquire q scope=/q ttl=12s                                 | ACTIVE
          alice$p acquire old policy=budget pool=p budget=usd:5 ttl=10s      | ACTIVE rest=usd:5
          alice$p spend old amounts=usd:4 request=r                            | ACTIVE rest=usd:1
      """;

  @Test
  void aWaitThatIsGrantedReplacesTheRightToSpendInGrace() {
    Script.run(SPENT)
        .then(
            """
            11s alice$p acquire new scope=/q policy=budget pool=p budget=usd:9 wait=1h | PENDING
                alice   get old                                              | EXPIRED
            12s alice   get new                                              | ACTIVE granted=usd:5
                alice   get old                                              | CLOSED reason=REPLACED
            """);
  }

  @Test
  void aWaitThatComesToNothingReplacesNothing() {
    Script.run(SPENT)
        .then(
            """
            11s admin issue t actor=alice pool=p | token=t
            11s alice$p@t<12s acquire new scope=/q policy=budget pool=p budget=usd:9 wait=1h | PENDING
            12s alice   get new                                              | FAILED reason=TOKEN_EXPIRED
                alice   get old                                              | EXPIRED
                alice$p refresh old                                          | ACTIVE
            """);
  }

  @Test
  void aWaitForSomethingElseWithABudgetLeavesTheRightToSpendAlone() {
    Script.run(SPENT)
        .then(
            """
            11s alice$p acquire new scope=/q pool=p budget=usd:2 wait=1h     | PENDING
            12s alice   get new                                              | ACTIVE granted=usd:2
                alice   get old                                              | EXPIRED
            """);
  }
}
