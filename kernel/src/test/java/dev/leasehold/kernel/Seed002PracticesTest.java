package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import org.junit.jupiter.api.Test;

/** The practices that seed 002 recommends and warns of; {@link Seed002Test} has the rest of it. */
class Seed002PracticesTest {

  private static final String OWNED = Seed002Test.OWNED;

  // Best Practices 2: Validate lease_id Before Action Execution
  // Anti-Patterns: Allowing Actions Without lease_id
  @Test
  void anActionWithoutALeaseIdIsRefused() {
    Script.run(OWNED)
        .then(
            """
            alice validate <none>                       | INVALID_INPUT leaseId
            alice advance <none> expected=1             | INVALID_INPUT leaseId
            """);
  }

  // Best Practices 6: Log Lease Violations for Debugging
  @Test
  void aViolationSaysWhatWasGivenAndWhatWasExpected() {
    Script script = Script.run(OWNED).then("alice validate a epoch=0 | STALE_EPOCH");
    Refusal refusal = ((Reply.Refused) script.played().getLast().reply()).refusal();

    assertThat(refusal).isEqualTo(new LeaseRefusal.StaleEpoch("a", 0, 1));
    assertThat(refusal.detail()).contains("0").contains("1").contains("refresh your state");
  }

  // Anti-Patterns: Sharing lease_id Across Orchestrators
  @Test
  void aLeaseIsNotSharedAcrossOrchestrators() {
    Script.run(OWNED)
        .then(
            """
            bob   renew a                               | NOT_HOLDER
            bob   release a                             | NOT_HOLDER
            bob   acquire b policy=workflow scope=/flow mode=shared | INVALID_INPUT mode
            """);
  }

  // Anti-Patterns: Skipping Epoch Validation
  @Test
  void anActWithoutAnEpochStillNeedsTheLease() {
    Script.run(OWNED)
        .then("alice validate a | ACTIVE epoch=1")
        .then("5m alice validate a | LEASE_EXPIRED");
  }

  // Anti-Patterns: Reusing Expired Leases
  @Test
  void anExpiredLeaseIsNotRevived() {
    Script.run(OWNED)
        .then(
            """
            5m alice renew a                            | LEASE_EXPIRED
               alice heartbeat a                        | LEASE_EXPIRED
               alice transfer a                         | LEASE_EXPIRED
               alice acquire b policy=workflow scope=/flow | ACTIVE epoch=2
               alice get a                              | EXPIRED ended=5m
            """);
  }

  // Testing: Integration Tests, test_full_workflow_with_lease
  @Test
  void fullWorkflowWithLease() {
    Script script =
        Script.run(
            """
            alice   acquire a policy=workflow           | ACTIVE epoch=0
            auditor validate a lenient epoch=0 last=-1  | ACTIVE
            alice   advance a expected=0                | ACTIVE epoch=1
            """);

    script.restart().then("auditor validate a lenient epoch=1 last=0 | ACTIVE");
    script.recover().then("auditor validate a lenient epoch=0 last=1 | STALE_EPOCH");
  }
}
