package dev.leasehold.kernel;

import org.junit.jupiter.api.Test;

/** A tree of leases over one budget (rules 17 and 19, and the holon lease). */
class DelegationTest {

  private static final String GIVEN =
      """
      admin   create-pool p amounts=usd:100                       | pool=p
      alice$p acquire x policy=budget pool=p budget=usd:20 ttl=1m | ACTIVE
      alice   derive x as=c holder=bob budget=usd:10              | ACTIVE granted=usd:10
      bob     derive c as=d holder=carol budget=usd:5             | ACTIVE granted=usd:5
      """;

  @Test
  void aChildsBudgetComesOutOfItsParentsRestAllOfItOrNothing() {
    Script.run(GIVEN)
        .then(
            """
            alice get x                      | ACTIVE delegated=usd:10 rest=usd:10
            bob   get c                      | ACTIVE delegated=usd:5 rest=usd:5
            carol derive d as=e budget=usd:6 | INSUFFICIENT_BUDGET rest=usd:5
            admin pool p                     | pool=p free=usd:80 outstanding=usd:20
            """);
  }

  @Test
  void whatAChildSpendsIsSpentInEveryAncestorInTheSameStep() {
    Script.run(GIVEN)
        .then(
            """
            carol spend d amounts=usd:3 request=s | ACTIVE spent=usd:3 rest=usd:2
            bob   get c                           | ACTIVE spent=usd:3 delegated=usd:2 rest=usd:5
            alice get x                           | ACTIVE spent=usd:3 delegated=usd:7 rest=usd:10
            admin pool p                          | pool=p outstanding=usd:17 spent=usd:3
            """);
  }

  @Test
  void whatAChildReservesIsTheChildsAffairAlone() {
    Script.run(GIVEN)
        .then(
            """
            carol reserve d amounts=usd:3 request=r    | ACTIVE reserved=usd:3
            bob   get c                                | ACTIVE reserved=none delegated=usd:5
            bob   settle c reservation=r amounts=usd:1 | NOT_FOUND
            bob   settle d reservation=r amounts=usd:1 | NOT_HOLDER
            """);
  }

  @Test
  void whatAChildReturnsGoesToItsParentAndNotToThePool() {
    Script.run(GIVEN)
        .then(
            """
            carol spend d amounts=usd:1 request=s | ACTIVE
            carol close d                         | CLOSED returned=usd:4
            bob   get c                           | ACTIVE delegated=none spent=usd:1 rest=usd:9
            alice get x                           | ACTIVE delegated=usd:9
            admin pool p                          | pool=p free=usd:80 outstanding=usd:19
            """);
  }

  @Test
  void whenTheRootEndsTheWholeTreeReturnsThroughItToThePool() {
    Script.run(GIVEN)
        .then(
            """
            carol spend d amounts=usd:1 request=s | ACTIVE
            alice close x                        | CLOSED spent=usd:1 delegated=none returned=usd:19
            bob   get c                           | REVOKED reason=PARENT_ENDED returned=usd:9
            carol get d                           | REVOKED reason=PARENT_ENDED returned=usd:4
            admin pool p                          | pool=p free=usd:99 outstanding=none spent=usd:1
            """);
  }

