package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Acquires that wait, in a time that the test moves. */
abstract class WaitingContract extends WireContract {

  private static final Duration JUST_UNDER_TEN = Duration.ofNanos(9_999_999_999L);
  private static final Duration NANO = Duration.ofNanos(1);

  WaitingContract(Surface surface) {
    super(surface);
  }

  @AfterEach
  void awaitAllAnswered() {
    await().until(() -> node.openRequests() == 0);
  }

  private static AcquireRequest.Builder waiting(String space, long waitSeconds) {
    return acquire(space, "/a").setWait(seconds(waitSeconds)).setRequestId(space);
  }

  /** Returns when the server has seen it. */
  private void hangUp(Wire.Sent open) {
    int before = node.openRequests();
    open.hangUp().run();
    await().until(() -> node.openRequests() < before);
  }

  private void awaitEnd(String id, String reason) {
    await().until(() -> admin.lease(get(id)).getState() == Lease.State.FAILED);
    assertThat(admin.lease(get(id)).getReason()).isEqualTo(reason);
  }

  @Test
  void aRequestStaysOpenUntilItsTurnComesAndTheGrantStays() {
    Lease held = alice.lease(acquire("turn", "/a"));
    Wire.Sent open = bob.send(waiting("turn", 3_600));
    final String id = queued("turn").getLeaseId();
    node.advance(Duration.ofMinutes(50));
    assertThat(open.answer()).isNotDone();

    alice.lease(release(held.getLeaseId()));

    Lease granted = WireClient.lease(open);
    assertThat(granted.getLeaseId()).isEqualTo(id);
    assertThat(granted.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(granted.getRemaining()).isEqualTo(seconds(3_600));
    assertThat(granted.getFencingToken()).isGreaterThan(held.getFencingToken());
    await().until(() -> node.openRequests() == 0);
    node.advance(Duration.ofMinutes(1));
    assertThat(admin.lease(get(id)).getState()).isEqualTo(Lease.State.ACTIVE);
  }

  @Test
  void aWaitThatIsOverIsAnAcquisitionTimeOutThatSaysForWhom() {
    String held = alice.leaseId(acquire("over", "/a"));
    Wire.Sent open = bob.send(waiting("over", 30));
    String id = queued("over").getLeaseId();

    node.advance(Duration.ofSeconds(30));

    Problem refused = WireClient.refused(408, "ACQUISITION_TIMEOUT", open);
    assertThat(refused.getLeaseId()).isEqualTo(id);
    assertThat(refused.getWaited()).isEqualTo(seconds(30));
    assertThat(refused.getConflicts(0).getLeaseId()).isEqualTo(held);
    assertThat(refused.getConflicts(0).getHolder()).isEqualTo("alice");
    assertThat(admin.lease(get(id)).getState()).isEqualTo(Lease.State.FAILED);
    bob.refused(408, "ACQUISITION_TIMEOUT", waiting("over", 30));
  }

  @Test
  void aWaitIsAPendingLeaseThatItsOwnerCancels() {
    alice.lease(acquire("cancel", "/a"));
    Wire.Sent open = bob.send(waiting("cancel", 20).setPriority(7));
    Lease pending = queued("cancel");
    String id = pending.getLeaseId();
    assertThat(pending.getState()).isEqualTo(Lease.State.PENDING);
    assertThat(pending.getFencingToken()).isZero();
    assertThat(pending.hasExpiresAt()).isFalse();
    assertThat(pending.getWaiting().getRemaining()).isEqualTo(seconds(20));
    assertThat(pending.getWaiting().getPriority()).isEqualTo(7);
    assertThat(pending.getWaiting().getConversion()).isFalse();
    bob.refused(409, "LEASE_VIOLATION", renew(id));

    Lease cancelled = bob.lease(release(id));

    assertThat(cancelled.getState()).isEqualTo(Lease.State.FAILED);
    assertThat(cancelled.getReason()).isEqualTo("CANCELLED");
    Problem refused = WireClient.refused(409, "LEASE_ALREADY_TERMINAL", open);
    assertThat(refused.getDetail()).contains("CANCELLED");
  }

  @Test
  void tenSecondsAfterItsLastRequestHasGoneAWaitIsGivenUp() {
    alice.lease(acquire("gone", "/a"));
    Wire.Sent open = bob.send(waiting("gone", 3_600));
    String id = queued("gone").getLeaseId();
    hangUp(open);

    node.advance(JUST_UNDER_TEN);
    assertThat(admin.lease(get(id)).getState()).isEqualTo(Lease.State.PENDING);

    node.advance(NANO);
    awaitEnd(id, "DISCONNECTED");
    Problem late = bob.refused(409, "LEASE_ALREADY_TERMINAL", waiting("gone", 3_600));
    assertThat(late.getDetail()).contains("DISCONNECTED");
  }

  @Test
  void whoComesBackWithTheRequestIdKeepsItsPlace() {
    final String held = alice.leaseId(acquire("back", "/a"));
    Wire.Sent first = bob.send(waiting("back", 3_600));
    final String id = queued("back").getLeaseId();
    WireClient carol = agent("carol");
    Wire.Sent behind = carol.send(waiting("back", 3_600));
    await().until(() -> node.openRequests() == 2);
    hangUp(first);
    node.advance(Duration.ofSeconds(9));

    Wire.Sent back = bob.send(waiting("back", 3_600));
    await().until(() -> node.openRequests() == 2);
    node.advance(Duration.ofSeconds(30));
    alice.lease(release(held));

    assertThat(WireClient.lease(back).getLeaseId()).isEqualTo(id);
    assertThat(behind.answer()).isNotDone();
    bob.lease(release(id));
    WireClient.lease(behind);
  }

  @Test
  void aGrantThatReachesNobodyIsGivenUpAfterTenSeconds() {
    String held = alice.leaseId(acquire("unclaimed", "/a"));
    Wire.Sent open = bob.send(waiting("unclaimed", 3_600));
    String id = queued("unclaimed").getLeaseId();
    hangUp(open);
    node.advance(Duration.ofSeconds(5));
    alice.lease(release(held));
    assertThat(admin.lease(get(id)).getState()).isEqualTo(Lease.State.ACTIVE);

    node.advance(JUST_UNDER_TEN);
    assertThat(admin.lease(get(id)).getState()).isEqualTo(Lease.State.ACTIVE);

    node.advance(NANO);
    awaitEnd(id, "UNCLAIMED");
  }
}
