package dev.leasehold.client;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListLeasesResponse;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import org.jspecify.annotations.Nullable;

/**
 * Gives back a lease that was asked for and is not wanted any more.
 *
 * <p>A caller that gives up on an acquire does not know its lease's id, and the server may not have
 * seen the request yet. So the lease is looked for by the request's id until it is found, the
 * answer comes, or a time-out is over; then the lease's own ttl is left to end it.
 */
record Abandonment(
    StreamLink link, Timing timing, RequestSender requests, Calls calls, long timeoutNanos) {

  private static final System.Logger LOG = System.getLogger(Abandonment.class.getName());

  /** Gives up on an acquire that may be anywhere between here and its grant. */
  void of(PendingRequest acquire) {
    if (link.abandon(acquire)) {
      return;
    }
    acquire.whenAnswered(
        (reply, sentNanos) -> {
          if (reply.getLease().getState() == Lease.State.ACTIVE) {
            release(reply.getLease().getLeaseId());
          }
        },
        failure -> {});
    look(acquire, timing.nanoTime() + timeoutNanos, 1);
  }

  /** Lets go of a lease without waiting for it. */
  void release(String leaseId) {
    requests
        .release(ReleaseLeaseRequest.newBuilder().setLeaseId(leaseId).build())
        .whenAnswered(
            (reply, sentNanos) -> {},
            failure -> log("lease " + leaseId + " was not released", failure));
  }

  private void look(PendingRequest acquire, long untilNanos, int attempt) {
    boolean answered = acquire.answer.isDone() && !acquire.answer.isCompletedExceptionally();
    if (answered || timing.nanoTime() - untilNanos >= 0) {
      return;
    }
    Completion.of(
        calls.read(
            LeaseServiceGrpc.getListLeasesMethod(),
            ListLeasesRequest.newBuilder().setRequestId(acquire.requestId).build()),
        (found, failure) -> looked(acquire, untilNanos, attempt, found, failure));
  }

  private void looked(
      PendingRequest acquire,
      long untilNanos,
      int attempt,
      @Nullable ListLeasesResponse found,
      @Nullable Throwable failure) {
    if (found != null && found.getLeasesCount() > 0) {
      found.getLeasesList().forEach(lease -> release(lease.getLeaseId()));
    } else if (failure instanceof RefusedException) {
      log("the lease of request " + acquire.requestId + " was not found", failure);
    } else {
      long again = timing.nanoTime() + Backoff.nanos(attempt);
      timing.at(again, () -> look(acquire, untilNanos, attempt + 1));
    }
  }

  private static void log(String what, Throwable failure) {
    LOG.log(System.Logger.Level.DEBUG, what + "; it ends with its ttl", failure);
  }
}
