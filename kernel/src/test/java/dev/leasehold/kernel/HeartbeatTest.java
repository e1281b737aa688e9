package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The second, shorter deadline (rules 6 and 7). */
class HeartbeatTest {

  @Test
  void aHolderThatFallsSilentLosesTheLeaseAtTheHeartbeatsDeadline() {
    Script.run(
        """
               alice acquire a policy=checkout heartbeat=2m | ACTIVE beat=2m left=3d
        2m-1ns alice get a                                  | ACTIVE beat=1ns
        2m     alice get a                                  | EXPIRED cause=HEARTBEAT ended=2m
               bob   acquire b                              | ACTIVE
        """);
  }

  @Test
  void aHeartbeatMovesTheHeartbeatsDeadlineAndNothingElse() {
    Script.run(
        """
            alice acquire a ttl=10s heartbeat=3s | ACTIVE beat=3s left=10s token=1
        2s  alice heartbeat a                    | ACTIVE beat=3s left=8s token=1 renewals=0
        5s-1ns alice heartbeat a                 | ACTIVE beat=3s
        8s-1ns alice get a                       | EXPIRED cause=HEARTBEAT ended=7999999999ns
        """);
  }

  @Test
  void aHeartbeatAtTheDeadlineItselfIsTooLate() {
    Script.run(
        """
           alice acquire a heartbeat=3s | ACTIVE
        3s alice heartbeat a            | LEASE_EXPIRED
        """);
  }

  @Test
  void whenBothDeadlinesComeTogetherTimeIsTheCause() {
    Script.run(
        """
           alice acquire a ttl=9s heartbeat=9s          | ACTIVE
           alice acquire b ttl=9s heartbeat=9s+1ns scope=/b | ACTIVE
           alice acquire c ttl=9s heartbeat=9s-1ns scope=/c | ACTIVE
        9s alice get a                                  | EXPIRED cause=TIME ended=9s
           alice get b                                  | EXPIRED cause=TIME ended=9s
           alice get c                                  | EXPIRED cause=HEARTBEAT ended=8999999999ns
        """);
  }

  @Test
  void heartbeatsDoNotOutliveTheDeadline() {
    Script.run(
        """
           alice acquire a ttl=5s heartbeat=3s | ACTIVE
        2s alice heartbeat a                   | ACTIVE
        4s alice heartbeat a                   | ACTIVE beat=3s left=1s
        5s alice heartbeat a                   | LEASE_EXPIRED
        9s alice get a                         | EXPIRED cause=TIME ended=5s
        """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "heartbeat a",
        "renew a ttl=2h",
        "advance a expected=0",
        "derive a as=c scope=/a/x holder=bob",
        "convert a mode=shared",
      })
  void anySuccessfulCommandOfTheHolderCountsAsAHeartbeat(String command) {
    Script script =
        Script.run("alice acquire a scope=/a/** heartbeat=10s | ACTIVE")
            .then("9s alice COMMAND | ACTIVE".replace("COMMAND", command));

    script.restart().then("19s-1ns alice get a | ACTIVE beat=1ns");
    script.then("19s alice get a | EXPIRED cause=HEARTBEAT ended=19s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alice   renew a ttl=1s      | RENEWAL_DOES_NOT_EXTEND",
        "alice   advance a expected=7 | FUTURE_EPOCH",
        "alice   derive a scope=/b   | INVALID_INPUT scope",
        "bob     heartbeat a         | NOT_HOLDER",
        "admin   get a               | ACTIVE",
        "auditor validate a          | ACTIVE",
        "admin   revoke a notice=1h  | ACTIVE",
      })
  void refusalsAndWhatOthersDoCountForNothing(String row) {
    Script.run("alice acquire a scope=/a/** heartbeat=10s | ACTIVE")
        .then("9s " + row)
        .then("10s alice get a | EXPIRED cause=HEARTBEAT ended=10s");
  }

  @Test
  void aRetriedHeartbeatCountsOnce() {
    Script.run(
        """
            alice acquire a heartbeat=10s     | ACTIVE
        5s  alice heartbeat a request=r       | ACTIVE beat=10s
        9s  alice heartbeat a request=r       | ACTIVE beat=6s
            alice renew a ttl=2h request=r    | INVALID_INPUT requestId
        15s alice heartbeat a request=r       | EXPIRED ended=15s
        """);
  }

  @Test
  void aLeaseWithoutAHeartbeatTakesOneAndNothingHappens() {
    Script script =
        Script.run(
            """
            alice acquire a   | ACTIVE beat=0s
            alice heartbeat a | ACTIVE beat=0s
            """);

    assertThat(script.journal()).hasSize(1);
  }

  @Test
  void aHolderThatWasGrantedFromTheQueueClaimsItByAHeartbeat() {
    Script.run(
        """
        alice acquire a          | ACTIVE
        bob   acquire b wait=1m  | PENDING
        alice release a          | RELEASED
        bob   heartbeat b        | ACTIVE
        admin give-up b          | ACTIVE
        """);
  }

  @Test
  void theHeartbeatRunsFromTheGrantAndNotFromTheWait() {
    Script.run(
        """
            alice acquire a ttl=30s               | ACTIVE
            bob   acquire b wait=1m heartbeat=10s | PENDING
        30s bob   get b                           | ACTIVE beat=10s
        40s bob   get b                           | EXPIRED cause=HEARTBEAT ended=40s
        """);
  }

  @Test
  void aPolicyMayAskForHeartbeatsAndALeaseForItsOwn() {
    Script.run(
        """
           admin policy lively heartbeat=1m               | policy=lively heartbeat=1m
           alice acquire a policy=lively                  | ACTIVE beat=1m
           alice acquire b policy=lively scope=/b heartbeat=5m | ACTIVE beat=5m
        1m alice get a                                    | EXPIRED cause=HEARTBEAT
           alice get b                                    | ACTIVE beat=4m
        """);
  }

  @Test
  void graceCountsFromTheHeartbeatsDeadline() {
    Script.run(
        """
                admin   create-pool p amounts=usd:9                               | pool=p
                alice$p acquire a policy=budget pool=p budget=usd:1 heartbeat=10s | ACTIVE
        70s-1ns alice   get a                                    | EXPIRED cause=HEARTBEAT ended=10s
        70s     alice   get a                                     | CLOSED cause=HEARTBEAT ended=10s
        """);
  }

  @Test
  void aLateSweepRecordsTheInstantOfSilenceAndTellsWhy() {
    Script script =
        Script.run(
            """
               alice acquire a ttl=1h heartbeat=10s | ACTIVE
            5h admin expire                         | swept=1 done
               alice get a                          | EXPIRED cause=HEARTBEAT ended=10s
            """);

    assertThat(Told.to(script, "alice")).containsExactly("EXPIRED a HEARTBEAT");
    assertThat(script.lease().ending().wallNanos())
        .isEqualTo(Script.WALL_NANOS + 10 * Limits.SECOND);
  }

  @Test
  void theSmallestAndTheLargestHeartbeat() {
    Script.run(
        """
        alice acquire a heartbeat=1ms          | ACTIVE beat=1ms
        alice acquire b heartbeat=1ms-1ns      | INVALID_INPUT heartbeat
        alice acquire b heartbeat=366d scope=/b | ACTIVE beat=366d
        alice acquire c heartbeat=366d+1ns     | INVALID_INPUT heartbeat
        """);
  }
}
