package dev.leasehold.kernel;

import org.junit.jupiter.api.Test;

/** More budget and more time for the same lease (rule 20). */
class RefreshTest {

  private static final String GIVEN =
      """
      admin   create-pool p amounts=usd:20                         | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE token=2 until=10s
      """;

  @Test
  void aRefreshAddsWhatThereIsAndMovesTheDeadlineAndKeepsIdAndToken() {
    Script.run(GIVEN)
        .then(
            """
            4s alice   spend x amounts=usd:3 request=s | ACTIVE
               alice$p refresh x requested=usd:4       | ACTIVE token=2 until=14s granted=usd:14
               admin   pool p                     | pool=p free=usd:6 outstanding=usd:11 spent=usd:3
               alice$p refresh x requested=usd:7       | ACTIVE granted=usd:20 rest=usd:17
               alice$p refresh x requested=usd:7       | ACTIVE granted=usd:20
            9s alice$p refresh x                       | ACTIVE granted=usd:20 until=19s renewals=0
            """);
  }

  @Test
  void aRefreshMayAddAUnitThatTheLeaseDidNotHave() {
    Script.run(GIVEN)
        .then(
            """
            alice$p refresh x requested=usd:1,tokens:5 | INVALID_INPUT requested.tokens
            alice$p refresh x requested=usd:1          | ACTIVE granted=usd:11
            admin   deposit p amounts=tokens:3         | pool=p
            alice$p refresh x requested=tokens:5       | ACTIVE granted=tokens:3,usd:11
            alice   spend x amounts=tokens:2 request=s | ACTIVE
            """);
  }

  @Test
  void inGraceARefreshMakesTheLeaseActiveAgainUnderItsIdAndToken() {
    Script.run(GIVEN)
        .then(
            """
            2s      alice   spend x amounts=usd:3 request=s | ACTIVE
            70s-1ns alice   get x                           | EXPIRED
                    alice$p refresh x requested=usd:1       | ACTIVE token=2 spent=usd:3 left=10s
                    alice   spend x amounts=usd:1 request=t | ACTIVE spent=usd:4
            80s-1ns alice   get x                           | EXPIRED ended=79999999999ns
            """);
  }

  @Test
  void whenTheGraceIsOverARefreshComesTooLate() {
    Script.run(GIVEN)
        .then(
            """
            70s alice$p refresh x requested=usd:1 | LEASE_ALREADY_TERMINAL state=CLOSED
                admin   pool p                    | pool=p free=usd:20 outstanding=none
            """);
  }

  @Test
  void aRefreshInGraceDoesNotReviveChildren() {
    Script.run(GIVEN)
        .then(
            """
                alice   derive x as=c holder=bob budget=usd:4 | ACTIVE
                bob     spend c amounts=usd:1 request=s       | ACTIVE
            10s alice$p refresh x                     | ACTIVE spent=usd:1 delegated=none rest=usd:9
                bob     get c                           | REVOKED reason=PARENT_ENDED returned=usd:3
                bob     spend c amounts=usd:1 request=t       | LEASE_REVOKED
                bob     refresh c                             | LEASE_REVOKED
            """);
  }

  @Test
  void addingNothingIsAllowedUnlessTheLeaseIsExhausted() {
    Script.run(GIVEN)
        .then(
            """
                admin   withdraw p amounts=usd:10        | pool=p free=none
            10s alice$p refresh x requested=usd:5        | ACTIVE granted=usd:10 until=20s
                alice   spend x amounts=usd:10 request=s | EXPIRED cause=EXHAUSTED ended=10s
                alice$p refresh x requested=usd:5        | BUDGET_EXHAUSTED
                alice$p refresh x                        | BUDGET_EXHAUSTED
                alice   get x                            | EXPIRED
                admin   deposit p amounts=usd:2          | pool=p
            11s alice$p refresh x requested=usd:5       | ACTIVE granted=usd:12 rest=usd:2 until=21s
            """);
  }

