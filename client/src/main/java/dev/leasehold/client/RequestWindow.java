package dev.leasehold.client;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How many requests may be unanswered: the next one blocks its caller. */
final class RequestWindow {

  /** The most waits that a server allows on one stream. */
  private static final int MAX_WAITS = 10_000;

  private final Semaphore requests;
  private final Semaphore waits = new Semaphore(MAX_WAITS);
  private final long patienceNanos;

  RequestWindow(int maxUnanswered, Duration patience) {
    this.requests = new Semaphore(maxUnanswered);
    this.patienceNanos = Durations.nanos(patience);
  }

  /**
   * Waits for room; says why there is none if it takes too long. The client's own threads do not
   * wait: they are the ones that make room. Where there is room an interrupt does not matter, so
   * that a thread that was interrupted can still let go.
   */
  @Nullable String enter(PendingRequest request) {
    if (Threads.isOwn(Thread.currentThread())) {
      return null;
    }
    request.hasPlace = of(request).tryAcquire();
    if (request.hasPlace) {
      return null;
    }
    try {
      request.hasPlace = of(request).tryAcquire(patienceNanos, TimeUnit.NANOSECONDS);
      return request.hasPlace ? null : "too many requests are unanswered";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted while too many requests were unanswered";
    }
  }

  void leave(PendingRequest request) {
    if (request.hasPlace) {
      request.hasPlace = false;
      of(request).release();
    }
  }

  private Semaphore of(PendingRequest request) {
    return request.waits ? waits : requests;
  }
}
