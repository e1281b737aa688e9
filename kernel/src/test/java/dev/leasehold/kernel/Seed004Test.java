package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.IdScheme;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import org.junit.jupiter.api.Test;

/** Check-outs and check-ins (seed 004), scenario by scenario. */
class Seed004Test {

  private static final String CHECKED_OUT =
      """
      alice acquire a policy=checkout space=proj scope=/** | ACTIVE
      """;

  // Requirement: Lease Creation
  // Scenario: Create full-scope lease
  @Test
  void scenario_createFullScopeLease() {
    Script.run(
        "alice acquire a policy=checkout scope=/** base=c0ffee"
            + " | ACTIVE until=3d scope=/** full base=c0ffee holder=alice");
  }

  // Scenario: Create sparse-scope lease
  @Test
  void scenario_createSparseScopeLease() {
    Script.run(
        """
        alice acquire a policy=checkout scope=/docs/api.md,/src/** base=c0ffee \
            | ACTIVE until=3d scope=/docs/api.md,/src/** not-full base=c0ffee
        """);
  }

  // Requirement: Lease Creation, for specified duration
  @Test
  void aDurationMayBeSpecified() {
    Script.run("alice acquire a policy=checkout ttl=5h | ACTIVE until=5h");
  }

  // Requirement: Lease Creation, with a base commit, be it told as a label
  @Test
  void aLabelOfThatNameIsTheBaseCommit() {
    Script.run(
        """
        alice acquire a policy=checkout label=baseCommit:c0ffee         | ACTIVE base=c0ffee
        bob   acquire b scope=/b label=baseCommit:c0ffee                | ACTIVE base=none
        """);
  }

  // Scenario: Generate unique lease ID
  @Test
  void scenario_generateUniqueLeaseId() {
    assertThat(Policy.CHECKOUT.idScheme()).isEqualTo(IdScheme.ULID);
    Script.run(CHECKED_OUT)
        .then(
            """
            bob   acquire a policy=checkout space=other        | LEASE_ALREADY_EXISTS
            bob   acquire mine own-id policy=checkout          | INVALID_INPUT leaseId
            """);
  }

  // Requirement: Lease Validation
  // Scenario: Validate active lease
  @Test
  void scenario_validateActiveLease() {
    Script.run(CHECKED_OUT).then("1h alice validate a | ACTIVE left=71h scope=/**");
  }

  // Scenario: Reject expired lease
  @Test
  void scenario_rejectExpiredLease() {
    Script.run(CHECKED_OUT)
        .then(
            """
            73h alice validate a                               | LEASE_EXPIRED
                alice complete a commit=c0ffee                 | LEASE_EXPIRED
            """);
  }

  // Scenario: Reject wrong user
  @Test
  void scenario_rejectWrongUser() {
    Script.run(CHECKED_OUT)
        .then(
            """
            bob   validate a                                   | ACTIVE holder=alice
            bob   complete a commit=c0ffee                     | NOT_HOLDER
            admin complete a commit=c0ffee                     | NOT_HOLDER
            """);
  }

  // Requirement: Lease Expiration
  // Scenario: Expire lease at 72 hours
  @Test
  void scenario_expireLeaseAt72Hours() {
    Script.run(CHECKED_OUT)
        .then(
            """
            72h-1ns alice get a                                | ACTIVE left=1ns
            72h     alice get a                                | EXPIRED cause=TIME ended=3d
            72h+1s  alice get a                                | EXPIRED cause=TIME ended=3d
            """);
  }

  // Scenario: No auto-renewal
  @Test
  void scenario_noAutoRenewal() {
    Script.run(CHECKED_OUT)
        .then(
            """
            71h     alice get a                                | ACTIVE left=1h
                    alice heartbeat a                          | ACTIVE left=1h
                    alice validate a                           | ACTIVE left=1h
                    alice renew a ttl=72h                      | NOT_RENEWABLE
            72h     alice get a                                | EXPIRED renewals=0
            """);
  }

  // Requirement: no grace period
  @Test
  void thereIsNoGracePeriod() {
    Script.run(CHECKED_OUT).then("72h bob acquire b policy=checkout space=proj scope=/** | ACTIVE");
  }

  // Scenario: Batch expiration check
  @Test
  void scenario_batchExpirationCheck() {
    Script.run(
        """
               alice acquire a policy=checkout scope=/a ttl=1m      | ACTIVE
               alice acquire b policy=checkout scope=/b ttl=2m      | ACTIVE
               alice acquire c policy=checkout scope=/c ttl=3m      | ACTIVE
        2m     admin expire                                         | swept=2 done
               admin list states=EXPIRED                            | leases=a,b
               admin expire                                         | swept=0 done
               admin list states=ACTIVE                             | leases=c
        """);
  }

  // Requirement: Expiration Reminders
  // Scenario: Send 2-hour reminder
  @Test
  void scenario_sendTwoHourReminder() {
    Script script = Script.run(CHECKED_OUT).then("70h-1ns admin expire | swept=0 done");
    assertThat(Told.to(script, "alice")).isEmpty();

    script.then("70h admin expire | swept=1 done");
    assertThat(Told.to(script, "alice")).containsExactly("REMINDER a 2h");
  }

  // Scenario: Reminder includes extension instructions
  @Test
  void scenario_reminderSaysToFinishOrToCheckInEarly() {
    Script script = Script.run(CHECKED_OUT).then("70h admin expire | swept=1");

    assertThat(Told.notices(script, "alice").getFirst().textAt(70 * Limits.HOUR))
        .isEqualTo("lease a on / in proj ends in 2 hours; finish your work, or check in early");
  }

