package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Message;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.ConvertLeaseRequest;
import dev.leasehold.api.v1.DeriveLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.TransferLeaseRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A reply tells state and remaining time as of when it leaves, however long its write took. */
abstract class FreshReplyContract extends WireContract {

  private volatile CountDownLatch disk = new CountDownLatch(0);

  FreshReplyContract(Surface surface) {
    super(surface);
  }

  @BeforeAll
  void slowDisk() {
    node.onDurable(block -> awaitDisk());
  }

  private void awaitDisk() {
    try {
      disk.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void letDiskGo() {
    disk.countDown();
  }

  /** Asks, and lets time pass between the decision and the reply. */
  private Wire.Sent slowly(Message.Builder request, Duration passing) {
    disk = new CountDownLatch(1);
    long before = node.lastPosition();
    Wire.Sent sent = alice.send(request);
    await().until(() -> node.lastPosition() > before);
    node.advance(passing);
    disk.countDown();
    return sent;
  }

  private static AcquireRequest.Builder shortly(String space) {
    return acquire(space, "/a").setTtl(seconds(2));
  }

  @Test
  void whatIsLeftIsToldAsOfThen() {
    Lease lease = WireClient.lease(slowly(shortly("left"), Duration.ofMillis(500)));

    assertThat(lease.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(lease.getRemaining())
        .isEqualTo(seconds(1).toBuilder().setNanos(500_000_000).build());
  }

  @Test
  void anAcquireWhoseLeaseRanOutOnTheWayHasExpiredAndSoHasItsRetry() {
    AcquireRequest.Builder request = shortly("way").setRequestId("r");

    Problem late = WireClient.refused(409, "LEASE_EXPIRED", slowly(request, Duration.ofSeconds(2)));

    assertThat(late.getLeaseId()).isNotEmpty();
    assertThat(alice.refused(409, "LEASE_EXPIRED", request).getLeaseId())
        .isEqualTo(late.getLeaseId());
  }

  @Test
  void soHasARenewal() {
    assertRunsOut(renew(alice.leaseId(shortly("renewed"))).setTtl(seconds(3)));
  }

  @Test
  void soHasATransfer() {
    String id = alice.leaseId(shortly("transferred"));
    assertRunsOut(TransferLeaseRequest.newBuilder().setLeaseId(id).setToHolder("bob"));
  }

  @Test
  void soHasAConversion() {
    String id = alice.leaseId(shortly("converted"));
    assertRunsOut(ConvertLeaseRequest.newBuilder().setLeaseId(id).setMode(Lease.Mode.SHARED));
  }

  @Test
  void soHasADerivedLease() {
    String id = alice.leaseId(shortly("derived"));
    assertRunsOut(
        DeriveLeaseRequest.newBuilder().setLeaseId(id).setHolder("bob").setTtl(seconds(1)));
  }

  private void assertRunsOut(Message.Builder request) {
    WireClient.refused(409, "LEASE_EXPIRED", slowly(request, Duration.ofSeconds(3)));
  }

  @Test
  void aPartThatEndedWithItsWholeOnTheWayIsNone() {
    String id = alice.leaseId(shortly("part"));
    DeriveLeaseRequest.Builder derive =
        DeriveLeaseRequest.newBuilder().setLeaseId(id).setHolder("bob");

    WireClient.refused(409, "LEASE_REVOKED", slowly(derive, Duration.ofSeconds(3)));
  }

  @Test
  void aRetryOfAnAcquireWhoseLeaseWasReleasedIsToldSo() {
    AcquireRequest.Builder request = shortly("released").setRequestId("released");
    alice.lease(release(alice.leaseId(request)));

    assertThat(alice.lease(request).getState()).isEqualTo(Lease.State.RELEASED);
  }

  @Test
  void aNoticeWordsDurationsWhenItIsDelivered() {
    WireClient ann = agent("ann");
    String id = ann.leaseId(acquire("worded", "/a").setTtl(seconds(60)));
    admin.lease(revoke(id, "r").setNotice(seconds(30)));
    node.advance(Duration.ofSeconds(10));

    assertThat(ann.lease(get(id)).getNotices(0).getText()).contains("in 20 seconds");
  }
}
