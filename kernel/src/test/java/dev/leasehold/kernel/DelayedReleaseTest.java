package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A holder keeps others out a little longer (rule 10). */
class DelayedReleaseTest {

  @Test
  void othersAreKeptOutExactlyUntilItsTick() {
    Script script =
        Script.run(
            """
                   alice acquire a                              | ACTIVE
            5s     alice release a after=10s reason=completed   | ACTIVE delayed=15s left=10s
                   bob   acquire w wait=1m                      | PENDING
            15s-1ns carol acquire c                             | SCOPE_OVERLAP by=a,w
            """);

    script.restart().then("15s bob get w | ACTIVE");
    script.then("alice get a | RELEASED ended=15s reason=COMPLETED by=alice cause=none");
    assertThat(Told.to(script, "alice")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "renew a ttl=9h",
        "heartbeat a",
        "complete a",
        "close a",
        "advance a expected=0",
        "validate a",
        "transfer a",
        "convert a mode=shared",
        "derive a scope=/a/x",
        "spend a amounts=usd:1 request=q",
      })
  void nothingElseCanBeDoneWithIt(String command) {
    Script.run(
        """
        alice acquire a scope=/a/** | ACTIVE
        alice release a after=1m    | ACTIVE
        alice COMMAND               | LEASE_ALREADY_TERMINAL
        """
            .replace("COMMAND", command));
  }

  @Test
  void lettingGoAgainMayMakeItSoonerAndNeverLater() {
    Script.run(
        """
           alice acquire a            | ACTIVE
           alice release a after=1m   | ACTIVE delayed=1m
        1s alice release a after=10m  | ACTIVE delayed=1m
        2s alice release a after=10s  | ACTIVE delayed=12s
        3s alice release a            | RELEASED ended=3s
        """);
  }

  @Test
  void itCannotPassTheDeadline() {
    Script.run(
        """
            alice acquire a ttl=10s       | ACTIVE
        1s  alice release a after=1h      | ACTIVE delayed=10s
        20s alice get a                   | RELEASED ended=10s
        """);
  }

  @Test
  void aHolderThatHasLetGoNeedsNoHeartbeatsAndNoReminder() {
    Script script =
        Script.run(
            """
                alice acquire a heartbeat=2s                | ACTIVE
                alice acquire c policy=checkout scope=/c    | ACTIVE
                alice release a after=1m                    | ACTIVE
                alice release c after=71h                   | ACTIVE
            30s admin expire                                | swept=0 done
            1m  alice get a                                 | RELEASED ended=1m
            70h admin expire                                | swept=0
            """);

    assertThat(Told.to(script, "alice")).isEmpty();
    assertThat(script.kernel().nextDueTick()).isEqualTo(71 * Limits.HOUR);
  }

  @Test
  void anAdminMayStillTakeItAway() {
    Script.run(
        """
           alice acquire a                     | ACTIVE
           alice acquire b scope=/b            | ACTIVE
           alice acquire c scope=/c            | ACTIVE
           alice release a after=1m            | ACTIVE
           alice release b after=1m            | ACTIVE
           alice release c after=1m            | ACTIVE
           admin revoke a                      | REVOKED ended=0s
           admin revoke b notice=30s           | ACTIVE delayed=1m announced=30s
           admin revoke c notice=90s           | ACTIVE delayed=1m
        2m alice get b                         | REVOKED ended=30s
           alice get c                         | RELEASED ended=1m by=alice
        """);
  }

  @Test
  void aReleaseDuringANoticeMayBeDelayedButNotBeyondIt() {
    Script.run(
        """
           alice acquire a                     | ACTIVE
           alice acquire b scope=/b            | ACTIVE
           admin revoke a notice=30s           | ACTIVE
           admin revoke b notice=30s           | ACTIVE
           alice release a after=10s           | ACTIVE
           alice release b after=1m            | ACTIVE
        2m alice get a                         | RELEASED ended=10s
           alice get b                         | REVOKED ended=30s
        """);
  }

  @Test
  void whatWasDerivedGoesOnUntilThen() {
    Script.run(
        """
            alice acquire a scope=/a/**              | ACTIVE
            alice derive a as=c holder=bob scope=/a/c | ACTIVE
            alice release a after=10s                | ACTIVE
        9s  bob   validate c                         | ACTIVE
        10s bob   get c                              | REVOKED reason=PARENT_ENDED ended=10s
        """);
  }

  @Test
  void aRetryGetsTheLeaseAsItIsNow() {
    Script.run(
        """
            alice acquire a                     | ACTIVE
            alice release a after=10s request=r | ACTIVE delayed=10s
        5s  alice release a after=10s request=r | ACTIVE delayed=10s
            alice release a after=11s request=r | INVALID_INPUT requestId
        10s alice release a after=10s request=r | RELEASED ended=10s
        """);
  }

  @Test
  void aWaitIsGivenUpAtOnce() {
    Script.run(
        """
        alice acquire a          | ACTIVE
        bob   acquire b wait=1h  | PENDING
        bob   release b after=1m | FAILED reason=CANCELLED
        """);
  }

  @Test
  void whoHasLetGoDoesNotBecomeTheWriterItWaitedToBe() {
    Script.run(
        """
           alice acquire a mode=shared           | ACTIVE
           bob   acquire b mode=shared           | ACTIVE
           alice convert a mode=exclusive wait=1h | ACTIVE
           alice release a after=1m              | ACTIVE delayed=1m
        1s bob   release b                       | RELEASED
           alice get a                           | ACTIVE mode=shared
           carol acquire c mode=shared           | ACTIVE
        1m alice get a                           | RELEASED ended=1m
        """);
  }
}
