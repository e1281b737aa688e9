package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.CheckPathRequest;
import dev.leasehold.api.v1.HeartbeatLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.ReplyBatch;
import dev.leasehold.api.v1.RequestBatch;
import dev.leasehold.api.v1.StreamReply;
import dev.leasehold.api.v1.StreamRequest;
import dev.leasehold.api.v1.StreamServiceGrpc.StreamServiceStub;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.operation.Operation;
import dev.leasehold.node.operation.Operations;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches, their order and the ends of streams; operations on it are in {@code wire}. */
class StreamTest extends OwnNode {

  final ClientFactory connections = ClientFactory.builder().build();

  @AfterEach
  void stop() {
    connections.close();
  }

  /** A client that keeps every reply, and reads only as much as it is told to. */
  private static final class Client implements ClientResponseObserver<RequestBatch, ReplyBatch> {
    final Map<Long, StreamReply> replies = new ConcurrentHashMap<>();
    final CompletableFuture<Status> end = new CompletableFuture<>();
    final boolean reads;
    ClientCallStreamObserver<RequestBatch> requests;

    Client(boolean reads) {
      this.reads = reads;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<RequestBatch> stream) {
      requests = stream;
      if (!reads) {
        stream.disableAutoRequestWithInitial(0);
      }
    }

    @Override
    public void onNext(ReplyBatch batch) {
      batch.getRepliesList().forEach(reply -> replies.put(reply.getCorrelation(), reply));
    }

    @Override
    public void onError(Throwable failure) {
      end.complete(Status.fromThrowable(failure));
    }

    @Override
    public void onCompleted() {
      end.complete(Status.OK);
    }

    void send(StreamRequest... batch) {
      requests.onNext(RequestBatch.newBuilder().addAllRequests(List.of(batch)).build());
    }

    StreamReply reply(long correlation) {
      await().until(() -> replies.containsKey(correlation));
      return replies.get(correlation);
    }
  }

  private Client connect(String token, boolean reads) {
    Client client = new Client(reads);
    GrpcClients.builder("gproto+" + node.url() + "/")
        .factory(connections)
        .setHeader("authorization", "Bearer " + token)
        .responseTimeout(java.time.Duration.ZERO)
        .maxResponseLength(0)
        .build(StreamServiceStub.class)
        .exchange(client);
    return client;
  }

  private Client connect(String actor) {
    return connect(node.tokenFor(actor, "agent"), true);
  }

  private static StreamRequest acquire(long correlation, String path) {
    return StreamRequest.newBuilder()
        .setCorrelation(correlation)
        .setAcquire(
            AcquireRequest.newBuilder()
                .setSpace("s")
                .addPaths(path)
                .setRequestId("r" + correlation))
        .build();
  }

  /** Requests with an id are looked up before they are carried out, each in its own time. */
  private static StreamRequest withoutId(StreamRequest acquire) {
    return acquire.toBuilder()
        .setAcquire(acquire.getAcquire().toBuilder().clearRequestId())
        .build();
  }

  private static StreamRequest waiting(long correlation, String path) {
    StreamRequest acquire = acquire(correlation, path);
    return acquire.toBuilder()
        .setAcquire(
            acquire.getAcquire().toBuilder().setWait(Duration.newBuilder().setSeconds(3600)))
        .build();
  }

  private static StreamRequest release(long correlation, String leaseId) {
    return StreamRequest.newBuilder()
        .setCorrelation(correlation)
        .setRelease(ReleaseLeaseRequest.newBuilder().setLeaseId(leaseId))
        .build();
  }

  @Test
  void everyRequestOfABatchIsAnswered() {
    Client client = connect("alice");

    client.send(
        IntStream.range(0, 1_000).mapToObj(i -> acquire(i, "/" + i)).toArray(StreamRequest[]::new));

    await().until(() -> client.replies.size() == 1_000);
    assertThat(client.replies.values())
        .allMatch(reply -> reply.getLease().getState() == Lease.State.ACTIVE);
  }

  @Test
  void refusalsAreProblemsOfTheirRequestAlone() {
    connect("alice").send(acquire(1, "/a"));
    await().until(() -> node.get("/v1/leases").json().path("leases").size() == 1);
    Client bob = connect("bob");

    bob.send(acquire(1, "/a"), acquire(2, "no path"), acquire(3, "/b"));

    assertThat(bob.reply(1).getProblem().getCode()).isEqualTo("SCOPE_OVERLAP");
    assertThat(bob.reply(1).getProblem().getConflicts(0).getHolder()).isEqualTo("alice");
    assertThat(bob.reply(2).getProblem().getCode()).isEqualTo("INVALID_INPUT");
    assertThat(bob.reply(3).getLease().getHolder()).isEqualTo("bob");
  }

  @Test
  void requestsOfOneBatchMayRestOnOneAnother() {
    Client client = connect("alice");
    client.send(withoutId(acquire(1, "/a")), withoutId(acquire(2, "/a")));

    assertThat(client.reply(1).hasLease()).isTrue();
    assertThat(client.reply(2).getProblem().getConflicts(0).getLeaseId())
        .isEqualTo(client.reply(1).getLease().getLeaseId());
  }

