package dev.leasehold.testing.process;

import com.google.protobuf.Duration;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceBlockingStub;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.testing.process.server.AskedServer;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Many who wait for one resource. Each goes in when it is granted, comes out again, and hands over.
 * When the server is killed they come back with the same request ids, and have their places still.
 */
public final class Waiters implements AutoCloseable {

  static final String SPACE = "crowd";
  static final String PATH = "/hot";

  private static final int PER_CHANNEL = 500;
  private static final Duration AN_HOUR = Duration.newBuilder().setSeconds(3_600).build();

  /** Status codes that mean that the server or the connection is gone. */
  private static final Set<Status.Code> GONE =
      Set.of(Status.Code.UNAVAILABLE, Status.Code.CANCELLED, Status.Code.UNKNOWN);

  private final int count;
  private final CountDownLatch leftToServe;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicLong lastToken = new AtomicLong();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final List<ManagedChannel> channels = new ArrayList<>();
  private List<LeaseServiceBlockingStub> stubs = List.of();
  private String token = "";
  private int servers;

  public Waiters(int count) {
    this.count = count;
    this.leftToServe = new CountDownLatch(count);
  }

  /** Lets all who have not been served ask this server, for the first time or again. */
  public synchronized void meet(AskedServer server) throws IOException {
    if (token.isEmpty()) {
      token = server.admin().tokenFor("crowd");
    }
    Metadata headers = new Metadata();
    headers.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + token);
    URI address = URI.create(server.url());
    List<LeaseServiceBlockingStub> next = new ArrayList<>();
    for (int i = 0; i < count; i += PER_CHANNEL) {
      ManagedChannel channel =
          NettyChannelBuilder.forAddress(address.getHost(), address.getPort())
              .usePlaintext()
              .build();
      channels.add(channel);
      next.add(
          LeaseServiceGrpc.newBlockingStub(channel)
              .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers)));
    }
    stubs = next;
    if (servers++ == 0) {
      for (int i = 0; i < count; i++) {
        int number = i;
        Thread.ofVirtual().start(() -> live(number));
      }
    }
    notifyAll();
  }

  private void live(int number) {
    try {
      Lease lease = ask(number, stub -> stub.acquire(acquire(number)));
      goIn(lease);
      inside.decrementAndGet();
      ask(number, stub -> stub.releaseLease(release(number, lease)));
      leftToServe.countDown();
    } catch (StatusRuntimeException e) {
      violations.add("waiter %d was told %s".formatted(number, e.getStatus()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void goIn(Lease lease) {
    int others = inside.getAndIncrement();
    long last = lastToken.getAndAccumulate(lease.getFencingToken(), Math::max);
    if (lease.getState() != Lease.State.ACTIVE) {
      violations.add("granted, but not active: " + lease);
    }
    if (others != 0) {
      violations.add("%s went in while somebody was in".formatted(lease.getLeaseId()));
    }
    if (last >= lease.getFencingToken()) {
      violations.add("token %d came after token %d".formatted(lease.getFencingToken(), last));
    }
  }

  /** Asks this server, and if it is gone the next one. */
  private <T> T ask(int number, Function<LeaseServiceBlockingStub, T> request)
      throws InterruptedException {
    int server = 0;
    while (true) {
      LeaseServiceBlockingStub stub;
      synchronized (this) {
        while (servers == server) {
          wait();
        }
        server = servers;
        stub = stubs.get(number / PER_CHANNEL);
      }
      try {
        return request.apply(stub);
      } catch (StatusRuntimeException e) {
        if (!GONE.contains(e.getStatus().getCode())) {
          throw e;
        }
      }
    }
  }

  private static AcquireRequest acquire(int number) {
    return AcquireRequest.newBuilder()
        .setSpace(SPACE)
        .addPaths(PATH)
        .setTtl(AN_HOUR)
        .setWait(AN_HOUR)
        .setSession("waiter-" + number)
        .setRequestId("wait-" + number)
        .build();
  }

  private static ReleaseLeaseRequest release(int number, Lease lease) {
    return ReleaseLeaseRequest.newBuilder()
        .setLeaseId(lease.getLeaseId())
        .setRequestId("release-" + number)
        .build();
  }

  /** How many have not been served yet. */
  public long left() {
    return leftToServe.getCount();
  }

  /** Waits until all were in; false if that takes too long, or if something is wrong. */
  public boolean awaitAll(long seconds) throws InterruptedException {
    for (long waited = 0; waited < seconds && violations.isEmpty(); waited++) {
      if (leftToServe.await(1, TimeUnit.SECONDS)) {
        return true;
      }
    }
    return leftToServe.getCount() == 0;
  }

  /** A sentence for everything that cannot be right. */
  public List<String> violations() {
    return List.copyOf(violations);
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
