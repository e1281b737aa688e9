package dev.leasehold.client;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.StreamReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The leases that the client keeps. Each hears of whatever a reply says about it. */
final class HeldLeases {

  private final Map<String, HeldLease> held = new ConcurrentHashMap<>();
  private final RequestSender requests;
  private final Timing timing;
  private final Executor listeners;
  private final long marginNanos;

  HeldLeases(RequestSender requests, Timing timing, Executor listeners, ClientOptions options) {
    this.requests = requests;
    this.timing = timing;
    this.listeners = listeners;
    this.marginNanos = Durations.nanos(options.safetyMargin);
  }

  RequestSender requests() {
    return requests;
  }

  Timing timing() {
    return timing;
  }

  Executor listeners() {
    return listeners;
  }

  long marginNanos() {
    return marginNanos;
  }

  CompletableFuture<HeldLease> hold(AcquireRequest request, double renewalFraction) {
    return HoldRequest.send(this, request, renewalFraction);
  }

  CompletableFuture<HeldLease> keep(String leaseId, double fraction) {
    CompletableFuture<HeldLease> result = new CompletableFuture<>();
    get(leaseId)
        .whenAnswered(
            (reply, sentNanos) -> begin(reply, sentNanos, fraction, result),
            result::completeExceptionally);
    return result;
  }

  PendingRequest get(String leaseId) {
    return requests.get(GetLeaseRequest.newBuilder().setLeaseId(leaseId).build());
  }

  void begin(
      StreamReply reply, long sentNanos, double fraction, CompletableFuture<HeldLease> result) {
    if (reply.hasProblem()) {
      result.completeExceptionally(new RefusedException(reply.getProblem()));
      return;
    }
    Lease lease = reply.getLease();
    HeldLease fresh = new HeldLease(this, lease, sentNanos, fraction);
    HeldLease known = held.putIfAbsent(lease.getLeaseId(), fresh);
    HeldLease kept = known == null ? fresh : known;
    kept.update(lease, sentNanos);
    if (!kept.isHeld()) {
      kept.close();
      result.completeExceptionally(new LeaseLostException(kept.loss().orElseThrow()));
    } else if (!result.complete(kept)) {
      kept.close();
    }
  }

  void forget(HeldLease lease) {
    held.remove(lease.leaseId(), lease);
  }

  /** Tells held leases what a reply says about them, before the caller gets the reply. */
  void seen(PendingRequest request, PendingRequest.Answer answer) {
    if (held.isEmpty()) {
      return;
    }
    StreamReply reply = answer.reply();
    if (reply.hasProblem()) {
      refused(reply.getProblem());
    } else {
      HeldLease own = held.get(EndRequests.leaseId(request.message));
      if (own != null) {
        own.letGo();
      }
      HeldLease known = held.get(reply.getLease().getLeaseId());
      if (known != null) {
        known.update(reply.getLease(), answer.sentNanos());
      }
    }
    Notices.in(reply).forEach(this::noticed);
  }

  private void refused(Problem problem) {
    HeldLease lease = held.get(problem.getLeaseId());
    if (lease != null) {
      Losses.from(problem).ifPresent(lease::lose);
    }
  }

  private void noticed(Notice notice) {
    HeldLease lease = held.get(notice.getLeaseId());
    if (lease != null) {
      Losses.from(notice).ifPresent(lease::lose);
      if (notice.getKind() == Notice.Kind.EXTENDED) {
        lease.extended(notice.getId());
      }
    }
  }

  /** Lets go of everything; completes when the server knows. */
  CompletableFuture<Void> close() {
    List<CompletableFuture<?>> releases = new ArrayList<>();
    for (HeldLease lease : List.copyOf(held.values())) {
      if (lease.lose(Losses.clientClosed(lease.leaseId()))) {
        releases.add(lease.releaseQuietly());
      }
    }
    return CompletableFuture.allOf(releases.toArray(CompletableFuture[]::new));
  }
}
