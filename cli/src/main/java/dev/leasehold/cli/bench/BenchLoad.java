package dev.leasehold.cli.bench;

import com.google.protobuf.Duration;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RefusedException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client with a number of cycles under way. A reply that is not as it should be ends all; what
 * is under way is let go of before that, and the rest ends with its short ttl.
 */
final class BenchLoad implements AutoCloseable {

  /** Longer than any reply takes, and soon over if this process is killed. */
  private static final int TTL_SECONDS = 30;

  private static final long GET_GOING_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long FAREWELL_SECONDS = 3;

  private final LeaseholdClient client;
  private final AcquireRequest prototype;
  private final Thread atInterrupt = new Thread(this::endSoon);
  private int steps;
  private volatile @Nullable BenchStep step;

  private BenchLoad(LeaseholdClient client, AcquireRequest prototype) {
    this.client = client;
    this.prototype = prototype;
    Runtime.getRuntime().addShutdownHook(atInterrupt);
  }

  static BenchLoad connect(Endpoint endpoint, String space, String policy) {
    ClientOptions.Builder options =
        ClientOptions.builder().address(endpoint.url()).token(endpoint.token());
    if (endpoint.authority() != null) {
      options.trust(endpoint.authority());
    }
    Path certificate = endpoint.tls().certificate();
    Path key = endpoint.tls().key();
    if (certificate != null && key != null) {
      options.clientCertificate(certificate, key);
    }
    return new BenchLoad(
        LeaseholdClient.connect(options.build()),
        AcquireRequest.newBuilder()
            .setSpace(space)
            .setPolicy(policy)
            .setTtl(Duration.newBuilder().setSeconds(TTL_SECONDS))
            .build());
  }

  /** Keeps so many under way; returns when none is any more. */
  BenchFigures measure(int inFlight, int seconds) throws CallFailedException {
    BenchStep current =
        new BenchStep(
            inFlight, GET_GOING_NANOS, TimeUnit.SECONDS.toNanos(seconds), System::nanoTime);
    step = current;
    steps++;
    for (int slot = 0; slot < inFlight; slot++) {
      next(current, "/" + steps + "/" + slot + "/", 0);
    }
    current.awaitEnd();
    Throwable failure = current.failure();
    if (failure != null) {
      throw failed(failure);
    }
    BenchFigures figures = current.figures();
    if (figures.cyclesPerSecond() == 0) {
      throw new CallFailedException(
          Exit.FAILED,
          "nothing was done within %d s with %d in flight; give more --seconds or fewer --in-flight"
              .formatted(seconds, inFlight));
    }
    return figures;
  }

  private void next(BenchStep current, String prefix, long n) {
    if (!current.goesOn()) {
      current.slotEnded();
      return;
    }
    long begunNanos = System.nanoTime();
    cycle(prefix + n)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                current.done(begunNanos);
              } else {
                current.failed(failure);
              }
              next(current, prefix, n + 1);
            });
  }

  private CompletableFuture<Void> cycle(String path) {
    return client
        .async()
        .acquire(prototype.toBuilder().addPaths(path).build())
        .thenCompose(
            lease -> {
              require(lease, Lease.State.ACTIVE, path);
              return client
                  .async()
                  .release(ReleaseLeaseRequest.newBuilder().setLeaseId(lease.getLeaseId()).build());
            })
        .thenAccept(lease -> require(lease, Lease.State.RELEASED, path));
  }

  private static void require(Lease lease, Lease.State state, String path) {
    if (lease.getState() != state
        || lease.getScopeCount() != 1
        || !path.equals(lease.getScope(0))) {
      throw new IllegalStateException(
          "the lease of " + path + " should be " + state + " and is " + lease);
    }
  }

  private static CallFailedException failed(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    return switch (cause) {
      case RefusedException refused ->
          new CallFailedException(Exit.of(refused.code()), refused.problem().getDetail());
      case IllegalStateException wrong ->
          new CallFailedException(Exit.FAILED, String.valueOf(wrong.getMessage()));
      default ->
          new CallFailedException(
              Exit.UNAVAILABLE, "the server stopped answering: " + cause.getMessage());
    };
  }

  /** Ctrl-C: what is under way is let go of. */
  private void endSoon() {
    BenchStep current = step;
    if (current != null) {
      current.stop();
      boolean unused = current.awaitEnd(FAREWELL_SECONDS);
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(atInterrupt);
    } catch (IllegalStateException e) {
      // The process is ending already.
    }
    client.close();
  }
}
