package dev.leasehold.cli.run;

import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.api.v1.EventServiceGrpc;
import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.WatchRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Listens for the end of a lease and for an extension, so that they are known at once and not with
 * the next renewal. An event only makes the client ask. A watch that does not work costs time; it
 * costs the lease only if that was extended too late for the client to have looked it up.
 */
record EndWatch(LeaseholdClient client, HeldLease held) implements StreamObserver<CloudEvent> {

  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(PAUSE.toMillis(), TimeUnit.MILLISECONDS);

  /**
   * Types of events that end a lease, announce its end or move it. Renewals, which are many, are
   * left out.
   */
  private static final List<String> TYPES =
      List.of(
          "dev.leasehold.lease.revoked",
          "dev.leasehold.lease.evicted",
          "dev.leasehold.lease.ending",
          "dev.leasehold.lease.extended",
          "dev.leasehold.lease.expired",
          "dev.leasehold.lease.released",
          "dev.leasehold.lease.completed",
          "dev.leasehold.lease.closed",
          "dev.leasehold.lease.failed",
          "dev.leasehold.lease.transferred");

  static void begin(LeaseholdClient client, HeldLease held) {
    new EndWatch(client, held).watch();
  }

  private void watch() {
    if (!held.isHeld()) {
      return;
    }
    Lease lease = held.lease();
    EventServiceGrpc.newStub(client.channel())
        .watch(
            WatchRequest.newBuilder()
                .setSpace(lease.getSpace())
                .setHolder(lease.getHolder())
                .addAllTypes(TYPES)
                .build(),
            this);
  }

  @Override
  public void onNext(CloudEvent event) {
    if (event.getData().getLeaseId().equals(held.leaseId())) {
      ask();
    }
  }

  /** The held lease learns from every reply that is about it. */
  private void ask() {
    if (held.isHeld()) {
      client.async().get(GetLeaseRequest.newBuilder().setLeaseId(held.leaseId()).build());
    }
  }

  @Override
  public void onError(Throwable failure) {
    again();
  }

  @Override
  public void onCompleted() {
    again();
  }

  private void again() {
    LATER.execute(
        () -> {
          ask();
          watch();
        });
  }
}
