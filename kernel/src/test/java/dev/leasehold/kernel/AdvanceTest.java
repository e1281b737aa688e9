package dev.leasehold.kernel;

import org.junit.jupiter.api.Test;

/** Advance compares and sets (rule 14). */
class AdvanceTest {

  @Test
  void ofTwoWhoExpectTheSameEpochOneAdvances() {
    Script.run(
        """
        alice acquire a policy=workflow  | ACTIVE epoch=0
        alice advance a expected=0       | ACTIVE epoch=1
        alice advance a expected=0       | STALE_EPOCH current=1
        alice advance a expected=1       | ACTIVE epoch=2
        alice advance a expected=3       | FUTURE_EPOCH current=2
        """);
  }

  @Test
  void anAdvanceMovesTheEpochAndNothingElse() {
    Script.run(
        """
           alice acquire a ttl=1h      | ACTIVE token=1 until=1h
        1s alice advance a expected=0  | ACTIVE token=1 until=1h renewals=0 epoch=1
        """);
  }

  @Test
  void theNextLeaseOfAWorkflowGoesOnAboveTheAdvances() {
    Script script =
        Script.run(
            """
            alice acquire a policy=workflow  | ACTIVE epoch=0
            alice advance a expected=0       | ACTIVE epoch=1
            alice advance a expected=1       | ACTIVE epoch=2
            alice release a                  | RELEASED
            """);

    script.restart().then("bob acquire b policy=workflow | ACTIVE epoch=3");
  }

  @Test
  void elsewhereTheNextLeaseBeginsAtZero() {
    Script.run(
        """
        alice acquire a policy=file      | ACTIVE epoch=0
        alice advance a expected=0       | ACTIVE epoch=1
        alice release a                  | RELEASED epoch=1
        bob   acquire b policy=file      | ACTIVE epoch=0
        """);
  }

  @Test
  void aRetryAdvancesOnce() {
    Script script =
        Script.run(
            """
            alice acquire a                        | ACTIVE
            alice advance a expected=0 request=r   | ACTIVE epoch=1
            alice advance a expected=0 request=r   | ACTIVE epoch=1
            alice advance a expected=1 request=r   | INVALID_INPUT requestId
            alice advance a expected=1 request=s   | ACTIVE epoch=2
            """);

    script.restart().then("alice advance a expected=0 request=r | ACTIVE epoch=2");
  }

  @Test
  void aTransferAddsOneToWhatWasAdvanced() {
    Script.run(
        """
        alice acquire a policy=workflow   | ACTIVE
        alice advance a expected=0        | ACTIVE epoch=1
        alice transfer a as=n to=bob      | ACTIVE epoch=2
        bob   advance n expected=1        | STALE_EPOCH current=2
        bob   advance n expected=2        | ACTIVE epoch=3
        bob   release n                   | RELEASED
        carol acquire c policy=workflow   | ACTIVE epoch=4
        """);
  }

  @Test
  void aChildWithTheSameScopeCountsOnTheSameResource() {
    Script script =
        Script.run(
            """
            alice acquire a policy=workflow         | ACTIVE epoch=0
            alice derive a as=c holder=bob          | ACTIVE epoch=1
            bob   advance c expected=1              | ACTIVE epoch=2
            bob   validate c epoch=2                | ACTIVE
            alice validate a epoch=0                | ACTIVE
            """);

    script.restart().then("alice advance a expected=0 | ACTIVE epoch=3");
    script
        .then("alice release a | RELEASED")
        .then("bob acquire b policy=workflow | ACTIVE epoch=4");
  }
}
