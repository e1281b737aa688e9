package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.CheckPathResponse;
import dev.leasehold.api.v1.CompleteLeaseRequest;
import dev.leasehold.api.v1.GetHistoryRequest;
import dev.leasehold.api.v1.History;
import dev.leasehold.api.v1.HistoryEvent;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The life of a lease when all goes well. */
abstract class LeaseContract extends WireContract {

  LeaseContract(Surface surface) {
    super(surface);
  }

  @Test
  void aLeaseLives() {
    WireClient ann = agent("ann");
    Lease lease = ann.lease(acquire("life", "/a").setTtl(seconds(10)).setRequestId("r"));
    String id = lease.getLeaseId();

    assertThat(lease.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(lease.getHolder()).isEqualTo("ann");
    assertThat(ann.lease(get(id))).isEqualTo(lease);
    ListLeasesRequest.Builder active =
        ListLeasesRequest.newBuilder().setSpace("life").addState(Lease.State.ACTIVE);
    assertThat(ann.ask(ListLeasesResponse.class, active).getLeasesList()).containsExactly(lease);
    assertThat(ann.lease(release(id).setReason("aborted")).getState())
        .isEqualTo(Lease.State.RELEASED);
  }

  @Test
  void aRetryGetsTheSameLease() {
    AcquireRequest.Builder request = acquire("retry", "/a").setRequestId("again");

    assertThat(admin.leaseId(request)).isEqualTo(admin.leaseId(request));
  }

  @Test
  void aRenewalMovesTheDeadline() {
    String id = admin.leaseId(acquire("renew", "/a").setTtl(seconds(10)));
    node.advance(Duration.ofSeconds(4));

    Lease renewed = admin.lease(renew(id));

    assertThat(renewed.getRemaining()).isEqualTo(seconds(10));
    assertThat(renewed.getRenewalCount()).isEqualTo(1);
    assertThat(renewed.hasLastRenewedAt()).isTrue();
    assertThat(admin.lease(renew(id).setTtl(seconds(60))).getRemaining()).isEqualTo(seconds(60));
    node.advance(Duration.ofMillis(100));
    assertThat(admin.lease(get(id)).getRemaining())
        .isEqualTo(seconds(59).toBuilder().setNanos(900_000_000).build());
  }

  @Test
  void aReleaseEndsTheLeaseWithItsReason() {
    String id = admin.leaseId(acquire("release", "/a"));

    Lease released = admin.lease(release(id).setReason("completed"));

    assertThat(released.getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(released.getReason()).isEqualTo("COMPLETED");
    assertThat(released.getEndedBy()).isEqualTo("admin");
    assertThat(released.getRemaining()).isEqualTo(seconds(0));
    assertThat(released.hasTerminatedAt()).isTrue();
  }

  @Test
  void aCheckOutIsCompletedOrEvicted() {
    String id = admin.leaseId(acquire("project", "/a").setPolicy("checkout"));
    Lease done = admin.lease(CompleteLeaseRequest.newBuilder().setLeaseId(id).setCommit("c0ffee"));
    assertThat(done.getState()).isEqualTo(Lease.State.COMPLETED);
    assertThat(done.getCommit()).isEqualTo("c0ffee");
    assertThat(done.getReason()).isEmpty();
    HistoryEvent last =
        admin
            .ask(History.class, GetHistoryRequest.newBuilder().setLeaseId(id))
            .getEventsList()
            .getLast();
    assertThat(last.getType()).isEqualTo("completed");
    assertThat(last.getCommit()).isEqualTo("c0ffee");

    String evicted = admin.leaseId(acquire("project", "/a").setPolicy("checkout"));
    assertThat(admin.lease(revoke(evicted, "why")).getState()).isEqualTo(Lease.State.EVICTED);
  }

  @Test
  void anAdminRevokesWithAReason() {
    String id = admin.leaseId(acquire("revoke", "/a"));

    Lease revoked = admin.lease(revoke(id, "needed elsewhere"));

    assertThat(revoked.getState()).isEqualTo(Lease.State.REVOKED);
    assertThat(revoked.getReason()).isEqualTo("needed elsewhere");
  }

  @Test
  void anExpiredLeaseSaysWhy() {
    String id = admin.leaseId(acquire("expire", "/a").setTtl(seconds(1)));
    node.advance(Duration.ofSeconds(1));

    Lease lease = admin.lease(get(id));

    assertThat(lease.getState()).isEqualTo(Lease.State.EXPIRED);
    assertThat(lease.getCause()).isEqualTo(Lease.Cause.TIME);
    assertThat(lease.getTerminatedAt()).isEqualTo(lease.getExpiresAt());
    assertThat(lease.getEndedBy()).isEmpty();
  }

  @Test
  void aCheckSaysWhoIsInTheWay() {
    CheckPathRequest.Builder check =
        CheckPathRequest.newBuilder().setSpace("check").addPath("/a/b");
    CheckPathResponse free = alice.ask(CheckPathResponse.class, check);
    assertThat(free.getFree()).isTrue();
    assertThat(free.getConflictsList()).isEmpty();

    String id = admin.leaseId(acquire("check").addScope("/a/*").setMode(Lease.Mode.SHARED));

    CheckPathResponse held = admin.ask(CheckPathResponse.class, check);
    assertThat(held.getFree()).isFalse();
    assertThat(held.getConflicts(0).getLeaseId()).isEqualTo(id);
    CheckPathRequest.Builder shared = check.clone().setMode(Lease.Mode.SHARED);
    assertThat(admin.ask(CheckPathResponse.class, shared).getFree()).isTrue();
  }
}
