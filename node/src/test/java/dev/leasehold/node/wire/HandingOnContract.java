package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AdvanceLeaseRequest;
import dev.leasehold.api.v1.Authority;
import dev.leasehold.api.v1.ConvertLeaseRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.HeartbeatLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Party;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.ReleaseAllRequest;
import dev.leasehold.api.v1.ReleaseAllResponse;
import dev.leasehold.api.v1.TransferLeaseRequest;
import dev.leasehold.api.v1.ValidateLeaseRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keeping, proving, changing and handing on a lease. */
abstract class HandingOnContract extends WireContract {

  HandingOnContract(Surface surface) {
    super(surface);
  }

  private static HeartbeatLeaseRequest.Builder heartbeat(String id) {
    return HeartbeatLeaseRequest.newBuilder().setLeaseId(id);
  }

  private static ValidateLeaseRequest.Builder validate(String id) {
    return ValidateLeaseRequest.newBuilder().setLeaseId(id);
  }

  private static AdvanceLeaseRequest.Builder advance(String id, long expectedEpoch) {
    return AdvanceLeaseRequest.newBuilder().setLeaseId(id).setExpectedEpoch(expectedEpoch);
  }

  private static TransferLeaseRequest.Builder transfer(String id, String toHolder) {
    return TransferLeaseRequest.newBuilder().setLeaseId(id).setToHolder(toHolder);
  }

  private static ConvertLeaseRequest.Builder convert(String id, Lease.Mode mode) {
    return ConvertLeaseRequest.newBuilder().setLeaseId(id).setMode(mode);
  }

  private static DeriveLeaseRequest.Builder derive(String id, String holder) {
    return DeriveLeaseRequest.newBuilder().setLeaseId(id).setHolder(holder);
  }

  private static Authority tools(String... names) {
    return Authority.newBuilder().addAllTools(List.of(names)).build();
  }

  @Test
  void aHeartbeatMovesItsOwnDeadlineOnly() {
    String id =
        alice.leaseId(acquire("beat", "/a").setTtl(seconds(3_600)).setHeartbeat(seconds(60)));
    node.advance(Duration.ofSeconds(50));
    Lease before = alice.lease(get(id));
    assertThat(before.getHeartbeat()).isEqualTo(seconds(60));
    assertThat(before.getHeartbeatRemaining()).isEqualTo(seconds(10));

    Lease lease = alice.lease(heartbeat(id));

    assertThat(lease.getHeartbeatRemaining()).isEqualTo(seconds(60));
    assertThat(lease.getRemaining()).isEqualTo(seconds(3_550));
    node.advance(Duration.ofSeconds(60));
    Lease silent = alice.lease(get(id));
    assertThat(silent.getState()).isEqualTo(Lease.State.EXPIRED);
    assertThat(silent.getCause()).isEqualTo(Lease.Cause.HEARTBEAT);
  }

  @Test
  void aValidationSaysWhetherAnActIsAllowed() {
    Authority authority =
        tools("bash").toBuilder().addWorkIds("w1").addNamespaces("team/a").build();
    String id = alice.leaseId(acquire("val").addScope("/src/**").setAuthority(authority));

    Lease fine =
        alice.lease(
            validate(id)
                .setEpoch(0)
                .setCheck(ValidateLeaseRequest.Check.STRICT)
                .setPath("/src/x")
                .setTool("bash")
                .setNamespace("team/a/b")
                .setWorkId("w1"));

    assertThat(fine.getLeaseId()).isEqualTo(id);
    assertThat(fine.getAuthority()).isEqualTo(authority);
    assertViolation("path", validate(id).setPath("/etc/x"));
    assertViolation("tool", validate(id).setTool("curl"));
    assertViolation("namespace", validate(id).setNamespace("team/ab"));
    assertViolation("workId", validate(id).setWorkId("w2"));
  }

  private void assertViolation(String field, ValidateLeaseRequest.Builder request) {
    Problem refused = alice.refused(409, "LEASE_VIOLATION", request);
    assertThat(refused.getField()).isEqualTo(field);
    assertThat(refused.getLeaseId()).isEqualTo(request.getLeaseId());
  }

  @Test
  void epochsAreComparedStrictlyOrLeniently() {
    String id = alice.leaseId(acquire("epochs", "/a").setPolicy("workflow"));
    assertThat(alice.lease(advance(id, 0)).getEpoch()).isEqualTo(1);
    assertEpochs(0, 1, alice.refused(409, "STALE_EPOCH", validate(id).setEpoch(0)));
    assertEpochs(2, 1, alice.refused(409, "FUTURE_EPOCH", validate(id).setEpoch(2)));
    alice.lease(validate(id).setEpoch(1));
    ValidateLeaseRequest.Builder lenient =
        validate(id).setCheck(ValidateLeaseRequest.Check.LENIENT).setLastProcessedEpoch(7);
    alice.lease(lenient.setEpoch(7));
    assertEpochs(6, 7, alice.refused(409, "STALE_EPOCH", lenient.setEpoch(6)));
    alice.refused(409, "STALE_EPOCH", advance(id, 0));
  }

