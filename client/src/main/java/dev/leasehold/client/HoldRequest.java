package dev.leasehold.client;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.StreamReply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a lease that is to be kept. If it is waited for, and ran out before its grant was known
 * here, it is asked for again with what is left of the wait.
 */
final class HoldRequest {

  private static final System.Logger LOG = System.getLogger(HoldRequest.class.getName());

  /** A grant that took longer than this part of what it lasts is measured again. */
  private static final long SLOW_PART = 10;

  /** Below this a wait would be over before the request has arrived. */
  private static final long SHORTEST_WAIT_NANOS = 1_000_000;

  private final HeldLeases home;
  private final AcquireRequest request;
  private final double renewalFraction;
  private final long beginNanos;
  private final CompletableFuture<HeldLease> result = new CompletableFuture<>();
  private volatile PendingRequest acquire;

  private HoldRequest(HeldLeases home, AcquireRequest request, double renewalFraction) {
    this.home = home;
    this.request = request;
    this.renewalFraction = renewalFraction;
    this.beginNanos = home.timing().nanoTime();
    this.acquire = home.requests().acquire(request);
  }

  static CompletableFuture<HeldLease> send(
      HeldLeases home, AcquireRequest request, double renewalFraction) {
    HoldRequest sent = new HoldRequest(home, request, renewalFraction);
    sent.follow();
    Completion.of(
        sent.result,
        (lease, failure) -> {
          if (sent.result.isCancelled() || failure instanceof OutcomeUnknownException) {
            sent.abandon();
          }
        });
    return sent.result;
  }

  private void abandon() {
    home.requests().abandonment().of(acquire);
  }

  private void follow() {
    PendingRequest asked = acquire;
    CompletableFuture<HeldLease> attempt = new CompletableFuture<>();
    Completion.of(attempt, this::concluded);
    asked.whenAnswered(
        (reply, sentNanos) -> {
          if (isSlow(reply, sentNanos)) {
            measure(asked, reply.getLease().getLeaseId(), attempt);
          } else {
            home.begin(reply, sentNanos, renewalFraction, attempt);
          }
        },
        attempt::completeExceptionally);
  }

  private void concluded(@Nullable HeldLease lease, @Nullable Throwable failure) {
    if (lease != null) {
      if (!result.complete(lease)) {
        lease.close();
      }
    } else if (failure instanceof LeaseholdException ended && mayAskAgain(ended)) {
      LOG.log(
          System.Logger.Level.INFO,
          "a lease that was waited for ran out before its grant was known; it is asked for again");
      askAgain();
    } else if (failure != null) {
      result.completeExceptionally(failure);
    }
  }

  /** A request with an id of its caller's, of request or lease, has one outcome. */
  private boolean mayAskAgain(LeaseholdException failure) {
    return failure.isRunOut()
        && request.getRequestId().isEmpty()
        && request.getLeaseId().isEmpty()
        && !result.isDone()
        && leftNanos() >= SHORTEST_WAIT_NANOS;
  }

  private long leftNanos() {
    return request.hasWait()
        ? Durations.nanos(request.getWait()) - (home.timing().nanoTime() - beginNanos)
        : 0;
  }

  private void askAgain() {
    Duration left = Duration.ofNanos(leftNanos());
    acquire = home.requests().acquire(request.toBuilder().setWait(Durations.toWire(left)).build());
    follow();
    if (result.isCancelled()) {
      // The caller may have cancelled while only the previous request could be given up.
      abandon();
    }
  }

  /**
   * A grant that came at once is counted from before its request was sent. One that was waited for
   * cannot be: it lasts from the grant, and its reply may have been under way for any time. So it
   * is asked for again, and counted from before that.
   */
  private boolean isSlow(StreamReply reply, long sentNanos) {
    long tookNanos = home.timing().nanoTime() - sentNanos;
    return reply.hasLease() && tookNanos > Deadline.leftNanos(reply.getLease()) / SLOW_PART;
  }

  private void measure(PendingRequest asked, String leaseId, CompletableFuture<HeldLease> attempt) {
    home.get(leaseId)
        .whenAnswered(
            (reply, sentNanos) -> home.begin(reply, sentNanos, renewalFraction, attempt),
            failure ->
                attempt.completeExceptionally(
                    new OutcomeUnknownException(
                        "lease " + leaseId + " was granted, and then the server could not be asked",
                        asked.requestId,
                        failure)));
  }
}
