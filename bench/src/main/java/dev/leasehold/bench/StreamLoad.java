package dev.leasehold.bench;

import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamReply;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.api.v1.StreamServiceGrpc.StreamServiceStub;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One stream; each batch of replies is followed by one batch of requests. */
final class StreamLoad implements LoadClient, ClientResponseObserver<RequestBatch, ReplyBatch> {

  private final LoadRecord record;
  private final LoadCycle[] cycles;
  private final boolean[] acquired;
  private final StreamServiceStub stub;
  private @Nullable ClientCallStreamObserver<RequestBatch> requests;
  private volatile boolean closed;

  StreamLoad(LoadOptions options, LoadRecord record, int connection, String url, String token) {
    this.record = record;
    this.cycles = new LoadCycle[options.cyclesOf(connection)];
    this.acquired = new boolean[cycles.length];
    for (int slot = 0; slot < cycles.length; slot++) {
      cycles[slot] = new LoadCycle(options, record, connection, slot);
    }
    this.stub =
        GrpcClients.builder("gproto+" + url + "/")
            .factory(GrpcLoad.ownConnection())
            .setHeader("authorization", "Bearer " + token)
            .responseTimeout(Duration.ZERO)
            .maxResponseLength(0)
            .build(StreamServiceStub.class);
  }

  @Override
  public void start() {
    stub.exchange(this);
    RequestBatch.Builder batch = RequestBatch.newBuilder();
    for (int slot = 0; slot < cycles.length; slot++) {
      batch.addRequests(acquire(slot));
    }
    send(batch);
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<RequestBatch> stream) {
    requests = stream;
  }

  private StreamRequest acquire(int slot) {
    acquired[slot] = false;
    return StreamRequest.newBuilder()
        .setCorrelation(slot)
        .setAcquire(cycles[slot].acquire())
        .build();
  }

  @Override
  public void onNext(ReplyBatch replies) {
    RequestBatch.Builder batch = RequestBatch.newBuilder();
    for (StreamReply reply : replies.getRepliesList()) {
      batch.addRequests(next((int) reply.getCorrelation(), reply));
    }
    send(batch);
  }

  private StreamRequest next(int slot, StreamReply reply) {
    if (!reply.hasLease()) {
      record.wrong("no lease but " + reply);
    }
    Lease lease = reply.getLease();
    if (acquired[slot]) {
      cycles[slot].check(lease, Lease.State.RELEASED);
      return acquire(slot);
    }
    cycles[slot].check(lease, Lease.State.ACTIVE);
    acquired[slot] = true;
    return StreamRequest.newBuilder()
        .setCorrelation(slot)
        .setRelease(cycles[slot].release(lease.getLeaseId()))
        .build();
  }

  private void send(RequestBatch.Builder batch) {
    if (!closed && requests != null) {
      requests.onNext(batch.build());
    }
  }

  @Override
  public void onError(Throwable failure) {
    if (!closed) {
      record.wrong("the stream broke: " + failure);
    }
  }

  @Override
  public void onCompleted() {
    if (!closed) {
      record.wrong("the server ended the stream");
    }
  }

  @Override
  public void close() {
    closed = true;
    if (requests != null) {
      requests.cancel("done", null);
    }
  }
}
