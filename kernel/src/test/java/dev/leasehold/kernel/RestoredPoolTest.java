package dev.leasehold.kernel;

import org.junit.jupiter.api.Test;

/** After a restore nobody knows what was spent, so nothing is granted until an admin says (25). */
class RestoredPoolTest {

  private static final String RESTORED =
      """
         admin   create-pool p amounts=usd:100                                | pool=p
         admin   create-pool q amounts=usd:5                                  | pool=q
         alice$p acquire x policy=budget pool=p budget=usd:20 scope=/x        | ACTIVE
         alice   derive x as=c holder=bob budget=usd:10                       | ACTIVE
         bob     spend c amounts=usd:3 request=s                              | ACTIVE
         bob     reserve c amounts=usd:4 request=r                            | ACTIVE
         carol$p acquire y policy=budget pool=p budget=usd:7 scope=/y ttl=1s  | ACTIVE
         dave$p  acquire z policy=budget pool=p budget=usd:1 scope=/x wait=1h | PENDING
         erin$p  acquire w policy=budget pool=p budget=usd:2 scope=/w         | ACTIVE
         erin    reserve w amounts=usd:1 request=r                            | ACTIVE
         erin    close w                                                      | CLOSED
      2s admin   restore                                                      | restored=4
      """;

  @Test
  void aRestoreEndsEveryLeaseAndReservationAndClosesThePools() {
    Script.run(RESTORED)
        .then(
            """
            alice get x                          | REVOKED reason=RESTORED returned=usd:17 rest=none
            bob   get c                           | REVOKED returned=usd:7 reserved=none spent=usd:3
            carol get y                                | CLOSED reason=RESTORED returned=usd:7
            dave  get z                                | FAILED reason=RESTORED
            erin  get w                                | CLOSED reserved=none returned=usd:2
            bob   settle c reservation=r amounts=usd:1 | REVOKED spent=usd:3 # an overrun
            admin pool p      | pool=p closed total=usd:100 free=usd:97 outstanding=none spent=usd:3
            admin pool q                               | pool=q closed
            """);
  }

  @Test
  void aClosedPoolGrantsNothingUntilAnAdminHasConfirmedWhatWasSpent() {
    Script.run(RESTORED)
        .restart()
        .then(
            """
            alice$p acquire n policy=budget pool=p budget=usd:1  | INSUFFICIENT_BUDGET rest=none
            admin   confirm-pool p spent=usd:30 request=k     | pool=p open free=usd:70 spent=usd:30
            alice$p acquire n policy=budget pool=p budget=usd:99 | ACTIVE granted=usd:70
            alice$q acquire m pool=q budget=usd:1 scope=/m       | INSUFFICIENT_BUDGET
            admin   confirm-pool q                               | pool=q open free=usd:5 spent=none
            admin   confirm-pool p spent=usd:30 request=k        | pool=p outstanding=usd:70
            admin   confirm-pool p spent=usd:31 request=k        | INVALID_INPUT requestId
            """);
  }

  @Test
  void moreThanThereWasAtTheBackupIsConfirmedAfterADeposit() {
    Script.run(RESTORED)
        .then(
            """
            admin confirm-pool p spent=usd:101 | INSUFFICIENT_BUDGET rest=usd:97
            admin deposit p amounts=usd:10     | pool=p closed total=usd:110
            admin confirm-pool p spent=usd:101 | pool=p open total=usd:110 free=usd:9 spent=usd:101
            """);
  }

  @Test
  void moneyMayBeWithdrawnFromAClosedPool() {
    Script.run(RESTORED).then("admin withdraw p amounts=usd:97 | pool=p closed total=usd:3");
  }

  @Test
  void aWaitOfAfterTheRestoreFindsThePoolClosed() {
    Script.run(
        """
        admin   create-pool p amounts=usd:10                        | pool=p
        bob     acquire b                                           | ACTIVE
        admin   restore                                             | restored=1
        bob     acquire b2                                          | ACTIVE
        admin   confirm-pool p                                      | pool=p open
        alice$p acquire x policy=budget pool=p budget=usd:1 wait=1h | PENDING
        bob     release b2                                          | RELEASED
        alice   get x                                               | ACTIVE
        """);
  }

  @Test
  void retriesOfBeforeTheRestoreMoveNothing() {
    Script.run(RESTORED)
        .then(
            """
            bob spend c amounts=usd:3 request=s   | REVOKED spent=usd:3
            bob reserve c amounts=usd:4 request=r | REVOKED reserved=none
            bob spend c amounts=usd:1 request=new | LEASE_REVOKED
            """);
  }
}
