package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

/** Readers become writers and writers readers, without letting go in between. */
class ConversionTest {

  @Test
  void theOnlyReaderBecomesAWriterAtOnceWithANewTokenAndTheNextEpoch() {
    Script.run(
        """
        alice acquire a mode=shared                    | ACTIVE token=1 epoch=0
        alice convert a                                | ACTIVE mode=exclusive token=2 epoch=1
        bob   acquire b mode=shared                    | SCOPE_OVERLAP by=a
        alice convert a mode=shared                    | ACTIVE mode=shared token=2 epoch=1
        bob   acquire b mode=shared                    | ACTIVE
        """);
  }

  @Test
  void whatIsSoAlreadyChangesNothing() {
    Script script =
        Script.run(
            """
            alice acquire a                            | ACTIVE token=1
            alice convert a wait=1h                    | ACTIVE mode=exclusive token=1
            """);
    assertThat(script.journal()).hasSize(1);
  }

  @Test
  void aWriterThatBecomesAReaderLetsReadersInButNotPastAWaitingWriter() {
    Script.run(
        """
        alice acquire a                                | ACTIVE
        bob   acquire b mode=shared wait=1h            | PENDING
        carol acquire c wait=1h                        | PENDING
        dave  acquire d mode=shared wait=1h            | PENDING
        alice convert a mode=shared                    | ACTIVE mode=shared
        bob   get b                                    | ACTIVE
        carol get c                                    | PENDING
        dave  get d                                    | PENDING
        """);
  }

  private static final String WAITING =
      """
         alice acquire a mode=shared ttl=30s           | ACTIVE token=1
         bob   acquire b mode=shared                   | ACTIVE token=2
         carol acquire c wait=1h priority=100          | PENDING
         alice convert a wait=10s request=r            | ACTIVE mode=shared token=1 waits-until=10s
      """;

  @Test
  void aWaitingConversionStandsAheadOfAllAcquires() {
    Script.run(WAITING)
        .then(
            """
            dave  acquire d mode=shared priority=100   | SCOPE_OVERLAP by=a,c
            """)
        .restart()
        .then(
            """
            5s bob   release b                         | RELEASED
               alice get a                             | ACTIVE mode=exclusive token=6 epoch=1 until=30s
               alice convert a wait=10s request=r      | ACTIVE mode=exclusive token=6
               alice convert a wait=11s request=r      | INVALID_INPUT requestId
               carol get c                             | PENDING
               alice release a                         | RELEASED
               carol get c                             | ACTIVE
            """);
  }

  @Test
  void aConversionThatTimesOutLeavesTheLeaseAsItWas() {
    Script script = Script.run(WAITING);
    assertThat(script.kernel().nextDueTick()).isEqualTo(10 * Limits.SECOND);
    script
        .recover()
        .then(
            """
            10s-1ns alice get a                        | ACTIVE mode=shared waits-until=10s
            10s     bob   release b                    | RELEASED
                    alice get a                        | ACTIVE mode=shared token=1 until=30s
                    alice convert a wait=10s request=r | ACTIVE mode=shared
                    carol get c                        | PENDING
                    alice convert a                    | ACTIVE mode=exclusive
            """);
    assertThat(script.kernel().waitingCount()).isEqualTo(1);
  }

  @Test
  void aConversionEndsWithItsLease() {
    Script.run(WAITING)
        .then(
            """
            alice release a                            | RELEASED
            bob   release b                            | RELEASED
            carol get c                                | ACTIVE
            """);
    Script.run(WAITING)
        .then(
            """
            admin revoke a                             | REVOKED
            bob   release b                            | RELEASED
            carol get c                                | ACTIVE
            """);
    Script.run(
        """
            alice acquire a mode=shared ttl=5s         | ACTIVE
            bob   acquire b mode=shared                | ACTIVE
            alice convert a wait=10s                   | ACTIVE waits-until=10s
            carol acquire c mode=shared wait=1h        | PENDING
        5s  carol get c                                | ACTIVE
            alice get a                                | EXPIRED ended=5s cause=TIME
        """);
    Script.run(
        """
            alice acquire a mode=shared ttl=5s         | ACTIVE
            bob   acquire b mode=shared ttl=20s        | ACTIVE
            alice convert a wait=3s                    | ACTIVE waits-until=3s
        9s  alice get a                                | EXPIRED ended=5s cause=TIME  # a late look
        """);
  }

  @Test
  void whatIsReleasedWithADelayWaitsForNothingAnyMore() {
    Script.run(WAITING)
        .then(
            """
               alice release a after=9s                | ACTIVE delayed=9s mode=shared
            1s bob   release b                         | RELEASED
               alice get a                             | ACTIVE mode=shared token=1
               dave  acquire d mode=shared             | SCOPE_OVERLAP by=c
            9s carol get c                             | ACTIVE
            """);
  }

