package dev.leasehold.kernel;

import org.junit.jupiter.api.Test;

/** A lease that was drawn with a credential stands and falls with it (rule 21). */
class TokenBoundTest {

  private static final String GIVEN =
      """
      admin      create-pool p amounts=usd:20                          | pool=p
      admin      issue t1 pool=p                                       | token=t1
      admin      issue t2 pool=p actor=dave                            | token=t2
      alice$p@t1 acquire x policy=budget pool=p budget=usd:10 scope=/x | ACTIVE
      alice      derive x as=c holder=bob budget=usd:4                 | ACTIVE
      dave$p@t2  acquire y policy=budget pool=p budget=usd:5 scope=/y  | ACTIVE
      """;

  @Test
  void aRevokedTokenRevokesItsLeaseAndTheTreeAtOnce() {
    Script.run(GIVEN)
        .then(
            """
            3s admin=root revoke-token t1                 | token=t1
               alice      get x                      | REVOKED reason=TOKEN_REVOKED by=root ended=3s
               bob        get c                           | REVOKED reason=PARENT_ENDED ended=3s
               dave       get y                           | ACTIVE
               admin      pool p                          | pool=p free=usd:15 outstanding=usd:5
               alice      spend x amounts=usd:1 request=s | LEASE_REVOKED
               alice$p    refresh x                       | LEASE_REVOKED
            """);
  }

  /** Nobody looks for a minute: a lease that is over meanwhile has ended at its own deadline. */
  @Test
  void aTokenThatFallsWithALeaseAfterItsNoticeRevokesNothingThatHasEndedBefore() {
    Script.run(GIVEN)
        .then(
            """
                alice$p@t1 acquire f scope=/f ttl=20s pool=p budget=usd:1 | ACTIVE until=20s
                alice$p@t1 acquire g scope=/g ttl=2m pool=p budget=usd:1  | ACTIVE until=2m
                admin=root revoke x notice=10s                            | ACTIVE announced=10s
            60s alice      get x                                          | REVOKED ended=10s
                alice      get f                                          | EXPIRED ended=20s
                alice      get g            | REVOKED reason=TOKEN_REVOKED ended=1m
            """);
  }

  @Test
  void aWaitThatWasOverBeforeItsTokenFellHasTimedOutThen() {
    Script.run(GIVEN)
        .then(
            """
                alice$p@t1 acquire w scope=/y pool=p budget=usd:1 wait=20s | PENDING
                admin=root revoke x notice=10s                             | ACTIVE announced=10s
            60s alice      get x                                           | REVOKED ended=10s
                alice      get w                              | FAILED reason=TIMEOUT ended=20s
            """);
  }

  @Test
  void aGraceThatWasOverBeforeItsTokenFellEndedTheLeaseThen() {
    String given =
        GIVEN
            + """
            erin$p@t1  acquire f policy=budget scope=/f ttl=20s pool=p budget=usd:1 | ACTIVE
            admin=root revoke x notice=10s                                          | ACTIVE
            """;
    Script.run(given)
        .then(
            """
            80s-1ns erin get f | CLOSED reason=TOKEN_REVOKED ended=20s
            """);
    Script.run(given)
        .then(
            """
            80s erin  get f  | CLOSED reason=GRACE_OVER ended=20s
                alice get x  | REVOKED ended=10s
                admin pool p | pool=p free=usd:15
            """);
  }

  @Test
  void aRevokedTokenRevokesAfterARestartToo() {
    Script.run(GIVEN)
        .restart()
        .then(
            """
            admin revoke-token t1 | token=t1
            alice get x           | REVOKED
            dave  get y           | ACTIVE
            """);
  }

  @Test
  void aRevokedTokenEndsALeaseInGraceSoThatNobodyRefreshesIt() {
    Script.run(GIVEN)
        .then(
            """
            2h alice get y | CLOSED holder=dave
               alice get x | CLOSED
            """);
    Script.run(GIVEN)
        .then(
            """
            1h admin   expire          | swept=2
               alice   get x           | EXPIRED
               admin   revoke-token t1 | token=t1
               alice   get x           | CLOSED reason=TOKEN_REVOKED returned=usd:10
               alice$p refresh x       | LEASE_ALREADY_TERMINAL
               admin   pool p          | pool=p free=usd:15
            """);
  }

  @Test
  void aRevokedTokenEndsTheWaitThatItBegan() {
    Script.run(GIVEN)
        .then(
            """
            admin     issue t3 pool=p actor=erin                                   | token=t3
            erin$p@t3 acquire z policy=budget pool=p budget=usd:1 scope=/x wait=1m | PENDING
            admin     revoke-token t3                                              | token=t3
            erin      get z                                                        | FAILED
            """);
  }

  @Test
  void aReservationOutlivesTheTokenForTheCallIsUnderWay() {
    Script.run(GIVEN)
        .then(
            """
            bob   reserve c amounts=usd:3 request=r    | ACTIVE
            admin revoke-token t1                      | token=t1
            admin pool p                               | pool=p free=usd:12 outstanding=usd:8
            bob   settle c reservation=r amounts=usd:2 | REVOKED spent=usd:2 returned=usd:2
            admin pool p                          | pool=p free=usd:13 outstanding=usd:5 spent=usd:2
            """);
  }

  @Test
  void aNewHandshakeAfterARevocationIsANewLease() {
    Script.run(GIVEN)
        .then(
            """
            admin      revoke-token t1                                      | token=t1
            admin      issue t4 pool=p                                      | token=t4
            alice$p@t4 acquire z policy=budget pool=p budget=usd:9 scope=/x | ACTIVE granted=usd:9
            """);
  }

