package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;

/**
 * The next in the queue: effective priority, then position; nobody past a waiter it conflicts with.
 */
class QueueOrderTest {

  @Test
  void theLargerPriorityGoesFirstAndAmongEqualsWhoeverCameFirst() {
    Script.run(
            """
               alice acquire a                             | ACTIVE
               bob   acquire b wait=1h priority=-100       | PENDING priority=-100
               carol acquire c wait=1h                     | PENDING
               dave  acquire d wait=1h priority=100        | PENDING
               erin  acquire e wait=1h                     | PENDING
               alice release a                             | RELEASED
               admin list space=s                          | leases=b,c,d,e
               dave  get d                                 | ACTIVE
            """)
        .restart()
        .then(
            """
            dave  release d                                | RELEASED
            carol get c                                    | ACTIVE
            carol release c                                | RELEASED
            erin  get e                                    | ACTIVE
            """)
        .recover()
        .then(
            """
            bob   get b                                    | PENDING
            erin  release e                                | RELEASED
            bob   get b                                    | ACTIVE
            """);
  }

  @Test
  void tenSecondsOfWaitingAreWorthOneAndNotANanosecondLess() {
    String before =
        """
                 alice acquire a                         | ACTIVE
                 bob   acquire b wait=1h                 | PENDING
        5s       carol acquire c wait=1h priority=1      | PENDING
        """;
    Script.run(before)
        .then(
            """
            10s-1ns  alice release a                         | RELEASED
                     carol get c                             | ACTIVE
            """);
    Script.run(before)
        .then(
            """
            10s      alice release a                         | RELEASED
                     bob   get b                             | ACTIVE   # 1 and 1, and bob came first
            """);
    Script.run(before)
        .then(
            """
            15s      alice release a                         | RELEASED
                     carol get c                             | ACTIVE   # 2 and 1
            """);
  }

  @Test
  void waitingIsWorthTenAtMost() {
    Script.run(
        """
              alice acquire a                            | ACTIVE
              bob   acquire b wait=1h                    | PENDING
        50m   carol acquire c wait=1h priority=11        | PENDING
              dave  acquire d wait=1h priority=10        | PENDING
              alice release a                            | RELEASED
              carol get c                                | ACTIVE
              carol release c                            | RELEASED
              bob   get b                                | ACTIVE   # ten like dave, and earlier
        """);
  }

  private static final String SOON_OVERTAKEN =
      """
               alice acquire a scope=/x                         | ACTIVE
               dave  acquire d scope=/y ttl=5s                  | ACTIVE
               bob   acquire b scope=/y wait=1h ttl=60s         | PENDING
      1s       carol acquire c scope=/x,/y wait=1h priority=1   | PENDING
      5s       bob   get b                                      | PENDING   # behind carol
      """;

  @Test
  void anOvertakingByAgeAloneGrantsAtThatTickAndTheKernelSaysWhen() {
    Script script = Script.run(SOON_OVERTAKEN);
    assertThat(script.kernel().nextDueTick()).isEqualTo(10 * Limits.SECOND);
    script.then(
        """
        10s-1ns  bob   get b                                      | PENDING
        10s      node  expire                                     | swept=0 done
                 bob   get b                                      | ACTIVE until=70s
        """);
  }

  @Test
  void anOvertakingByAgeSurvivesARestart() {
    Script.run(SOON_OVERTAKEN)
        .restart()
        .then(
            """
            10s-1ns  bob   get b                                  | PENDING
            10s      bob   get b                                  | ACTIVE until=70s
            """);
    Script.run(SOON_OVERTAKEN)
        .recover()
        .then(
            """
            20s      bob   get b                                  | ACTIVE until=80s
            """);
  }

  @Test
  void aCrowdOfReadersIsGrantedTogether() {
    Script script =
        Script.run(
            """
            alice acquire a                                       | ACTIVE
            bob   acquire b mode=shared wait=1h                   | PENDING
            carol acquire c mode=shared wait=1h priority=5        | PENDING
            dave  acquire d mode=shared scope=/a,/b wait=1h       | PENDING
            alice release a                                       | RELEASED
            """);
    assertThat(script.played().getLast().outcome().events()).hasSize(4);
    script.then(
        """
        admin list space=s states=ACTIVE                          | leases=b,c,d
        """);
  }

  @Test
  void readersDoNotPassAWriterThatWaits() {
    Script.run(
        """
           alice acquire a                                        | ACTIVE
           bob   acquire b mode=shared wait=1h                    | PENDING
           carol acquire c wait=1h                                | PENDING
           dave  acquire d mode=shared wait=1h                    | PENDING
           alice release a                                        | RELEASED
           bob   get b                                            | ACTIVE
           carol get c                                            | PENDING
           dave  get d                                            | PENDING
           erin  acquire e mode=shared                            | SCOPE_OVERLAP by=c
           bob   release b                                        | RELEASED
           carol get c                                            | ACTIVE
           carol release c                                        | RELEASED
           dave  get d                                            | ACTIVE
        """);
  }

  @Test
  void readersGoOnAtOnceWhenTheWriterBetweenThemGivesUp() {
    Script script =
        Script.run(
            """
                  alice acquire a mode=shared                     | ACTIVE
                  bob   acquire b wait=5s                         | PENDING
                  carol acquire c mode=shared wait=1h             | PENDING
                  dave  acquire d mode=shared wait=1h             | PENDING
            """);
    assertThat(script.kernel().nextDueTick()).isEqualTo(5 * Limits.SECOND);
    script.then(
        """
        5s-1ns    carol get c                                     | PENDING
        5s        carol get c                                     | ACTIVE left=1h
                  dave  get d                                     | ACTIVE left=1h
                  bob   get b                                     | FAILED reason=TIMEOUT
        """);
  }

  @Test
  void whoeverIsAheadOfAllThatItConflictsWithNeedNotWaitAtAll() {
    Script.run(
        """
        alice acquire a scope=/x                                  | ACTIVE
        bob   acquire b scope=/x,/y wait=1h                       | PENDING
        carol acquire c scope=/y                                  | SCOPE_OVERLAP by=b
        carol acquire c scope=/y priority=1                       | ACTIVE
        alice release a                                           | RELEASED
        bob   get b                                               | PENDING
        carol release c                                           | RELEASED
        bob   get b                                               | ACTIVE
        """);
  }

  @Test
  void thoseInTheWayAreNamedLeasesFirstThenWaitersInTheirOrder() {
    Script script =
        Script.run(
            """
            alice acquire a mode=shared                           | ACTIVE
            bob   acquire b mode=shared                           | ACTIVE
            carol acquire c wait=1h                               | PENDING
            dave  acquire d wait=1h priority=2                    | PENDING
            erin  acquire e                                       | SCOPE_OVERLAP by=a,b,d,c
            erin  acquire e mode=shared priority=1                | SCOPE_OVERLAP by=d
            """);
    Reply.Refused refused = (Reply.Refused) script.played().getLast().reply();
    assertThat(refused.refusal().detail()).startsWith("dave waits for /a in s under lease d");
  }

  @Test
  void namesThatDifferInCaseAloneStandInOneQueueWhereCaseDoesNotCount() {
    Script.run(
        """
        admin declare s insensitive                               | insensitive
        alice acquire a scope=/Docs                               | ACTIVE
        bob   acquire b scope=/DOCS wait=1h                       | PENDING
        carol acquire c scope=/docs                               | SCOPE_OVERLAP by=a,b
        admin declare s                                           | INVALID_INPUT caseInsensitive
        alice release a                                           | RELEASED
        bob   get b                                               | ACTIVE
        """);
  }
}
