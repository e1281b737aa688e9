package dev.leasehold.client.budget;

import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.api.v1.EventServiceGrpc;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.WatchRequest;
import dev.leasehold.client.LeaseholdClient;
import io.grpc.Context;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Listens for events that happen to a budget without its holder: it is taken away, or another who
 * has its IP token has spent most of it. However late it first begins, it hears of all since the
 * grant. Later it begins from then on, after a look at the lease: the grant may be long ago, and
 * the server would read its journal from there for every budget that comes back after a restart. An
 * event only makes the holder look; a watch that does not work costs time and nothing else.
 */
final class BudgetWatch implements StreamObserver<CloudEvent>, AutoCloseable {

  private static final List<String> TYPES =
      List.of(
          "dev.leasehold.lease.revoked",
          "dev.leasehold.lease.ending",
          "dev.leasehold.lease.expired",
          "dev.leasehold.lease.closed",
          "dev.leasehold.budget.threshold");

  private final LeaseholdClient client;
  private final Lease lease;
  private final Runnable heard;
  private final Runnable broken;
  private final Context.CancellableContext context = Context.ROOT.withCancellation();

  private final AtomicBoolean begun = new AtomicBoolean();

  /**
   * Prepares to watch.
   *
   * @param heard called when something has happened
   * @param broken called when the watch has ended, to {@link #begin} it again after a while
   */
  BudgetWatch(LeaseholdClient client, Lease lease, Runnable heard, Runnable broken) {
    this.client = client;
    this.lease = lease;
    this.heard = heard;
    this.broken = broken;
  }

  void begin() {
    if (context.isCancelled()) {
      return;
    }
    WatchRequest.Builder request =
        WatchRequest.newBuilder()
            .setSpace(lease.getSpace())
            .setHolder(lease.getHolder())
            .addAllTypes(TYPES);
    if (begun.compareAndSet(false, true)) {
      request.setFrom(lease.getFencingToken());
    }
    context.run(() -> EventServiceGrpc.newStub(client.channel()).watch(request.build(), this));
  }

  @Override
  public void onNext(CloudEvent event) {
    if (event.getData().getLeaseId().equals(lease.getLeaseId())) {
      heard.run();
    }
  }

  @Override
  public void onError(Throwable failure) {
    broken.run();
  }

  @Override
  public void onCompleted() {
    broken.run();
  }

  @Override
  public void close() {
    context.cancel(null);
  }
}
