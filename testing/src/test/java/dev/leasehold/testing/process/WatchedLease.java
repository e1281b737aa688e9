package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.RunningProcess;
import java.io.IOException;
import java.time.Duration;

/** A lease, and by the client's own clock the earliest and the latest moment it may end at. */
record WatchedLease(LeaseView lease, long earliestEndNanos, long latestEndNanos) {

  static final String SPACE = "watched";

  /** Far less than a restart takes, so that adding the time it was down would show. */
  private static final long BOUND_NANOS = 200_000_000;

  private static final Duration POLL = Duration.ofMillis(20);

  /**
   * Takes a lease; one that ran out on the way to this client, which a busy machine does, again.
   */
  static WatchedLease acquire(Api api, String path, String ttl) throws IOException {
    long sent = System.nanoTime();
    Reply reply = api.acquire(SPACE, path, ttl);
    for (int again = 0; again < 100 && reply.code().equals("LEASE_EXPIRED"); again++) {
      sent = System.nanoTime();
      reply = api.acquire(SPACE, path, ttl);
    }
    LeaseView lease = reply.lease();
    long answered = System.nanoTime();
    return new WatchedLease(
        lease, sent + lease.ttlNanos(), answered + lease.ttlNanos() + BOUND_NANOS);
  }

  /** Whether its time has passed, by the client's clock. */
  boolean isOver() {
    return System.nanoTime() >= latestEndNanos;
  }

  /** The lease as it is now, which must be what the client's clock says. */
  LeaseView look(Api api) throws IOException {
    long sent = System.nanoTime();
    LeaseView now = api.lookUp(lease);
    long answered = System.nanoTime();
    assertThat(now.fencingToken()).isEqualTo(lease.fencingToken());
    if (now.isActive()) {
      assertThat(sent).as("ends late: %s", now).isLessThan(latestEndNanos);
      assertThat(now.remainingNanos())
          .isBetween(earliestEndNanos - answered, latestEndNanos - sent);
    } else {
      assertThat(now.state()).isEqualTo("EXPIRED");
      assertThat(answered).as("ended early: %s", now).isGreaterThanOrEqualTo(earliestEndNanos);
    }
    return now;
  }

  /** Looks again and again until it has ended. */
  void awaitEnd(Api api) {
    await()
        .atMost(Duration.ofNanos(lease.ttlNanos()).plus(RunningProcess.PATIENCE))
        .pollInterval(POLL)
        .until(() -> !look(api).isActive());
  }
}
