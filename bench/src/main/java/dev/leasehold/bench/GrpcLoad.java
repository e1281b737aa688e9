package dev.leasehold.bench;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceStub;
import io.grpc.stub.StreamObserver;
import java.time.Duration;

/** One call for each request, on one connection. */
final class GrpcLoad implements LoadClient {

  private final LoadOptions options;
  private final LoadRecord record;
  private final int connection;
  private final LeaseServiceStub stub;
  private volatile boolean closed;

  GrpcLoad(LoadOptions options, LoadRecord record, int connection, String url, String token) {
    this.options = options;
    this.record = record;
    this.connection = connection;
    this.stub =
        GrpcClients.builder("gproto+" + url + "/")
            .factory(ownConnection())
            .setHeader("authorization", "Bearer " + token)
            .responseTimeout(Duration.ofMinutes(1))
            .build(LeaseServiceStub.class);
  }

  /** A factory has its own connections: one for each server and event loop. */
  static ClientFactory ownConnection() {
    return ClientFactory.builder().workerGroup(1).build();
  }

  @Override
  public void start() {
    for (int slot = 0; slot < options.cyclesOf(connection); slot++) {
      acquire(new LoadCycle(options, record, connection, slot));
    }
  }

  private interface Next {
    void after(Lease lease);
  }

  private void acquire(LoadCycle cycle) {
    if (!closed) {
      stub.acquire(
          cycle.acquire(),
          then(
              lease -> {
                cycle.check(lease, Lease.State.ACTIVE);
                release(cycle, lease);
              }));
    }
  }

  private void release(LoadCycle cycle, Lease acquired) {
    stub.releaseLease(
        cycle.release(acquired.getLeaseId()),
        then(
            lease -> {
              cycle.check(lease, Lease.State.RELEASED);
              acquire(cycle);
            }));
  }

  private StreamObserver<Lease> then(Next next) {
    return new StreamObserver<>() {
      @Override
      public void onNext(Lease lease) {
        next.after(lease);
      }

      @Override
      public void onError(Throwable failure) {
        if (!closed) {
          record.wrong("a call failed: " + failure);
        }
      }

      @Override
      public void onCompleted() {}
    };
  }

  @Override
  public void close() {
    closed = true;
  }
}