  @Test
  void whatWaitsToBeConvertedIsRenewedButNotTransferredOrConvertedTwice() {
    Script.run(WAITING)
        .then(
            """
            alice transfer a to=dave                   | NOT_TRANSFERABLE
            alice convert a wait=10s                   | SCOPE_OVERLAP by=a
            alice renew a ttl=40s                      | ACTIVE waits-until=10s
            bob   transfer b as=b2 to=dave             | ACTIVE mode=shared
            dave  release b2                           | RELEASED
            alice get a                                | ACTIVE mode=exclusive until=40s
            """);
  }

  @Test
  void itsHolderCallsAWaitingConversionOff() {
    Script.run(WAITING)
        .then(
            """
            1s alice convert a mode=shared             | ACTIVE mode=shared token=1
               bob   release b                         | RELEASED
               alice get a                             | ACTIVE mode=shared
               bob   acquire b2 mode=shared            | SCOPE_OVERLAP by=c
            """);
  }

  @Test
  void callingItOffShowsThatTheHolderLivesAndBeingGrantedDoesNot() {
    Script.run(
        """
            alice acquire a mode=shared heartbeat=10s  | ACTIVE
            bob   acquire b mode=shared                | ACTIVE
            alice convert a wait=1h                    | ACTIVE beat=10s
        4s  alice convert a mode=shared                | ACTIVE beat=10s
        5s  alice convert a wait=1h                    | ACTIVE beat=10s
        9s  bob   release b                            | RELEASED
            alice get a                                | ACTIVE mode=exclusive beat=6s
        15s alice get a                                | EXPIRED cause=HEARTBEAT ended=15s
        """);
  }

  @Test
  void aConversionWhoseClientHasGoneIsCalledOff() {
    Script.run(WAITING)
        .then(
            """
            1s node  give-up a                         | ACTIVE mode=shared
               bob   release b                         | RELEASED
               alice get a                             | ACTIVE mode=shared
            """);
  }

  @Test
  void aConversionWhoseTokenIsOverIsCalledOffAndSaysWhy() {
    Script script =
        Script.run(WAITING).then("1s node give-up a why=TOKEN_REVOKED | ACTIVE mode=shared");
    assertThat(script.journal().getLast())
        .isInstanceOfSatisfying(
            LeaseEvent.ConversionFailed.class,
            failed -> assertThat(failed.reason()).isEqualTo("TOKEN_REVOKED"));
  }

  @Test
  void anOlderReaderIsWaitedForAndKinIsNot() {
    Script.run(
        """
        alice acquire p                                | ACTIVE
        alice derive p as=c1 holder=bob mode=shared    | ACTIVE
        alice derive p as=c2 holder=carol mode=shared  | ACTIVE
        bob   convert c1                               | SCOPE_OVERLAP by=c2
        bob   convert c1 wait=1h                       | ACTIVE mode=shared
        carol convert c2 wait=1h                       | DEADLOCK cycle=carol,bob
        carol release c2                               | RELEASED
        bob   get c1                                   | ACTIVE mode=exclusive
        """);
  }

  @Test
  void epochsThatOutliveTheLeaseGoOnWithAConversion() {
    Script.run(
        """
        admin policy both base=workflow modes=SHARED,EXCLUSIVE | policy=both durable
        alice acquire x policy=both                    | ACTIVE epoch=0
        alice release x                                | RELEASED
        alice acquire a policy=both mode=shared        | ACTIVE epoch=0
        bob   acquire b policy=both mode=shared        | ACTIVE epoch=0
        alice convert a wait=1h                        | ACTIVE mode=shared
        bob   release b                                | RELEASED
        alice get a                                    | ACTIVE mode=exclusive epoch=1
        """);
  }

  @Test
  void aParentDoesNotBecomeSharedWhileAChildWaitsToWrite() {
    Script.run(
        """
        alice acquire p scope=/a/**                      | ACTIVE
        alice derive p as=c1 holder=bob mode=shared      | ACTIVE
        alice derive p as=c2 holder=carol mode=shared    | ACTIVE
        bob   convert c1 wait=1m                         | ACTIVE mode=shared
        alice convert p mode=shared                      | INVALID_INPUT mode
        carol release c2                                 | RELEASED
        bob   get c1                                     | ACTIVE mode=exclusive
        """);
  }

  @Test
  void aConversionThatWasCalledOffIsCalledOffOnce() {
    Script.run(
        """
        alice acquire a mode=shared                      | ACTIVE
        bob   acquire b mode=shared                      | ACTIVE
        alice convert a wait=1h request=r1               | ACTIVE waits-until=1h
        alice convert a mode=shared request=r2           | ACTIVE
        alice convert a wait=1h request=r3               | ACTIVE waits-until=1h
        alice convert a mode=shared request=r2           | ACTIVE waits-until=1h
        alice convert a wait=1m request=r2               | INVALID_INPUT requestId
        """);
  }
}