  private static void assertEpochs(long given, long current, Problem problem) {
    assertThat(problem.hasGivenEpoch() && problem.hasCurrentEpoch()).isTrue();
    assertThat(List.of(problem.getGivenEpoch(), problem.getCurrentEpoch()))
        .containsExactly(given, current);
  }

  @Test
  void aTransferAnswersWithTheNewHoldersLease() {
    String old = alice.leaseId(acquire("transfer", "/a").setPolicy("checkout").putLabels("k", "v"));

    Lease lease = alice.lease(transfer(old, "bob").setNote("your turn"));

    assertThat(lease.getHolder()).isEqualTo("bob");
    assertThat(lease.getLeaseId())
        .isNotEqualTo(old)
        .as("in the form of the policy")
        .matches("[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(lease.getEpoch()).isEqualTo(1);
    assertThat(lease.getLabelsMap()).containsEntry("k", "v");
    Lease ended = alice.lease(get(old));
    assertThat(ended.getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(ended.getReason()).isEqualTo("TRANSFERRED");
    for (Message.Builder late : List.of(transfer(old, "bob"), convert(old, Lease.Mode.SHARED))) {
      Problem refused = alice.refused(409, "LEASE_ALREADY_TERMINAL", late);
      assertThat(refused.getState()).isEqualTo(Lease.State.RELEASED);
    }
  }

  @Test
  void aRetriedTransferYieldsTheSameLease() {
    String old = alice.leaseId(acquire("again", "/a"));
    TransferLeaseRequest.Builder request = transfer(old, "bob").setRequestId("again");

    assertThat(alice.leaseId(request)).isEqualTo(alice.leaseId(request));
  }

  @Test
  void whatWasDerivedGoesAlongAndIsNotCounted() {
    String id = alice.leaseId(acquire("along", "/a"));
    assertThat(alice.lease(derive(id, "bob")).getParentId()).isEqualTo(id);
    assertThat(alice.lease(transfer(id, "dave")).getHolder()).isEqualTo("dave");

    ReleaseAllRequest.Builder all =
        ReleaseAllRequest.newBuilder().setHolder("dave").setReason("gone");
    assertThat(admin.ask(ReleaseAllResponse.class, all).getReleased()).isEqualTo(1);
  }

  @Test
  void aConversionAnswersWithTheModeOrWaits() {
    String mine = alice.leaseId(acquire("convert", "/a").setMode(Lease.Mode.SHARED));
    final String other = bob.leaseId(acquire("convert", "/a").setMode(Lease.Mode.SHARED));
    Problem refused = alice.refused(409, "SCOPE_OVERLAP", convert(mine, Lease.Mode.EXCLUSIVE));
    assertThat(refused.getConflicts(0).getLeaseId()).isEqualTo(other);

    final Wire.Sent open = alice.send(convert(mine, Lease.Mode.EXCLUSIVE).setWait(seconds(30)));
    await().until(() -> alice.lease(get(mine)).hasWaiting());
    Lease waiting = alice.lease(get(mine));
    assertThat(waiting.getMode()).isEqualTo(Lease.Mode.SHARED);
    assertThat(waiting.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(waiting.getWaiting().getConversion()).isTrue();
    assertThat(waiting.getWaiting().getRemaining()).isEqualTo(seconds(30));

    Problem deadlock =
        bob.refused(409, "DEADLOCK", convert(other, Lease.Mode.EXCLUSIVE).setWait(seconds(30)));
    assertThat(deadlock.getCycleList())
        .extracting(Party::getHolder)
        .containsExactly("bob", "alice");

    bob.lease(release(other));
    Lease converted = WireClient.lease(open);
    assertThat(converted.getMode()).isEqualTo(Lease.Mode.EXCLUSIVE);
    assertThat(converted.hasWaiting()).isFalse();
    for (Lease.Mode atOnce : List.of(Lease.Mode.SHARED, Lease.Mode.EXCLUSIVE)) {
      assertThat(alice.lease(convert(mine, atOnce)).getMode()).isEqualTo(atOnce);
    }
  }

  @Test
  void aDerivedLeaseIsNarrowerAndEndsWithItsParent() {
    String parent =
        alice.leaseId(
            acquire("derive")
                .addScope("/src/**")
                .setTtl(seconds(600))
                .setAuthority(tools("bash", "git")));

    Lease child =
        alice.lease(
            derive(parent, "bob")
                .addPaths("/src/a")
                .setMode(Lease.Mode.SHARED)
                .setTtl(seconds(3_600))
                .setAuthority(tools("git")));

    assertThat(child.getHolder()).isEqualTo("bob");
    assertThat(child.getParentId()).isEqualTo(parent);
    assertThat(child.getMode()).isEqualTo(Lease.Mode.SHARED);
    assertThat(child.getAuthority()).isEqualTo(tools("git"));
    assertThat(child.getRemaining()).as("the parent's").isEqualTo(seconds(600));
    assertThat(child.getFencePathList()).hasSize(2).endsWith(child.getFencingToken());
    assertThat(alice.refusedField(derive(parent, "bob").addPaths("/etc"))).isEqualTo("scope");
    assertThat(alice.refusedField(derive(parent, "b").setAuthority(tools("curl"))))
        .isEqualTo("authority");
    alice.refused(
        409, "INSUFFICIENT_BUDGET", derive(parent, "bob").addPaths("/src/b").putBudget("t", 1));

    alice.lease(release(parent));
    assertThat(bob.lease(get(child.getLeaseId())).getReason()).isEqualTo("PARENT_ENDED");
  }

  @Test
  void aRevocationWithNoticeIsAnEndToCome() {
    String id = alice.leaseId(acquire("notice", "/a"));

    Lease lease = admin.lease(revoke(id, "needed elsewhere").setNotice(seconds(300)));

    assertThat(lease.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(lease.getPlannedEnd().getRemaining()).isEqualTo(seconds(300));
    assertThat(lease.getPlannedEnd().getState()).isEqualTo(Lease.State.REVOKED);
    assertThat(lease.getPlannedEnd().getReason()).isEqualTo("needed elsewhere");
    assertThat(lease.getPlannedEnd().getBy()).isEqualTo("admin");
    node.advance(Duration.ofMinutes(5));
    assertThat(alice.refused(409, "LEASE_REVOKED", renew(id)).getState())
        .isEqualTo(Lease.State.REVOKED);
  }

  @Test
  void aReleaseMayBeDelayed() {
    String id = alice.leaseId(acquire("after", "/a"));

    Lease lease = alice.lease(release(id).setReason("Completed").setAfter(seconds(10)));

    assertThat(lease.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(lease.getPlannedEnd().getRemaining()).isEqualTo(seconds(10));
    alice.refused(409, "LEASE_ALREADY_TERMINAL", renew(id));
    node.advance(Duration.ofSeconds(10));
    Lease ended = alice.lease(get(id));
    assertThat(ended.getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(ended.getReason()).isEqualTo("COMPLETED");
  }

  @Test
  void anAdminTakesAwayAllThatAHolderHas() {
    WireClient carol = agent("carol");
    final String held = carol.leaseId(acquire("all", "/a"));
    final String checkout = carol.leaseId(acquire("all", "/b").setPolicy("checkout"));
    alice.lease(acquire("all", "/c"));
    Wire.Sent open = carol.send(acquire("all", "/c").setWait(seconds(60)));
    String waits = queued("all").getLeaseId();
    ReleaseAllRequest.Builder all = ReleaseAllRequest.newBuilder().setHolder("carol");
    assertThat(admin.refusedField(all)).isEqualTo("reason");

    all.setReason("gone");
    assertThat(admin.ask(ReleaseAllResponse.class, all).getReleased()).isEqualTo(3);

    assertThat(carol.lease(get(held)).getState()).isEqualTo(Lease.State.REVOKED);
    assertThat(carol.lease(get(checkout)).getState()).isEqualTo(Lease.State.EVICTED);
    assertThat(carol.lease(get(waits)).getReason()).isEqualTo("CANCELLED");
    WireClient.refused(409, "LEASE_ALREADY_TERMINAL", open);
    assertThat(admin.ask(ReleaseAllResponse.class, all).getReleased()).isZero();
  }

  @Test
  void anothersLeaseIsNeitherKeptNorHandedOn() {
    String id = alice.leaseId(acquire("own", "/a"));
    for (Message.Builder request :
        List.of(
            heartbeat(id),
            advance(id, 0),
            transfer(id, "bob"),
            convert(id, Lease.Mode.SHARED),
            derive(id, "bob"))) {
      bob.refused(403, "NOT_HOLDER", request);
      admin.refused(403, "NOT_HOLDER", request);
    }
    ReleaseAllRequest.Builder all =
        ReleaseAllRequest.newBuilder().setHolder("alice").setReason("r");
    bob.refused(403, "FORBIDDEN", all);
    bob.refused(403, "FORBIDDEN", revoke(id, "r"));
  }

  @Test
  void whatIsNotThereCannotBeHandedOn() {
    for (Message.Builder request :
        List.of(heartbeat("none"), validate("none"), transfer("none", "bob"))) {
      assertThat(alice.refused(404, "LEASE_NOT_FOUND", request).getLeaseId()).isEqualTo("none");
    }
  }
}
