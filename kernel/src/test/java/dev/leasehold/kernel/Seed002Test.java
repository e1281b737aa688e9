package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.policy.IdScheme;
import dev.leasehold.kernel.policy.Policy;
import org.junit.jupiter.api.Test;

/** The lease management pattern of workflows (seed 002), heading by heading. */
class Seed002Test {

  /** An orchestrator owns a workflow and has emitted one action. */
  static final String OWNED =
      """
      alice acquire a policy=workflow scope=/flow   | ACTIVE epoch=0
      alice advance a expected=0                    | ACTIVE epoch=1
      """;

  // Overview: single-writer semantics
  @Test
  void onlyOneOrchestratorControlsAWorkflowAtATime() {
    Script.run(OWNED)
        .then(
            """
            bob   acquire b policy=workflow scope=/flow | ALREADY_LEASED by=a
            bob   acquire c policy=workflow scope=/othr | ACTIVE
            """);
  }

  // Core Concepts: lease_id, globally unique
  @Test
  void aLeaseIdIsNeverGivenTwice() {
    Script.run(OWNED)
        .then(
            """
            bob   acquire a policy=workflow scope=/x    | LEASE_ALREADY_EXISTS
            alice release a                             | RELEASED
            bob   acquire a policy=workflow scope=/x    | LEASE_ALREADY_EXISTS
            """);
  }

  // Core Concepts: lease_id, immutable during workflow lifetime
  @Test
  void theLeaseIdStaysWhateverItsHolderDoes() {
    Script.run(OWNED)
        .then(
            """
            1s alice renew a                            | ACTIVE id=a
               alice advance a expected=1               | ACTIVE id=a
               alice validate a                         | ACTIVE id=a
            """);
  }

  // Core Concepts: lease_id, issued as UUID4
  @Test
  void workflowIdsAreGeneratedAsUuids() {
    assertThat(Policy.WORKFLOW.idScheme()).isEqualTo(IdScheme.UUID);
    Script.run("alice acquire mine own-id policy=workflow | INVALID_INPUT leaseId");
  }

  // Core Concepts: epoch, starts at 0 on workflow initialization
  @Test
  void epochStartsAtZero() {
    Script.run("alice acquire a policy=workflow | ACTIVE epoch=0");
  }

  // Core Concepts: epoch, increments by 1 for each state change
  // Best Practices 3: Increment Epoch on Every State Change
  // Testing: test_epoch_increment_on_state_change
  @Test
  void everyStateChangeAddsOne() {
    Script.run(OWNED)
        .then("alice advance a expected=1 | ACTIVE epoch=2")
        .then("alice advance a expected=2 | ACTIVE epoch=3");
  }

  // Core Concepts: epoch, never decrements
  @Test
  void epochsNeverFall() {
    Script script = Script.run(OWNED).then("alice release a | RELEASED epoch=1");
    script.then("bob acquire b policy=workflow scope=/flow | ACTIVE epoch=2");
    script.then("1s bob release b | RELEASED").then("9s admin prune before=9s | swept=2");

    script.restart().then("carol acquire c policy=workflow scope=/flow | ACTIVE epoch=3");
  }

  // Lease Lifecycle 1: Lease Acquisition
  @Test
  void anAcquisitionAnswersWithLeaseIdAndEpoch() {
    Script.run("alice acquire a policy=workflow | ACTIVE id=a epoch=0 holder=alice left=5m");
  }

  // Lease Lifecycle 2: Action Emission with Lease
  // Best Practices 1: Always Set lease_id in Orchestrators
  @Test
  void anActionWithLeaseIdAndEpochIsAcceptedAndTheEpochGoesOn() {
    Script.run(
        """
        alice acquire a policy=workflow   | ACTIVE epoch=0
        alice validate a epoch=0          | ACTIVE
        alice advance a expected=0        | ACTIVE epoch=1
        alice validate a epoch=1          | ACTIVE
        """);
  }

  // Lease Lifecycle 3: Lease Validation
  // Testing: test_lease_validation_success
  @Test
  void downstreamNodesValidateLeaseAndEpoch() {
    Script.run(OWNED)
        .then(
            """
            auditor validate a epoch=1                  | ACTIVE
            alice   validate a epoch=1                  | ACTIVE
            auditor validate a lenient epoch=1 last=-1  | ACTIVE
            auditor validate a lenient epoch=1 last=1   | ACTIVE
            """);
  }

  // Lease Lifecycle 3: stale actions
  // Best Practices 4: Reject Stale Actions (Old Epoch)
  // Testing: test_epoch_validation_stale_action
  @Test
  void staleActionIsRejected() {
    Script.run(OWNED)
        .then(
            """
            auditor validate a epoch=0                  | STALE_EPOCH current=1
            auditor validate a lenient epoch=3 last=5   | STALE_EPOCH current=5
            """);
  }