  @Test
  void theEndOfTheTokenCapsTheLeaseItsRefreshesAndItsTree() {
    Script.run(
        """
                admin         create-pool p amounts=usd:20                 | pool=p
                admin issue t actor=alice pool=p | token=t
                alice$p@t<30s acquire x policy=budget pool=p budget=usd:10 | ACTIVE until=30s
                alice         derive x as=c holder=bob budget=usd:4        | ACTIVE until=30s
        29s     alice$p       refresh x requested=usd:1            | ACTIVE until=30s granted=usd:11
                bob           refresh c                                    | ACTIVE until=30s
        30s-1ns alice         spend x amounts=usd:1 request=s              | ACTIVE
        30s     alice         spend x amounts=usd:1 request=t              | LEASE_EXPIRED
                alice$p       refresh x                                    | LEASE_EXPIRED
                bob           get c                                    | REVOKED reason=PARENT_ENDED
        90s     alice         get x                               | CLOSED ended=30s returned=usd:10
        """);
  }

  @Test
  void aGraceThatWasOverIsNotEndedByAParentThatIsRevokedLater() {
    Script.run(
        """
            admin     create-pool p amounts=usd:20                               | pool=p
            admin     issue t actor=alice pool=p                                 | token=t
            alice$p@t acquire x policy=budget pool=p budget=usd:5                | ACTIVE
            dave$p@t  acquire y policy=budget pool=p budget=usd:5 scope=/y       | ACTIVE
            dave      derive y as=c holder=bob budget=usd:1 ttl=10s              | ACTIVE
            admin     revoke x notice=5s                                         | ACTIVE
        73s bob       get c                               | CLOSED cause=TIME reason=GRACE_OVER
            dave      get y                               | REVOKED reason=TOKEN_REVOKED
        """);
  }

  @Test
  void aShorterTtlThanTheTokensIsTheLeasesOwn() {
    Script.run(
        """
            admin         create-pool p amounts=usd:20                         | pool=p
            admin issue t actor=alice pool=p | token=t
            alice$p@t<30s acquire x policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE until=10s
        15s alice$p       refresh x                                            | ACTIVE until=25s
        24s alice$p       refresh x                                            | ACTIVE until=30s
        """);
  }

  @Test
  void aTokenThatIsOverDrawsNothing() {
    Script.run(
        """
            admin         create-pool p amounts=usd:20                 | pool=p
        30s admin issue t actor=alice pool=p | token=t
        30s alice$p@t<30s acquire x policy=budget pool=p budget=usd:10 | FORBIDDEN
            alice$p@t<31s acquire x policy=budget pool=p budget=usd:10 | ACTIVE until=31s
        """);
  }

  @Test
  void aWaitThatOutlivesItsTokenFails() {
    Script.run(
        """
            admin         create-pool p amounts=usd:20                         | pool=p
            bob           acquire b ttl=30s                                    | ACTIVE
            admin issue t actor=alice pool=p | token=t
            alice$p@t<30s acquire x policy=budget pool=p budget=usd:10 wait=1m | PENDING
            admin issue u actor=carol pool=p | token=u
            carol$p@u<40s acquire y policy=budget pool=p budget=usd:10 wait=1m | PENDING
        30s alice         get x                                        | FAILED reason=TOKEN_EXPIRED
            carol         get y                                                | ACTIVE until=40s
        """);
  }

  @Test
  void aLeaseThatAnAdminDrewForAnAgentIsBoundToNoToken() {
    Script.run(GIVEN)
        .then(
            """
            admin acquire z policy=budget pool=p budget=usd:2 holder=erin scope=/z | ACTIVE
            admin revoke-token t1                                                  | token=t1
            erin  spend z amounts=usd:1 request=s                                  | ACTIVE
            erin  refresh z                                                   | ACTIVE granted=usd:2
            erin  refresh z requested=usd:9                                        | FORBIDDEN
            """);
  }

  @Test
  void whatIsLeasedWithoutMoneyDoesNotFallWithTheToken() {
    Script.run(GIVEN)
        .then(
            """
            alice$p@t1 acquire f scope=/f | ACTIVE until=1h
            admin      revoke-token t1    | token=t1
            alice      get f              | ACTIVE
            """);
  }

  /** The caller was let in before the revocation, and its command comes behind it. */
  @Test
  void aTokenThatWasRevokedOnTheWayDrawsNothing() {
    Script.run(
        """
        admin      create-pool p amounts=usd:10                   | pool=p
        admin      issue t1 actor=alice pool=p                    | token=t1
        admin      revoke-token t1                                | token=t1
        alice$p@t1 acquire x policy=budget pool=p budget=usd:1    | FORBIDDEN
        alice$p@t1 acquire y                                      | ACTIVE
        admin      pool p                                         | pool=p free=usd:10
        """);
  }

  /** Nor does it draw more for a lease that does not fall with it. */
  @Test
  void aTokenThatIsOverRefreshesTheTimeButDrawsNoMore() {
    Script.run(
        """
           admin      create-pool p amounts=usd:10                                 | pool=p
           admin      acquire x policy=budget holder=alice pool=p budget=usd:2     | ACTIVE
           alice$p@t1 refresh x requested=usd:5                                    | FORBIDDEN
        1s alice$p<1s refresh x requested=usd:5                                    | FORBIDDEN
           alice$p@t1 refresh x                                                    | ACTIVE granted=usd:2
           alice$p    refresh x requested=usd:5                                    | ACTIVE granted=usd:7
        """);
  }
}