  @Test
  void anOpenReservationOfAnEndedTreeReturnsThroughAllOfIt() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                carol reserve d amounts=usd:4 request=r | ACTIVE
                alice close x                           | CLOSED returned=usd:16 delegated=usd:4
                bob   get c                             | REVOKED returned=usd:6 delegated=usd:4
                carol get d                             | REVOKED returned=usd:1 reserved=usd:4
                admin pool p                            | pool=p free=usd:96 outstanding=usd:4
                """);

    script
        .restart()
        .then(
            """
            carol settle d reservation=r amounts=usd:5 | INSUFFICIENT_BUDGET rest=usd:4
            carol settle d reservation=r amounts=usd:3 | REVOKED spent=usd:3 returned=usd:2
            bob   get c                                | REVOKED spent=usd:3 returned=usd:7
            alice get x                                | CLOSED spent=usd:3 returned=usd:17
            admin pool p                           | pool=p free=usd:97 outstanding=none spent=usd:3
            """);
  }

  @Test
  void anOpenReservationOfAnEndedChildReturnsToTheParentThatGoesOn() {
    Script.run(GIVEN)
        .then(
            """
                carol reserve d amounts=usd:4 request=r    | ACTIVE
                bob   close c                              | CLOSED returned=usd:6 delegated=usd:4
                alice get x                                | ACTIVE delegated=usd:4 rest=usd:16
                carol adjust d reservation=r amounts=usd:3 | REVOKED returned=usd:2 reserved=usd:3
                alice get x                                | ACTIVE delegated=usd:3 rest=usd:17
            10m alice get x                                | CLOSED returned=usd:20
                admin pool p                               | pool=p free=usd:100 outstanding=none
            """);
  }

  @Test
  void inGraceTheParentKeepsWhatItsChildrenReturn() {
    Script.run(GIVEN)
        .then(
            """
               carol   reserve d amounts=usd:4 request=r | ACTIVE
            1m alice   get x                     | EXPIRED delegated=usd:4 rest=usd:16 returned=none
               carol   cancel d reservation=r            | REVOKED returned=usd:5
               alice   get x                             | EXPIRED delegated=none rest=usd:20
               alice$p refresh x                         | ACTIVE rest=usd:20
            """);
  }

  @Test
  void revokingAChildRevokesWhatIsUnderItAndNothingElse() {
    Script.run(GIVEN)
        .then(
            """
            admin revoke c | REVOKED returned=usd:10
            carol get d    | REVOKED reason=PARENT_ENDED
            alice get x    | ACTIVE rest=usd:20 delegated=none
            """);
  }

  @Test
  void aChildWithoutABudgetHasNoneToSpend() {
    Script.run(GIVEN)
        .then(
            """
            carol derive d as=e holder=dave       | ACTIVE
            dave  spend e amounts=usd:1 request=s | INSUFFICIENT_BUDGET rest=none
            dave  derive e as=f budget=usd:1      | INSUFFICIENT_BUDGET rest=none
            dave  refresh e requested=usd:1       | NOT_RENEWABLE
            """);
  }

  @Test
  void aRetryOfADelegationDelegatesOnce() {
    Script script =
        Script.run(GIVEN)
            .then(
                """
                carol derive d as=e holder=dave budget=usd:2 request=r | ACTIVE id=e
                carol derive d as=f holder=dave budget=usd:2 request=r | ACTIVE id=e
                carol derive d as=f holder=dave budget=usd:3 request=r | INVALID_INPUT requestId
                carol get d                                            | ACTIVE delegated=usd:2
                dave  close e                                          | CLOSED
                """);

    script
        .restart()
        .then("carol derive d as=f holder=dave budget=usd:2 request=r | CLOSED id=e")
        .then("carol get d | ACTIVE delegated=none");
  }

  @Test
  void twoChildrenShareTheRestAndNeverMore() {
    Script.run(
        """
        admin   create-pool p amounts=usd:10                       | pool=p
        alice$p acquire x pool=p budget=usd:10 scope=/d/**         | ACTIVE
        alice   derive x as=a holder=bob budget=usd:6 scope=/d/a   | ACTIVE
        alice   derive x as=b holder=carol budget=usd:5 scope=/d/b | INSUFFICIENT_BUDGET rest=usd:4
        alice   derive x as=b holder=carol budget=usd:4 scope=/d/b | ACTIVE
        bob     spend a amounts=usd:6 request=s                    | EXPIRED returned=none
        carol   spend b amounts=usd:3 request=s                    | ACTIVE
        alice   get x                                           | ACTIVE spent=usd:9 delegated=usd:1
        """);
  }
}
