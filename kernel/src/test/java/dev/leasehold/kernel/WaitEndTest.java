package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

/** How waits end, and what they wait for to end. */
class WaitEndTest {

  @Test
  void aWaitTimesOutAtItsDeadlineAndNotBefore() {
    Script script =
        Script.run(
            """
                    alice acquire a                       | ACTIVE
                    bob   acquire b wait=5s               | PENDING waits-until=5s until=0s
            """);
    assertThat(script.kernel().nextDueTick()).isEqualTo(5 * Limits.SECOND);
    script.then(
        """
            5s-1ns  bob   get b                           | PENDING
            5s      bob   get b                           | FAILED reason=TIMEOUT ended=5s by=time
                    bob   release b                       | LEASE_ALREADY_TERMINAL state=FAILED
        """);
  }

  @Test
  void whoseDeadlineIsTheTickAtWhichTheHolderGoesIsNotGranted() {
    Script.run(
        """
                    alice acquire a ttl=5s                | ACTIVE
                    bob   acquire b wait=5s               | PENDING
                    carol acquire c wait=5s+1ns           | PENDING
            5s      bob   get b                           | FAILED reason=TIMEOUT
                    carol get c                           | ACTIVE
        """);
    Script.run(
        """
                    dave  acquire d scope=/b              | ACTIVE
                    bob   acquire b scope=/b,/a wait=5s   | PENDING   # older than the holder of /a
                    alice acquire a priority=1 ttl=5s     | ACTIVE
            1s      dave  release d                       | RELEASED
            5s      bob   get b                           | FAILED reason=TIMEOUT
        """);
    Script.run(
        """
                    alice acquire a ttl=1h                | ACTIVE
                    bob   acquire b wait=5s               | PENDING
            5s      alice release a                       | RELEASED
                    bob   get b                           | FAILED reason=TIMEOUT
        """);
  }

  @Test
  void aLateLookGrantsOnlyToThoseWhoStillWait() {
    Script.run(
        """
                    alice acquire a ttl=10s               | ACTIVE
                    bob   acquire b wait=15s              | PENDING
                    carol acquire c wait=1h ttl=5s        | PENDING
            20s     bob   get b                           | FAILED reason=TIMEOUT ended=15s
                    carol get c                           | ACTIVE until=25s
                    alice get a                           | EXPIRED ended=10s
        """);
  }

  @Test
  void itsOwnerCancelsAWaitByReleasingIt() {
    Script.run(
            """
                    alice acquire a mode=shared           | ACTIVE
                    bob   acquire b wait=1h               | PENDING
                    carol acquire c mode=shared wait=1h   | PENDING
            3s      carol release b                       | NOT_HOLDER
                    bob   release b request=r             | FAILED reason=CANCELLED by=bob ended=3s
                    carol get c                           | ACTIVE
            """)
        .restart()
        .then(
            """
            4s      bob   release b request=r             | FAILED id=b ended=3s
                    bob   release b request=r reason=ABORTED | INVALID_INPUT requestId
            """);
  }

  @Test
  void aDelayMakesNoSenseForAWaitAndIsPassedOver() {
    Script.run(
        """
        alice acquire a                                   | ACTIVE
        bob   acquire b wait=1h                           | PENDING
        bob   release b after=1h                          | FAILED reason=CANCELLED ended=0s
        """);
  }

  @Test
  void anAdminTakesAWaitAway() {
    Script.run(
        """
        alice acquire a                                   | ACTIVE
        bob   acquire b wait=1h                           | PENDING
        bob   acquire c scope=/c                          | ACTIVE
        bob   acquire d wait=1h session=two               | PENDING
        admin revoke b notice=5m                          | FAILED reason=CANCELLED by=admin
        admin release-all bob                             | swept=2 done
        bob   get c                                       | REVOKED
        bob   get d                                       | FAILED reason=CANCELLED by=admin
        alice release a                                   | RELEASED
        dave  acquire e                                   | ACTIVE
        """);
  }

  @Test
  void takingAllAwayFromTheHolderLetsTheNextInAndNotItself() {
    Script.run(
        """
        alice acquire a                                   | ACTIVE
        alice acquire b wait=1h session=two               | PENDING
        bob   acquire c wait=1h                           | PENDING
        admin release-all alice                           | swept=2 done
        alice get b                                       | FAILED reason=CANCELLED
        bob   get c                                       | ACTIVE
        """);
  }

  @Test
  void whoHasGoneStopsWaiting() {
    Script.run(
        """
            alice acquire a mode=shared                   | ACTIVE
            bob   acquire b wait=1h                       | PENDING
            carol acquire c mode=shared wait=1h           | PENDING
        7s  node  give-up b                               | FAILED reason=DISCONNECTED ended=7s by=time
            carol get c                                   | ACTIVE
            node  give-up b                               | FAILED reason=DISCONNECTED ended=7s
        """);
  }

  @Test
  void aWaitWhoseTokenIsOverSaysSo() {
    Script.run(
        """
            alice acquire a mode=shared                   | ACTIVE
            bob   acquire b wait=1h                       | PENDING
            carol acquire c wait=1h                       | PENDING
            dave  acquire d mode=shared wait=1h           | PENDING
        7s  node  give-up b why=TOKEN_REVOKED             | FAILED reason=TOKEN_REVOKED ended=7s
            dave  get d                                   | PENDING
            node  give-up c why=TOKEN_EXPIRED             | FAILED reason=TOKEN_EXPIRED ended=7s
            dave  get d                                   | ACTIVE
            node  give-up b                               | FAILED reason=TOKEN_REVOKED ended=7s
        """);
  }

  @Test
  void aWaitFallsWithTheTokenThatItDrawsWith() {
    Script.run(
        """
        admin        create-pool p amounts=usd:100                        | pool=p
        admin        issue t1 actor=bob pool=p                            | token=t1
        alice        acquire a                                            | ACTIVE
        bob$p@t1     acquire b policy=budget pool=p budget=usd:5 wait=1h  | PENDING
        admin        revoke-token t1                                      | token=t1
        admin        get b                                                | FAILED reason=TOKEN_REVOKED
        alice        release a                                            | RELEASED
        admin        pool p                                               | pool=p free=usd:100
        """);
    Script.run(
        """
            admin        create-pool p amounts=usd:100                        | pool=p
            alice        acquire a ttl=10s                                    | ACTIVE
            admin issue t1 actor=bob pool=p | token=t1
            bob$p@t1<10s acquire b policy=budget pool=p budget=usd:5 wait=1h  | PENDING
            carol        acquire c wait=1h                                    | PENDING
        10s admin        get b                                                | FAILED reason=TOKEN_EXPIRED
            carol        get c                                                | ACTIVE
        """);
  }

  @Test
  void aFailedWaitIsForgottenLikeAnyLeaseAndItsRequestIdWithIt() {
    Script.run(
            """
                alice acquire a                           | ACTIVE
                bob   acquire b wait=5s request=r         | PENDING
            5s  bob   acquire x wait=5s request=r         | FAILED id=b
                node  prune before=5s                     | swept=0 done
                node  prune before=5s+1ns                 | swept=1 done
                bob   get b                               | LEASE_NOT_FOUND
                bob   acquire x wait=5s request=r         | PENDING id=x
            """)
        .restart()
        .then(
            """
            10s bob   get x                               | FAILED reason=TIMEOUT ended=10s
            """);
  }
}
