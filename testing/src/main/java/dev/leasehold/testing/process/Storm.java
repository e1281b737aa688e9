package dev.leasehold.testing.process;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.protobuf.Duration;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.URI;
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
  private static final int LEASES_PER_HOLDER = 50_000;
  private static final int TRIAL = 2_000;
  private static final long SECOND = 1_000_000_000L;

  /**
   * What was measured.
   *
   * @param spreadNanos between the first deadline and the last, at most
   * @param lateNanos from the last deadline to when no lease was seen any more, at most
   * @param renewalNanos what renewals took from a second before the storm to a second after it
   */
  public record Result(int leases, long spreadNanos, long lateNanos, Latencies renewalNanos) {}

  private final ManagedChannel channel;
  private final Metadata headers = new Metadata();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicLong firstDeadline = new AtomicLong(Long.MAX_VALUE);
  private final AtomicLong lastDeadline = new AtomicLong(Long.MIN_VALUE);

  public Storm(ServerProcess server) throws IOException {
    URI address = URI.create(server.url());
    this.channel =
        NettyChannelBuilder.forAddress(address.getHost(), address.getPort()).usePlaintext().build();
    headers.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER),
        "Bearer " + server.adminToken());
  }

  private LeaseServiceGrpc.LeaseServiceBlockingStub blocking() {
    return LeaseServiceGrpc.newBlockingStub(channel)
        .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
  }

  /** Lets so many leases end at once. */
  public Result brew(int leases) throws InterruptedException {
    acquire("warm-up", TRIAL, System.nanoTime() + 3_600 * SECOND);
    long begun = System.nanoTime();
    acquire("trial", TRIAL, begun + 3_600 * SECOND);
    long perLease = (System.nanoTime() - begun) / TRIAL;
    long end = System.nanoTime() + 3 * perLease * leases / 2 + 5 * SECOND;
    firstDeadline.set(Long.MAX_VALUE);
    lastDeadline.set(Long.MIN_VALUE);
    acquire(SPACE, leases, end);
    LockSupport.parkNanos(end - SECOND - System.nanoTime());
    Renewing renewing = new Renewing();
    awaitNothingLeft();
    long seen = System.nanoTime();
    LockSupport.parkNanos(SECOND);
    return new Result(
        leases,
        lastDeadline.get() - firstDeadline.get(),
        seen - lastDeadline.get(),
        renewing.end());
  }

  private void acquire(String space, int leases, long endNanos) throws InterruptedException {
    LeaseServiceGrpc.LeaseServiceFutureStub stub =
        LeaseServiceGrpc.newFutureStub(channel)
            .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    Semaphore inFlight = new Semaphore(IN_FLIGHT);
    for (int i = 0; i < leases && failure.get() == null; i++) {
      inFlight.acquire();
      long sent = System.nanoTime();
      long ttl = endNanos - sent;
      if (ttl < SECOND) {
        throw new IllegalStateException("the machine became slower: try again");
      }
      AcquireRequest request =
          AcquireRequest.newBuilder()
              .setSpace(space)
              .addPaths("/" + i)
              .setHolder("holder-" + i / LEASES_PER_HOLDER)
              .setTtl(duration(ttl))
              .build();
      Futures.addCallback(
          stub.acquire(request), new Granted(inFlight, sent, ttl), MoreExecutors.directExecutor());
    }
    inFlight.acquire(IN_FLIGHT);
    requireNoFailure();
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

  /** Asks again and again, with the storm in progress, until the last lease has ended. */
  private void awaitNothingLeft() {
    ListLeasesRequest request =
        ListLeasesRequest.newBuilder().setSpace(SPACE).setPageSize(1).build();
    while (blocking().listLeases(request).getLeasesCount() > 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /** Between what the client knows of a deadline: not before, and not after. */
  private final class Granted implements FutureCallback<Lease> {

    private final Semaphore inFlight;
    private final long sentNanos;
    private final long ttlNanos;

    Granted(Semaphore inFlight, long sentNanos, long ttlNanos) {
      this.inFlight = inFlight;
      this.sentNanos = sentNanos;
      this.ttlNanos = ttlNanos;
    }

    @Override
    public void onSuccess(@Nullable Lease lease) {
      firstDeadline.accumulateAndGet(sentNanos + ttlNanos, Math::min);
      lastDeadline.accumulateAndGet(System.nanoTime() + ttlNanos, Math::max);
      inFlight.release();
    }

    @Override
    public void onFailure(Throwable cause) {
      failure.compareAndSet(null, cause);
      inFlight.release();
    }
  }

  /** One client that renews its lease as fast as it is answered. */
  private final class Renewing {

    private final List<Long> nanos = new ArrayList<>();
    private final Thread thread;
    private volatile boolean ended;

    Renewing() {
      String id =
          blocking()
              .acquire(
                  AcquireRequest.newBuilder()
                      .setSpace("kept")
                      .addPaths("/kept")
                      .setTtl(duration(60 * SECOND))
                      .setMaxRenewals(-1)
                      .build())
              .getLeaseId();
      thread = Thread.ofPlatform().daemon().start(() -> renew(id));
    }

    private void renew(String id) {
      LeaseServiceGrpc.LeaseServiceBlockingStub stub = blocking();
      try {
        while (!ended) {
          long sent = System.nanoTime();
          stub.renewLease(RenewLeaseRequest.newBuilder().setLeaseId(id).build());
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
    channel.shutdownNow();
  }
}
