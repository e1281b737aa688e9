package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceFutureStub;
import dev.leasehold.node.OwnNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many calls that wait at once. */
class GrpcWaitingTest extends OwnNode {

  private static final int WAITS = 500;

  final ClientFactory connections = ClientFactory.builder().build();
  LeaseServiceFutureStub alice;
  LeaseServiceFutureStub bob;

  @BeforeEach
  void start() {
    alice = stub("alice");
    bob = stub("bob");
  }

  @AfterEach
  void stop() {
    connections.close();
  }

  private LeaseServiceFutureStub stub(String actor) {
    return GrpcClients.builder("gproto+" + node.url() + "/")
        .factory(connections)
        .setHeader("authorization", "Bearer " + node.tokenFor(actor, "agent"))
        .responseTimeout(Duration.ofMinutes(1))
        .build(LeaseServiceFutureStub.class);
  }

  private static AcquireRequest request(String path, long waitSeconds, String session) {
    return AcquireRequest.newBuilder()
        .setSpace("s")
        .addPaths(path)
        .setSession(session)
        .setWait(com.google.protobuf.Duration.newBuilder().setSeconds(waitSeconds))
        .build();
  }

  private static Lease answered(ListenableFuture<Lease> reply) throws Exception {
    return reply.get(60, TimeUnit.SECONDS);
  }

  private void awaitOpen(int count) {
    await().until(() -> node.openRequests() == count);
  }

  @Test
  void openWaitsCostNoThreads() throws Exception {
    answered(alice.acquire(request("/a", 0, "")));
    List<ListenableFuture<Lease>> waiting = new ArrayList<>();
    waiting.add(bob.acquire(request("/a", 3600, "first")));
    awaitOpen(1);
    int threads = Thread.activeCount();

    for (int i = 0; i < WAITS; i++) {
      waiting.add(bob.acquire(request("/a", 3600, "w" + i)));
    }
    awaitOpen(WAITS + 1);

    // Tests beside this one start threads, too, but not as many.
    assertThat(Thread.activeCount()).isLessThan(threads + WAITS / 2);
  }
}
