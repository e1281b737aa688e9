package dev.leasehold.testing.process;

import com.google.protobuf.Duration;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Many leases that end within the same second, while somebody else goes on renewing. */
public final class Storm implements AutoCloseable {

  private static final String SPACE = "storm";
  private static final int IN_FLIGHT = 512;
  private static final int LEASES_PER_HOLDER = 40_000;
  private static final int TRIAL = 5_000;
  private static final long SECOND = 1_000_000_000L;

  /**
   * The measurements of a storm.
   *
   * @param spreadNanos between the first deadline and the last, at most
   * @param lateNanos from the last deadline to when all ends were seen to be recorded, at most
   * @param renewalNanos how long renewals took, from a second before the storm to a second after it
   * @param longestDecisionNanos the longest time that the kernel took for one command since the
   *     grants
   */
  public record Result(
      int leases,
      long spreadNanos,
      long lateNanos,
      Latencies renewalNanos,
      long longestDecisionNanos) {}

  /** Leases could not be granted at the rate that was measured just before. */
  public static final class SlowerException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    SlowerException() {
      super("the machine became slower: try again");
    }
  }

  private final Api admin;
  private final LeaseholdClient client;
  private final LeaseholdClient renewer;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicLong firstDeadline = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong lastDeadline = new AtomicLong(Long.MIN_VALUE);

  public Storm(ServerProcess server) throws IOException {
    this.admin = server.admin();
    this.client = LeaseholdClient.connect(server.url(), server.adminToken());
    this.renewer = LeaseholdClient.connect(server.url(), server.adminToken());
  }

  /** Lets so many leases end at once, after a smaller storm that lets the code be compiled. */
  public Result brew(int leases) throws InterruptedException, IOException {
    int before = Math.max(TRIAL, leases / 4);
    // Code that has never run grants so slowly that the storm planned from it would be minutes
    // away.
    acquire("warm-up", leases / 50, System.nanoTime() + 3_600 * SECOND);
    storm("before", before, 0);
    return storm(SPACE, leases, before);
  }

  private Result storm(String space, int leases, int recordedBefore)
      throws InterruptedException, IOException {
    long begun = System.nanoTime();
    acquire("trial-" + space, TRIAL, begun + 3_600 * SECOND);
    long perLease = (System.nanoTime() - begun) / TRIAL;
    long end = System.nanoTime() + 3 * perLease * leases / 2 + 5 * SECOND;
    firstDeadline.set(Long.MAX_VALUE);
    lastDeadline.set(Long.MIN_VALUE);
    acquire(space, leases, end);
    LockSupport.parkNanos(end - SECOND - System.nanoTime());
    Renewing renewing = new Renewing(space);
    awaitRecorded(recordedBefore + leases);
    long seen = System.nanoTime();
    LockSupport.parkNanos(SECOND);
    return new Result(
        leases,
        lastDeadline.get() - firstDeadline.get(),
        seen - lastDeadline.get(),
        renewing.end(),
        Math.round(figure("leasehold_decide_seconds_max") * SECOND));
  }

  private void acquire(String space, int leases, long endNanos) throws InterruptedException {
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    for (int i = 0; i < leases && failure.get() == null; i++) {
      inFlight.acquire();
      long sent = System.nanoTime();
      long ttl = endNanos - sent;
      if (ttl < SECOND) {
        throw new SlowerException();
      }
      AcquireRequest request =
          AcquireRequest.newBuilder()
              .setSpace(space)
              .addPaths("/" + i)
              .setHolder("holder-" + i / LEASES_PER_HOLDER)
              .setTtl(duration(ttl))
              .build();
      client
          .async()
          .acquire(request)
          .whenComplete(
              (lease, cause) -> {
                note(sent + ttl, System.nanoTime() + ttl, cause);
                inFlight.release();
              });
    }
    inFlight.acquire(IN_FLIGHT);
    requireNoFailure();
  }

  /** Notes a deadline, of which the client knows the earliest and the latest moment. */
  private void note(long notBefore, long notAfter, @Nullable Throwable cause) {
    if (cause != null) {
      failure.compareAndSet(null, cause);
    }
    firstDeadline.accumulateAndGet(notBefore, Math::min);
    lastDeadline.accumulateAndGet(notAfter, Math::max);
  }

  private void requireNoFailure() {
    Throwable cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("a request failed", cause);
    }
  }

  private static Duration duration(long nanos) {
    return Duration.newBuilder()
        .setSeconds(nanos / SECOND)
        .setNanos((int) (nanos % SECOND))
        .build();
  }

  /** Asks now and then, with the storm in progress, until the last end is in the journal. */
  private void awaitRecorded(int leases) throws IOException {
    while (figure("leasehold_expiries_total{cause=\"time\"}") < leases) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  private double figure(String name) throws IOException {
    return admin
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new IOException("/metrics has no " + name));
  }

  /** One client that renews its lease as fast as it is answered. */
  private final class Renewing {

    private final List<Long> nanos = new ArrayList<>();
    private final Thread thread;
    private volatile boolean ended;

    Renewing(String storm) {
      Lease lease =
          renewer.acquire(
              AcquireRequest.newBuilder()
                  .setSpace("kept")
                  .addPaths("/" + storm)
                  .setTtl(duration(60 * SECOND))
                  .setMaxRenewals(-1)
                  .build());
      thread = Thread.ofPlatform().daemon().start(() -> renew(lease.getLeaseId()));
    }

    private void renew(String id) {
      RenewLeaseRequest request = RenewLeaseRequest.newBuilder().setLeaseId(id).build();
      try {
        while (!ended) {
          long sent = System.nanoTime();
          renewer.async().renew(request).join();
          nanos.add(System.nanoTime() - sent);
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
      } catch (RuntimeException e) {
        failure.compareAndSet(null, e);
      }
    }

    Latencies end() throws InterruptedException {
      ended = true;
      thread.join();
      requireNoFailure();
      return Latencies.of(nanos);
    }
  }

  @Override
  public void close() {
    client.close();
    renewer.close();
  }
}