  // Scenario: One reminder per lease
  @Test
  void scenario_oneReminderPerLease() {
    Script script = Script.run(CHECKED_OUT).then("70h admin expire | swept=1");

    script.restart().then("71h admin expire | swept=0 done").then("71h alice get a | ACTIVE");
    assertThat(Told.to(script, "alice")).containsExactly("REMINDER a 2h");
  }

  // Requirement: Expiration Reminders: no extension under this policy, only early check-in
  @Test
  void thereAreNoExtensionsOnlyEarlyCheckIn() {
    Script script =
        Script.run(CHECKED_OUT)
            .then(
                """
                71h alice request-extension a ttl=24h         | NOT_RENEWABLE
                    admin requests                            | requests=none
                    admin policy checkout extensions=true     | INVALID_INPUT name
                """);
    assertThat(((Reply.Refused) script.played().get(1).reply()).refusal().detail())
        .isEqualTo(
            "leases under the policy checkout cannot be extended; finish your work and check in"
                + " early");
    script.then("71h alice complete a commit=c0ffee | COMPLETED");
  }

  // Requirement: Admin Eviction
  // Scenario: Evict active lease
  @Test
  void scenario_evictActiveLease() {
    Script.run(CHECKED_OUT)
        .then(
            """
            1h alice      revoke a reason=mine                 | FORBIDDEN
               admin=root revoke a reason=<none>               | INVALID_INPUT reason
               admin=root revoke a reason=Emergency-maintenance \
                   | EVICTED by=root reason=Emergency-maintenance ended=1h
            """);
  }

  // Scenario: Notify evicted user
  @Test
  void scenario_notifyEvictedUser() {
    Script script = Script.run(CHECKED_OUT).then("admin revoke a reason=flood | EVICTED");

    assertThat(Told.to(script, "alice")).containsExactly("EVICTED a flood");
    assertThat(Told.notices(script, "alice").getFirst().textAt(70 * Limits.HOUR))
        .contains("evicted: flood");
  }

  // Scenario: Prevent check-in after eviction
  @Test
  void scenario_preventCheckInAfterEviction() {
    Script.run(CHECKED_OUT)
        .then(
            """
            admin revoke a reason=flood                        | EVICTED
            alice complete a commit=c0ffee                     | LEASE_EVICTED
            alice validate a                                   | LEASE_EVICTED
            """);
  }

  // Requirement: Scope Overlap Detection
  // Scenario: Detect full-scope overlap
  @Test
  void scenario_detectFullScopeOverlap() {
    Script.run(CHECKED_OUT)
        .then(
            """
            bob acquire b policy=checkout space=proj scope=/**    | ALREADY_LEASED by=a
            bob acquire b policy=checkout space=proj scope=/docs  | ALREADY_LEASED by=a
            bob acquire b policy=checkout space=other scope=/**   | ACTIVE
            """);
  }

  // Scenario: Allow non-overlapping sparse scopes
  @Test
  void scenario_allowNonOverlappingSparseScopes() {
    Script.run(
        """
        alice acquire a policy=checkout scope=/docs/*          | ACTIVE
        bob   acquire b policy=checkout scope=/src/*           | ACTIVE
        """);
  }

  // Scenario: Detect partial sparse overlap
  @Test
  void scenario_detectPartialSparseOverlap() {
    Script.run(
        """
        alice acquire a policy=checkout scope=/docs/api.md          | ACTIVE
        bob   acquire b policy=checkout scope=/src/x,/docs/api.md   | SCOPE_OVERLAP by=a
        bob   acquire b policy=checkout scope=/docs/*               | SCOPE_OVERLAP by=a
        bob   acquire b policy=checkout scope=/src/x                | ACTIVE
        """);
  }

  // Requirement: Lease Completion
  // Scenario: Complete lease on check-in
  @Test
  void scenario_completeLeaseOnCheckIn() {
    Script.run(CHECKED_OUT)
        .then("5h alice complete a commit=c0ffee | COMPLETED ended=5h by=alice reason=c0ffee");
  }

  // Scenario: Release scope exclusivity
  @Test
  void scenario_releaseScopeExclusivity() {
    Script.run(CHECKED_OUT)
        .then(
            """
            alice complete a commit=c0ffee                     | COMPLETED
            bob   check space=proj path=/docs                  | free
            bob   acquire b policy=checkout space=proj scope=/** | ACTIVE
            """);
  }

  // Scenario: Audit lease lifecycle
  @Test
  void scenario_auditLeaseLifecycle() {
    Script script =
        Script.run(CHECKED_OUT)
            .then("70h admin expire | swept=1")
            .then("71h alice complete a commit=c0ffee | COMPLETED until=3d ended=71h");
    Lease lease = script.lease();

    assertThat(lease.issuedWallNanos()).isEqualTo(Script.WALL_NANOS);
    assertThat(lease.expiresWallNanos()).isEqualTo(Script.WALL_NANOS + 72 * Limits.HOUR);
    assertThat(lease.ending())
        .extracting(Ending::wallNanos)
        .isEqualTo(Script.WALL_NANOS + 71 * Limits.HOUR);
    assertThat(script.journal())
        .hasExactlyElementsOfTypes(
            LeaseEvent.Granted.class, LeaseEvent.Reminded.class, LeaseEvent.Ended.class);
  }
}