  // Lease Lifecycle 4: Epoch Increment
  // Anti-Patterns: Not Incrementing Epoch on State Changes
  @Test
  void anIncrementComparesAndSets() {
    Script.run(OWNED)
        .then(
            """
            alice advance a expected=0                  | STALE_EPOCH current=1
            alice advance a expected=1                  | ACTIVE epoch=2
            """);
  }

  // Lease Patterns: Single-Writer Orchestrator
  @Test
  void aWorkflowOfSeveralStepsNumbersItsActions() {
    Script.run(
        """
        alice acquire a policy=workflow   | ACTIVE epoch=0
        alice advance a expected=0        | ACTIVE epoch=1
        alice advance a expected=1        | ACTIVE epoch=2
        alice advance a expected=2        | ACTIVE epoch=3
        alice release a reason=completed  | RELEASED reason=COMPLETED
        """);
  }

  // Lease Patterns: Lease Validation in Compute/Effect
  // Testing: test_lease_validation_wrong_lease
  @Test
  void anActionFromTheWrongOrchestratorIsRejected() {
    Script.run(OWNED)
        .then(
            """
            bob   acquire b policy=workflow scope=/mine      | ACTIVE
            bob   validate a epoch=1                         | ACTIVE holder=alice # whose it is
            bob   validate b path=/flow                      | LEASE_VIOLATION path
            bob   advance a expected=1                       | NOT_HOLDER
            bob   validate no                                | LEASE_NOT_FOUND
            """);
  }

  // Optimistic Concurrency Control, Scenario: Concurrent State Updates
  @Test
  void scenario_concurrentStateUpdates() {
    Script.run(OWNED)
        .then(
            """
            alice advance a expected=1 request=x        | ACTIVE epoch=2
            alice advance a expected=1 request=y        | STALE_EPOCH current=2
            """);
  }

  // Epoch Conflict Resolution: equal passes, smaller is stale, larger is from the future
  @Test
  void epochConflictsAreResolved() {
    Script.run(OWNED)
        .then(
            """
            alice validate a epoch=0                    | STALE_EPOCH current=1
            alice validate a epoch=2                    | FUTURE_EPOCH current=1
            alice validate a epoch=1                    | ACTIVE
            """);
  }

  // Multi-Orchestrator Coordination: lease handoff
  @Test
  void handoffIsOneStep() {
    Script script =
        Script.run(OWNED)
            .then("alice transfer a as=n to=bob | ACTIVE id=n holder=bob epoch=2")
            .then("alice get a | RELEASED reason=TRANSFERRED");

    assertThat(script.journal()).hasSize(3);
    script.then(
        """
        alice validate a epoch=1                        | LEASE_ALREADY_TERMINAL
        alice advance a expected=1                      | LEASE_ALREADY_TERMINAL
        bob   validate n epoch=1                        | STALE_EPOCH
        bob   validate n epoch=2                        | ACTIVE
        """);
  }

  // Lease Expiration: Time-Based Expiration, 5 minute default
  // Best Practices 5: Use TTL for Lease Expiration
  // Testing: test_lease_expiration
  @Test
  void aLeaseExpiresAfterFiveMinutesUnlessItSaysOtherwise() {
    Script.run(
        """
                 alice acquire a policy=workflow                 | ACTIVE left=5m
                 alice acquire b policy=workflow ttl=1s scope=/b | ACTIVE
        1s       alice validate b                                | LEASE_EXPIRED
        300s-1ns alice validate a                                | ACTIVE left=1ns
        300s     alice validate a                                | LEASE_EXPIRED
                 alice advance a expected=0                      | LEASE_EXPIRED
                 bob   acquire c policy=workflow                 | ACTIVE epoch=1
        """);
  }

  // Lease Expiration: Lease Renewal
  @Test
  void aLeaseIsRenewedBeforeItExpiresAndKeepsItsId() {
    Script.run(OWNED)
        .then(
            """
            241s alice get a                            | ACTIVE left=59s
                 alice renew a                          | ACTIVE id=a left=5m epoch=1 token=1
            541s alice renew a                          | LEASE_EXPIRED
            """);
  }

  // Lease Expiration: Lease Revocation
  @Test
  void aRevocationKeepsTheRecordAndItsReason() {
    Script script =
        Script.run(OWNED)
            .then(
                """
                1s bob   revoke a reason=crashed        | FORBIDDEN
                   admin revoke no reason=crashed       | LEASE_NOT_FOUND
                   admin revoke a reason=crashed        | REVOKED
                   alice get a                          | REVOKED reason=crashed by=admin ended=1s
                   alice validate a                     | LEASE_REVOKED
                   bob   acquire b policy=workflow scope=/flow | ACTIVE epoch=2
                """);

    assertThat(Told.to(script, "alice")).containsExactly("REVOKED a crashed");
  }
}
