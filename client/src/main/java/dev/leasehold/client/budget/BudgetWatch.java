package dev.leasehold.client.budget;

import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.api.v1.EventServiceGrpc;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.WatchRequest;
import dev.leasehold.client.LeaseholdClient;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;

/**
 * Listens for events that happen to a budget without its holder: it is taken away, or another who
 * has its IP token has spent most of it. It hears of all since the grant, however late it begins,
 * and goes on where it broke off. An event only makes the holder look; a watch that does not work
 * costs time and nothing else.
 */
final class BudgetWatch implements StreamObserver<CloudEvent>, AutoCloseable {

  private static final List<String> TYPES =
      List.of(
          "dev.leasehold.lease.revoked",
          "dev.leasehold.lease.ending",
          "dev.leasehold.lease.expired",
          "dev.leasehold.lease.closed",
          "dev.leasehold.budget.threshold");

  private static final long FROM_NOW_ON = -1;

  private final LeaseholdClient client;
  private final Lease lease;
  private final Runnable heard;
  private final Runnable broken;
  private final Context.CancellableContext context = Context.ROOT.withCancellation();

  /** The position to begin after; {@link #FROM_NOW_ON} where the server cannot do that. */
  private volatile long after;

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
    this.after = lease.getFencingToken();
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
    if (after != FROM_NOW_ON) {
      request.setFrom(after);
    }
    context.run(() -> EventServiceGrpc.newStub(client.channel()).watch(request.build(), this));
  }

  @Override
  public void onNext(CloudEvent event) {
    after = event.getData().getPosition();
    if (event.getData().getLeaseId().equals(lease.getLeaseId())) {
      heard.run();
    }
  }

  @Override
  public void onError(Throwable failure) {
    switch (Status.fromThrowable(failure).getCode()) {
      // The history does not reach back that far, or a backup was restored that is older.
      case OUT_OF_RANGE, INVALID_ARGUMENT -> after = FROM_NOW_ON;
      default -> {}
    }
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
