package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.ListenableFuture;
import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceFutureStub;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.node.ServedNode;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Acquires that wait, as gRPC clients see them, in a time that the test moves. */
class GrpcWaitingTest {

  @TempDir Path directory;
  final ClientFactory connections = ClientFactory.builder().build();
  ServedNode node;
  LeaseServiceFutureStub alice;
  LeaseServiceFutureStub bob;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory);
    alice = stub("alice");
    bob = stub("bob");
  }

  @AfterEach
  void stop() throws Exception {
    connections.close();
    node.close();
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
    return reply.get(10, TimeUnit.SECONDS);
  }

  private void awaitOpen(int count) {
    await().until(() -> node.openRequests() == count);
  }

  @Test
  void theCallStaysOpenUntilItsTurnComes() throws Exception {
    Lease held = answered(alice.acquire(request("/a", 0, "")));
    ListenableFuture<Lease> waiting = bob.acquire(request("/a", 3600, ""));
    awaitOpen(1);
    assertThat(waiting.isDone()).isFalse();

    answered(
        alice.releaseLease(ReleaseLeaseRequest.newBuilder().setLeaseId(held.getLeaseId()).build()));

    Lease granted = answered(waiting);
    assertThat(granted.getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(granted.getFencingToken()).isGreaterThan(held.getFencingToken());
    awaitOpen(0);
    node.advance(Duration.ofMinutes(1));
    assertThat(node.get("/v1/leases/" + granted.getLeaseId()).get("state")).isEqualTo("ACTIVE");
  }

  @Test
  void aWaitThatIsOverHasExceededItsDeadline() throws Exception {
    answered(alice.acquire(request("/a", 0, "")));
    ListenableFuture<Lease> waiting = bob.acquire(request("/a", 30, ""));
    awaitOpen(1);

    node.advance(Duration.ofSeconds(30));

    ExecutionException failure =
        Assertions.catchThrowableOfType(ExecutionException.class, () -> answered(waiting));
    Status status = ((StatusRuntimeException) failure.getCause()).getStatus();
    assertThat(status.getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
    assertThat(status.getDescription()).startsWith("ACQUISITION_TIMEOUT: ");
  }

  @Test
  void aCallThatIsCancelledLeavesAWaitThatIsGivenUp() throws Exception {
    answered(alice.acquire(request("/a", 0, "")));
    ListenableFuture<Lease> waiting = bob.acquire(request("/a", 3600, ""));
    awaitOpen(1);
    String id = node.get("/v1/leases?state=PENDING").json().at("/leases/0/leaseId").asText();

    waiting.cancel(true);
    awaitOpen(0);
    node.advance(Duration.ofSeconds(10));

    await().until(() -> node.get("/v1/leases/" + id).get("reason").equals("DISCONNECTED"));
  }

  @Test
  void openWaitsCostNoThreads() throws Exception {
    answered(alice.acquire(request("/a", 0, "")));
    List<ListenableFuture<Lease>> waiting = new ArrayList<>();
    waiting.add(bob.acquire(request("/a", 3600, "first")));
    awaitOpen(1);
    int threads = Thread.activeCount();

    for (int i = 0; i < 500; i++) {
      waiting.add(bob.acquire(request("/a", 3600, "w" + i)));
    }
    awaitOpen(501);

    assertThat(Thread.activeCount()).isLessThan(threads + 50);
  }
}
