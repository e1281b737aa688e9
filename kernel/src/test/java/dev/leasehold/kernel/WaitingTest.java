package dev.leasehold.kernel;

import org.junit.jupiter.api.Test;

/** Waits: their order, and how they end. */
class WaitingTest {

  @Test
  void whoeverCameFirstIsNext() {
    Script.run(
        """
           alice acquire a ttl=10s              | ACTIVE
           bob   acquire b wait=60s             | PENDING token=0 waits-until=1m
           carol acquire c wait=60s             | PENDING
        1s alice release a                      | RELEASED
           bob   get b                          | ACTIVE token=5 left=1h
           carol get c                          | PENDING
           bob   release b                      | RELEASED
           carol get c                          | ACTIVE
        """);
  }

  @Test
  void theTtlRunsFromTheGrant() {
    Script.run(
        """
            alice acquire a ttl=10s             | ACTIVE
        4s  bob   acquire b wait=60s ttl=5s     | PENDING
        10s bob   get b                         | ACTIVE left=5s until=15s
        """);
  }

  @Test
  void aWaitEndsWhenItsTimeIsUp() {
    Script.run(
        """
            alice acquire a                     | ACTIVE
            bob   acquire b wait=5s             | PENDING
        5s  bob   get b                         | FAILED reason=TIMEOUT ended=5s
        """);
  }

  @Test
  void nobodyIsGrantedPastAWaiterThatHeConflictsWith() {
    Script.run(
        """
            alice acquire a scope=/d/x          | ACTIVE
            bob   acquire b scope=/d/** wait=9s | PENDING
            carol acquire c scope=/d/y          | SCOPE_OVERLAP by=b
            carol acquire c scope=/d/y wait=60s | PENDING
            dave  acquire d scope=/e            | ACTIVE
        9s  carol get c                         | ACTIVE
        """);
  }

  @Test
  void twoWhoWouldWaitForEachOtherAreTold() {
    Script.run(
        """
            alice acquire a scope=/a            | ACTIVE
            bob   acquire b scope=/b            | ACTIVE
            alice acquire c scope=/b wait=60s   | PENDING
            bob   acquire d scope=/a wait=60s   | DEADLOCK cycle=bob,alice
        """);
  }

  @Test
  void waitingMakesMoreUrgent() {
    Script.run(
        """
             alice acquire a ttl=1h                        | ACTIVE
             bob   acquire b wait=1h                       | PENDING
        51s  carol acquire c wait=1h priority=5            | PENDING
        60s  alice release a                               | RELEASED
             bob   get b                                   | ACTIVE
        """);
  }

  @Test
  void anOvertakingByAgeAloneGrants() {
    Script.run(
        """
             alice acquire a scope=/x ttl=1h                    | ACTIVE
             bob   acquire b scope=/y ttl=55s                   | ACTIVE
        0s   dave  acquire d scope=/y wait=1h                   | PENDING
        55s  carol acquire c scope=/x,/y wait=1h priority=5     | PENDING
             admin get d                                        | ACTIVE
        """);
  }

  @Test
  void nobodyStepsAheadOfHisOwnWait() {
    Script.run(
        """
            alice acquire a scope=/a mode=shared                       | ACTIVE
            bob   acquire b scope=/a wait=60s                          | PENDING
            bob   acquire c scope=/a mode=shared priority=1            | DEADLOCK cycle=bob
            alice acquire d scope=/b                                   | ACTIVE
            bob   acquire e scope=/a,/b mode=shared wait=9s priority=1 | DEADLOCK cycle=bob
        """);
  }

  @Test
  void aWaitThatStepsAheadOfSomebodyHisOwnerWaitsForIsACycle() {
    Script.run(
        """
            alice acquire a scope=/a                     | ACTIVE
            carol acquire c scope=/c                     | ACTIVE
            bob   acquire b scope=/a wait=60s            | PENDING
            alice acquire d scope=/c wait=60s            | PENDING
            bob   acquire e scope=/c wait=60s priority=1 | DEADLOCK cycle=bob,alice
            bob   acquire e scope=/c wait=60s            | PENDING
        """);
  }

  @Test
  void aGrantAtOnceThatClosesACycleIsRefused() {
    Script.run(
        """
            alice acquire a scope=/a                        | ACTIVE
            carol acquire c scope=/c mode=shared            | ACTIVE
            bob   acquire b scope=/a wait=60s               | PENDING
            alice acquire d scope=/c wait=60s               | PENDING
            bob   acquire e scope=/c mode=shared priority=1 | DEADLOCK cycle=bob,alice
        """);
  }

  @Test
  void aConversionAtOnceThatClosesACycleIsRefused() {
    Script.run(
        """
            alice acquire a scope=/a               | ACTIVE
            bob   acquire b scope=/b mode=shared   | ACTIVE
            carol acquire c scope=/c               | ACTIVE
            bob   acquire d scope=/a wait=60s      | PENDING
            alice acquire e scope=/b,/c mode=shared wait=60s | PENDING
            bob   convert b mode=exclusive         | DEADLOCK cycle=bob,alice
        """);
  }
}
