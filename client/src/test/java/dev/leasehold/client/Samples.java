package dev.leasehold.client;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.StreamReply;
import java.time.Duration;

/** Requests and replies as tests need them. */
final class Samples {

  static final Duration TTL = Duration.ofSeconds(30);

  private Samples() {}

  static AcquireRequest acquire() {
    return AcquireRequest.newBuilder().setSpace("demo").addPaths("/a").build();
  }

  static AcquireRequest waitingAcquire(Duration wait) {
    return acquire().toBuilder().setWait(Durations.toWire(wait)).build();
  }

  /** A lease that was granted for the usual ttl a moment ago. */
  static Lease lease() {
    return lease("lease-1").build();
  }

  static Lease.Builder lease(String id) {
    return Lease.newBuilder()
        .setLeaseId(id)
        .setState(Lease.State.ACTIVE)
        .setTtl(Durations.toWire(TTL))
        .setRemaining(Durations.toWire(TTL))
        .setMaxRenewals(-1)
        .setFencingToken(7)
        .addFencePath(7);
  }

  static Lease renewed(int count) {
    return lease("lease-1").setRenewalCount(count).build();
  }

  static Notice notice(String id, Notice.Kind kind, String leaseId) {
    return Notice.newBuilder().setId(id).setKind(kind).setLeaseId(leaseId).setText(id).build();
  }

  static StreamReply.Builder reply(Lease lease) {
    return StreamReply.newBuilder().setLease(lease);
  }
}