  @Test
  void otherMessagesHaveTheirOwnPlace() {
    Client client = connect("alice");

    client.send(
        StreamRequest.newBuilder()
            .setCorrelation(1)
            .setCheck(CheckPathRequest.newBuilder().setSpace("s").addPath("/a"))
            .build(),
        StreamRequest.newBuilder()
            .setCorrelation(2)
            .setHeartbeat(HeartbeatLeaseRequest.newBuilder().setLeaseId("none"))
            .build(),
        StreamRequest.newBuilder().setCorrelation(3).build());

    assertThat(client.reply(1).getCheck().getFree()).isTrue();
    assertThat(client.reply(2).getProblem().getCode()).isEqualTo("LEASE_NOT_FOUND");
    assertThat(client.reply(3).getProblem().getCode()).isEqualTo("INVALID_INPUT");
  }

  @Test
  void whatWaitsDoesNotHoldUpTheRest() {
    Client alice = connect("alice");
    alice.send(acquire(1, "/a"));
    String held = alice.reply(1).getLease().getLeaseId();
    Client bob = connect("bob");

    bob.send(waiting(1, "/a"), acquire(2, "/b"));
    assertThat(bob.reply(2).hasLease()).isTrue();
    assertThat(bob.replies).doesNotContainKey(1L);
    alice.send(release(2, held));

    assertThat(bob.reply(1).getLease().getState()).isEqualTo(Lease.State.ACTIVE);
  }

  @Test
  void theStreamEndsWhenAllIsAnswered() throws Exception {
    Client client = connect("alice");
    client.send(acquire(1, "/a"));
    client.requests.onCompleted();

    assertThat(client.end.get(60, TimeUnit.SECONDS)).isEqualTo(Status.OK);
    assertThat(client.replies.get(1L).hasLease()).isTrue();
  }

  @Test
  void aServerThatStopsAnswersAndEndsItsStreams() throws Exception {
    Client alice = connect("alice");
    alice.send(acquire(1, "/a"));
    alice.reply(1);
    Client bob = connect("bob");
    bob.send(waiting(1, "/a"));
    await().until(() -> node.openRequests() == 1);

    node.close();

    assertThat(alice.end.get(60, TimeUnit.SECONDS)).isEqualTo(Status.OK);
    assertThat(bob.end.get(60, TimeUnit.SECONDS)).isEqualTo(Status.OK);
    assertThat(bob.replies.get(1L).getProblem().getCode()).isEqualTo("UNAVAILABLE");
    node = ServedNode.start(directory);
  }

  /** It is answered as long as its window lasts, and then its requests stay where they are. */
  @Test
  void aClientThatNeverReadsIsNotReadFromForEver() {
    Client client = connect(node.tokenFor("deaf", "agent"), false);
    StreamRequest[] batch =
        IntStream.range(0, 1_000)
            .mapToObj(i -> acquire(i, "no path"))
            .toArray(StreamRequest[]::new);

    int sent = 0;
    while (sent < 500 && awaitReady(client)) {
      client.send(batch);
      sent++;
    }

    assertThat(sent).isLessThan(500);
    client.requests.cancel("enough", null);
  }

  /** Nothing is decided while the disk stands still, so all that is read stays in memory. */
  @Test
  void largeRequestsAreNotReadWithoutBound() {
    CountDownLatch diskGoesOn = new CountDownLatch(1);
    Client client = connect("alice");
    client.send(acquire(0, "/first"));
    client.reply(0);
    node.onDurable(block -> awaitLatch(diskGoesOn));
    client.send(acquire(1, "/stuck"));

    int sent = 0;
    while (sent < 80 && awaitReady(client)) {
      client.send(large(10 + sent));
      sent++;
    }
    diskGoesOn.countDown();

    assertThat(sent).isLessThan(40);
    for (int i = 0; i < sent; i++) {
      assertThat(client.reply(10 + i).hasProblem()).isEqualTo(i > 0);
    }
  }

  /** A quarter of a megabyte, which is as large as a scope may be. */
  private static StreamRequest large(long correlation) {
    AcquireRequest.Builder acquire = AcquireRequest.newBuilder().setSpace("s");
    for (int i = 0; i < 256; i++) {
      acquire.addPaths("/" + i + "/" + "x".repeat(250) + "/" + "y".repeat(700));
    }
    return StreamRequest.newBuilder().setCorrelation(correlation).setAcquire(acquire).build();
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean awaitReady(Client client) {
    for (int i = 0; i < 200 && !client.requests.isReady(); i++) {
      java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
    }
    return client.requests.isReady();
  }

  @Test
  void everyRequestAndReplyOfTheStreamIsThatOfAnOperation() {
    for (FieldDescriptor field : StreamRequest.getDescriptor().getOneofs().get(0).getFields()) {
      Operation operation =
          Operations.ALL.stream()
              .filter(one -> one.schema().getInputType().equals(field.getMessageType()))
              .findFirst()
              .orElseThrow(() -> new AssertionError(field.getName()));
      assertThat(StreamReply.getDescriptor().getOneofs().get(0).getFields())
          .as(field.getName())
          .anyMatch(outcome -> outcome.getMessageType().equals(operation.schema().getOutputType()));
    }
  }
}
