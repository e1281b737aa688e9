package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.ReleaseReason;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How leases end, and that they stay ended (rules 8 to 10). */
class EndingTest {

  /** One lease in each terminal state that this kernel can reach. */
  private static final String ENDED =
      """
         admin   create-pool p amounts=usd:9                                    | pool=p
         alice   acquire released policy=file scope=/1                          | ACTIVE
         alice   acquire completed policy=checkout scope=/2                     | ACTIVE
         alice$p acquire closed policy=budget pool=p budget=usd:1 scope=/3      | ACTIVE
         alice   acquire revoked policy=work scope=/4                           | ACTIVE
         alice   acquire evicted policy=checkout scope=/5                       | ACTIVE
         alice   acquire expired policy=file scope=/6 ttl=1s                    | ACTIVE
         alice   release released                                               | RELEASED
         alice   complete completed                                             | COMPLETED
         alice   close closed                                                   | CLOSED
         alice$p acquire over policy=budget pool=p budget=usd:1 scope=/7 ttl=1s | ACTIVE
         admin   revoke revoked                                                 | REVOKED
         admin   revoke evicted                                                 | EVICTED
      2m alice   get expired                                                    | EXPIRED
         alice   get over                                                 | CLOSED reason=GRACE_OVER
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          expired | it is EXPIRED since 2027-01-15T08:00:01Z, acquired 2027-01-15T08:00:00Z for 1 second
          revoked | it is REVOKED since 2027-01-15T08:00:00Z, by admin: why
          evicted | it is EVICTED since 2027-01-15T08:00:00Z, by admin: why
          closed  | it is CLOSED
          """)
  void theHolderIsToldWhenAndByWhomAndWhyALeaseEnded(String id, String how) {
    Script script = Script.run(ENDED).then("alice renew %s | %s".formatted(id, codeOf(id)));

    assertThat(script.refusal().detail())
        .isEqualTo("lease %s has ended: %s; acquire a new one".formatted(id, how));
  }

  private static String codeOf(String id) {
    return id.equals("closed") ? "LEASE_ALREADY_TERMINAL" : "LEASE_" + id.toUpperCase(Locale.ROOT);
  }

  @ParameterizedTest
  @CsvSource({
    "released,  LEASE_ALREADY_TERMINAL state=RELEASED",
    "completed, LEASE_ALREADY_TERMINAL state=COMPLETED",
    "closed,    LEASE_ALREADY_TERMINAL state=CLOSED",
    "over,      LEASE_ALREADY_TERMINAL state=CLOSED",
    "revoked,   LEASE_REVOKED state=REVOKED",
    "evicted,   LEASE_EVICTED state=EVICTED",
    "expired,   LEASE_EXPIRED state=EXPIRED"
  })
  void aTerminalLeaseStaysAsItIsAndTheErrorNamesItsState(String id, String refusal) {
    Script script = Script.run(ENDED).then("alice get %s | %s".formatted(id, stateOf(refusal)));
    Lease before = script.lease();

    script.then(
        """
        alice renew ID    | REFUSAL
        alice release ID  | REFUSAL
        alice complete ID | REFUSAL
        alice close ID    | REFUSAL
        admin revoke ID   | REFUSAL
        bob   release ID  | REFUSAL
        alice get ID      | STATE
        """
            .replace("ID", id)
            .replace("REFUSAL", refusal)
            .replace("STATE", stateOf(refusal)));

    assertThat(script.lease()).isEqualTo(before);
  }

  private static String stateOf(String refusal) {
    return refusal.substring(refusal.indexOf("state=") + "state=".length());
  }

  @Test
  void everyEndingMakesRoomForTheNextHolder() {
    Script.run(ENDED)
        .then(
            """
            bob acquire n1 scope=/1 | ACTIVE
            bob acquire n2 scope=/2 | ACTIVE
            bob acquire n3 scope=/3 | ACTIVE
            bob acquire n4 scope=/4 | ACTIVE
            bob acquire n5 scope=/5 | ACTIVE
            bob acquire n6 scope=/6 | ACTIVE
            bob acquire n7 scope=/7 | ACTIVE
            """);
  }

  @Test
  void aReleaseReasonIsRecordedInUpperCaseAndChangesNothing() {
    Script.run(
        """
           alice acquire a scope=/1         | ACTIVE
           alice acquire b scope=/2         | ACTIVE
           alice acquire c scope=/3         | ACTIVE
           alice acquire d scope=/4         | ACTIVE
        7s alice release a                  | RELEASED reason=VOLUNTARY by=alice ended=7s cause=none
           alice release b reason=completed | RELEASED reason=COMPLETED
           alice release c reason=Aborted   | RELEASED reason=ABORTED
           alice release d reason=VOLUNTARY | RELEASED reason=VOLUNTARY
        """);
  }

  @Test
  void aRevocationRecordsTheAdminTheReasonAndTheTime() {
    Script.run(
        """
           alice      acquire a             | ACTIVE
        9s admin=root revoke a reason=stuck | REVOKED by=root reason=stuck ended=9s cause=none
        """);
  }

  @Test
  void anEndingTakesEffectAtOnceThoughTheDeadlineIsFar() {
    Script.run(
        """
        alice acquire a ttl=1h | ACTIVE
        alice release a        | RELEASED left=0s until=1h
        bob   acquire b        | ACTIVE
        """);
  }

  @ParameterizedTest
  @EnumSource(LeaseState.class)
  void everyStateButPendingAndActiveIsTerminal(LeaseState state) {
    assertThat(state.isTerminal())
        .isEqualTo(state != LeaseState.PENDING && state != LeaseState.ACTIVE);
  }

  @Test
  void statesAndReasonsAndRolesAreReadInAnyCase() {
    assertThat(LeaseState.parse("aCtive")).contains(LeaseState.ACTIVE);
    assertThat(ReleaseReason.parse("aborted")).contains(ReleaseReason.ABORTED);
    assertThat(Role.parse("Auditor")).contains(Role.AUDITOR);
    assertThat(LeaseState.parse("act\u0131ve")).as("a dotless i").isEmpty();
    assertThat(LeaseState.parse("clo\u017fed")).as("a long s").isEmpty();
    assertThat(LeaseState.parse("dead")).isEqualTo(Optional.empty());
    assertThat(ReleaseReason.parse("")).isEqualTo(Optional.empty());
    assertThat(Role.parse("root ")).isEqualTo(Optional.empty());
  }
}