  @Test
  void whatIsExhaustedInOneUnitIsNotHelpedByAnother() {
    Script.run(
        """
        admin   create-pool p amounts=usd:2,tokens:9                 | pool=p
        alice$p acquire x policy=budget pool=p budget=usd:2,tokens:2 | ACTIVE
        alice   spend x amounts=usd:2 request=s                      | EXPIRED
        alice$p refresh x requested=tokens:5                         | BUDGET_EXHAUSTED
        alice$p refresh x requested=usd:1,tokens:5                   | BUDGET_EXHAUSTED
        alice   get x                                               | EXPIRED granted=tokens:2,usd:2
        """);
  }

  @Test
  void aRefreshNeverMovesTheDeadlineBack() {
    Script.run(
        """
           admin   create-pool p amounts=usd:20                         | pool=p
           alice$p acquire x policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE
           admin   revoke x notice=5s                                   | ACTIVE announced=5s
        1s alice$p refresh x                                         | ACTIVE until=10s announced=5s
        5s alice   get x                                                | REVOKED ended=5s
        """);
  }

  @Test
  void aRefreshInGraceDoesNotPassAnAnnouncedEnd() {
    Script.run(GIVEN)
        .then(
            """
                admin   revoke x notice=15s | ACTIVE announced=15s
            12s alice$p refresh x           | ACTIVE until=15s
            15s alice   get x               | REVOKED ended=15s
            """);
    Script.run(GIVEN)
        .then(
            """
                admin   revoke x notice=15s | ACTIVE announced=15s
            15s alice$p refresh x           | LEASE_ALREADY_TERMINAL
            70s alice   get x               | CLOSED returned=usd:10
            """);
  }

  @Test
  void aLeaseThatIsBeingReleasedIsNotRefreshedInGraceEither() {
    Script.run(GIVEN)
        .then(
            """
               alice   reserve x amounts=usd:10 request=r    | ACTIVE
               alice   release x after=8s                    | ACTIVE delayed=8s
               alice$p refresh x requested=usd:1             | LEASE_ALREADY_TERMINAL
            2s alice   settle x reservation=r amounts=usd:10 | EXPIRED cause=EXHAUSTED
               alice$p refresh x requested=usd:1             | LEASE_ALREADY_TERMINAL
            """);
  }

  @Test
  void aRetryAddsOnceAndShowsTheLeaseAsItIsNow() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                4s alice$p refresh x requested=usd:4 request=f | ACTIVE granted=usd:14 until=14s
                5s alice$p refresh x requested=usd:4 request=f | ACTIVE granted=usd:14 until=14s
                   alice$p refresh x requested=usd:5 request=f | INVALID_INPUT requestId
                """);

    script.restart().then("6s alice$p refresh x requested=usd:4 request=f | ACTIVE until=14s");
    script.recover().then("14s alice$p refresh x requested=usd:4 request=f | EXPIRED");
    script.then("74s alice$p refresh x requested=usd:4 request=f | CLOSED returned=usd:14");
  }

  @Test
  void aChildIsRefreshedOutOfItsParentsRestAndWithinItsTime() {
    Script.run(GIVEN)
        .then(
            """
               alice derive x as=c holder=bob budget=usd:4 ttl=5s | ACTIVE until=5s
               alice spend x amounts=usd:1 request=s              | ACTIVE rest=usd:5
            4s bob   refresh c requested=usd:9                    | ACTIVE granted=usd:9 until=9s
               alice get x                                        | ACTIVE delegated=usd:9 rest=none
            6s bob   refresh c                                    | ACTIVE granted=usd:9 until=10s
            """);
  }

  @Test
  void aChildInGraceIsRefreshedWhileItsParentIsActive() {
    Script.run(GIVEN)
        .then(
            """
               alice derive x as=c holder=bob budget=usd:4 ttl=5s | ACTIVE
            6s alice get x                                        | ACTIVE delegated=usd:4
               bob   get c                                        | EXPIRED rest=usd:4
               bob   refresh c requested=usd:1                    | ACTIVE granted=usd:5 until=10s
            """);
  }
}
