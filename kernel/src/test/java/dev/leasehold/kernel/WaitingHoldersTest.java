package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.policy.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Waiters and the leases that they hold meanwhile. */
class WaitingHoldersTest {

  @Test
  void whoeverComesBackWithTheSameRequestGoesOnWaitingInItsPlace() {
    Script.run(
            """
                alice acquire a ttl=10s                        | ACTIVE
                bob   acquire b wait=60s request=r priority=-1 | PENDING id=b
                carol acquire c wait=60s priority=-1           | PENDING
            """)
        .restart()
        .then(
            """
            5s  bob   acquire x wait=60s request=r priority=-1 | PENDING id=b waits-until=1m
                bob   acquire x wait=61s request=r priority=-1 | INVALID_INPUT requestId
                bob   acquire x wait=60s request=r             | INVALID_INPUT requestId
                bob   acquire x wait=60s request=r priority=-1 session=two | INVALID_INPUT requestId
            """)
        .recover()
        .then(
            """
            10s bob   acquire x wait=60s request=r priority=-1 | ACTIVE id=b
                bob   release b                                | RELEASED
                bob   acquire x wait=60s request=r priority=-1 | RELEASED id=b
                carol get c                                    | ACTIVE
            """);
  }

  @Test
  void aRetryIsKnownHoweverItSaysThatItAsksForNothingSpecial() {
    LeaseCommand.Acquire first =
        (LeaseCommand.Acquire)
            ScriptCommands.parse(
                ScriptCallers.parse("alice"), List.of("acquire", "a", "request=r"));
    LeaseCommand.Acquire again =
        new LeaseCommand.Acquire(
            "b",
            first.callersId(),
            first.policy(),
            first.space(),
            first.scope(),
            first.mode(),
            first.holder(),
            first.session(),
            first.ttlNanos(),
            first.maxRenewals(),
            first.labels(),
            first.requestId(),
            LeaseCommand.RareTerms.NONE);
    assertThat(again.rare()).isEqualTo(first.rare());
    Kernel kernel = new Kernel();
    Stamp stamp = new Stamp(0, 0, ScriptCallers.parse("alice"));
    Reply granted = kernel.execute(stamp, first).reply();
    assertThat(kernel.execute(stamp, again).reply()).isEqualTo(granted);
  }

  @Test
  void waitersCountForTheQuota() {
    Script.runWithQuota(
        1,
        """
            alice acquire a                       | ACTIVE
            bob   acquire b wait=5s               | PENDING
            bob   acquire c scope=/c              | QUOTA_EXCEEDED
            bob   acquire c wait=5s session=two   | QUOTA_EXCEEDED
            alice acquire c wait=5s session=two   | QUOTA_EXCEEDED
        5s  bob   acquire c scope=/c              | ACTIVE
        """);
  }

  @Test
  void aGrantFromTheQueueCountsOnce() {
    Script.runWithQuota(
        1,
        """
        alice acquire a                       | ACTIVE
        bob   acquire b wait=5s               | PENDING
        alice release a                       | RELEASED
        bob   acquire c scope=/c              | QUOTA_EXCEEDED
        bob   release b                       | RELEASED
        bob   acquire c scope=/c              | ACTIVE
        """);
  }

  @Test
  void aSpaceIsNotDeclaredAnewWhileSomebodyWaits() {
    Script.run(
        """
        alice acquire a scope=/A              | ACTIVE
        bob   acquire b scope=/A wait=1h      | PENDING
        admin declare s insensitive           | INVALID_INPUT caseInsensitive
        alice release a                       | RELEASED
        bob   release b                       | RELEASED
        admin declare s insensitive           | insensitive
        """);
  }

  @Test
  void anAnnouncedEndAndADelayedReleaseLetTheNextIn() {
    Script script =
        Script.run(
            """
                alice acquire a                       | ACTIVE
                bob   acquire b wait=1h               | PENDING
                carol acquire c wait=1h               | PENDING
                admin revoke a notice=5s              | ACTIVE announced=5s
            """);
    assertThat(script.kernel().nextDueTick()).isEqualTo(5 * Limits.SECOND);
    script
        .restart()
        .then(
            """
            5s-1ns  bob   get b                       | PENDING
            5s      bob   get b                       | ACTIVE left=1h
                    bob   release b after=5s          | ACTIVE delayed=10s
            10s-1ns carol get c                       | PENDING
            10s     carol get c                       | ACTIVE
            """);
  }

  @Test
  void aLeaseInGraceIsWaitedFor() {
    Script.run(
        """
                admin   create-pool p amounts=usd:9                         | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 ttl=10s | ACTIVE
                bob     acquire b wait=1h                                   | PENDING
        70s-1ns bob     get b                                               | PENDING
        70s     bob     get b                                               | ACTIVE
        """);
  }

  @Test
  void renewalsPutOffWhatOthersWaitFor() {
    Script.run(
        """
            alice acquire a ttl=10s                   | ACTIVE
            bob   acquire b wait=15s                  | PENDING
        9s  alice renew a                             | ACTIVE until=19s
        15s bob   get b                               | FAILED reason=TIMEOUT
        """);
  }

  @Test
  void nothingMayBeDoneUnderALeaseThatWaits() {
    Script.run(
        """
        alice acquire a                               | ACTIVE
        bob   acquire b wait=1h heartbeat=1s          | PENDING
        bob   renew b                                 | LEASE_VIOLATION
        bob   heartbeat b                             | LEASE_VIOLATION
        bob   convert b mode=shared                   | LEASE_VIOLATION
        bob   derive b                                | LEASE_VIOLATION
        bob   transfer b to=carol                     | NOT_TRANSFERABLE
        bob   validate b                              | LEASE_VIOLATION
        1m    bob get b                               | PENDING beat=0s
        alice release a                               | RELEASED
        bob   get b                                   | ACTIVE beat=1s
        """);
  }

  @Test
  void aGrantFromTheQueueTakesANewTokenAndTheNextEpoch() {
    Script.run(
        """
        alice acquire a policy=workflow               | ACTIVE token=1 epoch=0
        bob   acquire b policy=workflow wait=1h       | PENDING token=0 epoch=0
        carol acquire c policy=workflow wait=1h       | PENDING token=0
        alice release a                               | RELEASED
        bob   get b                                   | ACTIVE token=5 epoch=1 path=5
        bob   release b                               | RELEASED
        carol get c                                   | ACTIVE token=7 epoch=2
        """);
  }
}
