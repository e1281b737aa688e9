package dev.leasehold.kernel;

import org.junit.jupiter.api.Test;

/** A grant from the queue that its holder never heard of is taken back, unless it is in use. */
class UnclaimedTest {

  private static final String GRANTED =
      """
         alice acquire a                       | ACTIVE
         bob   acquire b wait=1h               | PENDING
         carol acquire c wait=1h               | PENDING
      1s alice release a                       | RELEASED
      """;

  @Test
  void whatNobodyHeardOfGoesToTheNext() {
    Script.run(GRANTED)
        .restart()
        .then(
            """
            11s node give-up b                 | FAILED reason=UNCLAIMED ended=11s by=time
                carol get c                    | ACTIVE
                bob   renew b                  | LEASE_ALREADY_TERMINAL state=FAILED
                node give-up b                 | FAILED reason=UNCLAIMED
            """);
  }

  @Test
  void whatItsHolderHasUsedStays() {
    staysAfter("bob renew b ttl=2h | ACTIVE");
    staysAfter("bob heartbeat b | ACTIVE");
    staysAfter("bob advance b | ACTIVE");
    staysAfter("bob convert b mode=shared | ACTIVE");
    staysAfter("bob derive b as=k holder=dave | ACTIVE");
    staysAfter("bob release b after=1m | ACTIVE");
  }

  private static void staysAfter(String use) {
    Script.run(GRANTED)
        .then(use)
        .restart()
        .then(
            """
            11s node give-up b                 | ACTIVE
                carol get c                    | PENDING
            """);
  }

  @Test
  void lookingAtItOrBeingToldOffIsNoUse() {
    Script.run(GRANTED)
        .then(
            """
            bob   get b                        | ACTIVE
            bob   validate b                   | ACTIVE
            bob   renew b ttl=1ms              | RENEWAL_DOES_NOT_EXTEND
            admin revoke b notice=1h           | ACTIVE
            node  give-up b                    | FAILED reason=UNCLAIMED
            """);
  }

  @Test
  void aTokenThatIsOverTakesBackOnlyWhatIsUnclaimedAndSaysSo() {
    Script.run(GRANTED).then("node give-up b why=TOKEN_REVOKED | FAILED reason=TOKEN_REVOKED");
    Script.run(GRANTED).then("node give-up b why=TOKEN_EXPIRED | FAILED reason=TOKEN_EXPIRED");
    Script.run(GRANTED)
        .then(
            """
            bob   renew b ttl=2h               | ACTIVE
            node  give-up b why=TOKEN_REVOKED  | ACTIVE
            """);
  }

  @Test
  void whatWasGrantedAtOnceIsNotTakenBack() {
    Script.run(
        """
        alice acquire a wait=1h                | ACTIVE
        node  give-up a                        | ACTIVE
        alice transfer a as=b to=bob           | ACTIVE
        node  give-up b                        | ACTIVE
        node  give-up a                        | RELEASED
        """);
  }

  @Test
  void whatWasTransferredOnIsInUse() {
    Script.run(GRANTED)
        .then(
            """
            bob  transfer b as=d to=dave       | ACTIVE
            node give-up d                     | ACTIVE
            node give-up b                     | RELEASED
            """);
  }

  @Test
  void moneyThatNobodyHeardOfGoesBack() {
    Script.run(
        """
        admin    create-pool p amounts=usd:10                          | pool=p
        alice    acquire a                                             | ACTIVE
        admin issue t1 actor=bob pool=p | token=t1
        bob$p@t1 acquire b policy=budget pool=p budget=usd:5 wait=1h   | PENDING
        alice    release a                                             | RELEASED
        admin    pool p                                                | pool=p outstanding=usd:5
        node     give-up b                                             | FAILED reason=UNCLAIMED
        admin    pool p                                                | pool=p free=usd:10
        """);
  }
}
