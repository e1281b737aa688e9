package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A server that stood still: nothing is granted in the past, and heartbeats count anew (rule 7).
 */
class PauseTest {

  @Test
  void whatFellDueMeanwhileEndsAsOfThenAndTheNextIsGrantedNow() {
    Script.run(
        """
               alice acquire a ttl=1s                | ACTIVE
               bob   acquire b ttl=1s wait=2s        | PENDING
               carol acquire c ttl=1s wait=1h        | PENDING
               dave  acquire d ttl=1s wait=1h        | PENDING
        1s..4s node  expire                          | swept=2 done
               node  grant                           | swept=1 done
               alice get a                           | EXPIRED ended=1s
               bob   get b                           | FAILED reason=TIMEOUT ended=2s
               carol get c                           | ACTIVE left=1s
               dave  get d                           | PENDING
        """);
  }

  @Test
  void aSweepThatIsStampedInThePastGrantsNothing() {
    Script script =
        Script.run(
            """
            alice acquire a ttl=1s         | ACTIVE
            bob   acquire b ttl=1s wait=1h | PENDING
            1s node expire                 | swept=1 done
            2s node expire                 | swept=0 done
            """);
    assertThat(script.kernel().nextGrantTick()).isZero();
    script.then("5s node grant | swept=1 done").then("5s bob get b | ACTIVE left=1s");
  }

  @Test
  void aHeartbeatThatFellDueMeanwhileCountsAnew() {
    Script.run(
        """
               alice acquire a ttl=1h heartbeat=2s   | ACTIVE
        1s..9s node  expire                          | swept=1 done
               alice get a                           | ACTIVE beat=2s left=3591s
        11s-1ns alice get a                          | ACTIVE beat=1ns
        11s    alice get a                           | EXPIRED cause=HEARTBEAT ended=11s
        """);
  }

  @Test
  void aTtlThatRanOutMeanwhileDoesNot() {
    Script.run(
        """
               alice acquire a ttl=4s heartbeat=2s   | ACTIVE
        1s..9s alice get a                           | EXPIRED cause=TIME ended=4s
        """);
  }

  @Test
  void aHeartbeatThatWasMissedBeforeIsMissed() {
    Script.run(
        """
               alice acquire a ttl=1h heartbeat=2s   | ACTIVE
        2s..9s alice get a                           | EXPIRED cause=HEARTBEAT ended=2s
        """);
  }

  @Test
  void whoeverHasToComeBackHasAsLongAsThePauseTook() {
    Script.run(
        """
               alice acquire a ttl=1h heartbeat=7s            | ACTIVE
               bob   acquire b ttl=1h heartbeat=10s scope=/b  | ACTIVE
        3s..6s alice get a                                    | ACTIVE beat=1s
        7s     alice get a                                    | ACTIVE beat=6s
        10s    bob   get b                                    | EXPIRED cause=HEARTBEAT
        13s    alice get a                                    | EXPIRED cause=HEARTBEAT ended=13s
        """);
  }

  @Test
  void aHeartbeatSinceThePauseIsNotExcused() {
    Script.run(
        """
               alice acquire a ttl=1h heartbeat=3s | ACTIVE
        1s..9s alice heartbeat a                   | ACTIVE beat=3s
        12s    alice get a                         | EXPIRED cause=HEARTBEAT ended=12s
        """);
  }

  @Test
  void whoeverIsNotHeardIsExcusedOnce() {
    Script.run(
            """
                   alice acquire a ttl=1h heartbeat=2s   | ACTIVE
            1s..3s node  expire                          | swept=1 done
            """)
        .restart()
        .then("4s..6s alice get a | EXPIRED cause=HEARTBEAT ended=5s");
  }

  @Test
  void whoeverIsHeardIsExcusedAgain() {
    Script.run(
        """
               alice acquire a ttl=1h heartbeat=2s   | ACTIVE
        1s..3s alice heartbeat a                     | ACTIVE beat=2s
        4s..6s alice get a                           | ACTIVE beat=2s
        8s     alice get a                           | EXPIRED cause=HEARTBEAT ended=8s
        """);
  }

  @Test
  void anExcuseDoesNotClaimAGrant() {
    Script.run(
        """
               alice acquire a ttl=1s                       | ACTIVE
               bob   acquire b ttl=1h heartbeat=2s wait=1h  | PENDING
        1s     node  grant                                  | swept=1 done
        2s..9s node  give-up b                              | FAILED reason=UNCLAIMED
        """);
  }

  /**
   * A sweep may be stamped before the end of a pause, and a crash may lose all that was stamped
   * later: then the holder is heard before the time at which the excused heartbeat counts anew.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "heartbeat a",
        "renew a",
        "derive a as=c holder=bob",
      })
  void aHeartbeatThatBringsItsDeadlineForwardIsMissedOnTime(String use) {
    Script.run(
            """
                      alice acquire a ttl=1h heartbeat=2s | ACTIVE
                      bob   acquire b ttl=10s scope=/b    | ACTIVE
            1s..9s@3s node  expire                        | swept=1 done
            """)
        .then("0s..0s@4s alice " + use + " | ACTIVE")
        .then("6s-1ns    alice get a | ACTIVE beat=1ns")
        .then("6s        alice get a | EXPIRED cause=HEARTBEAT ended=6s");
  }
}
