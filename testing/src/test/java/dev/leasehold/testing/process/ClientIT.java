package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.Loss;
import dev.leasehold.client.RefusedException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Java client against a real server. */
@Timeout(300)
class ClientIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path data;
  private ServerProcess server;
  private LeaseholdClient client;
  private LeaseholdClient other;

  @BeforeEach
  void start() throws Exception {
    server = ServerProcess.start(data);
    client = connect("holder");
    other = connect("other");
  }

  /** A request is patient enough for a server that is started again on a busy machine. */
  private LeaseholdClient connect(String actor) throws Exception {
    return LeaseholdClient.connect(
        ClientOptions.builder()
            .address(server.url())
            .token(server.admin().tokenFor(actor))
            .requestTimeout(RunningProcess.PATIENCE)
            .build());
  }

  @AfterEach
  void stop() {
    client.close();
    other.close();
    server.close();
  }

  @Test
  void whatIsHeldOutlivesItsTtlAndEndsWhenItIsClosed() {
    Lease last;
    try (HeldLease lease = client.lease("demo").path("/a").ttl(Duration.ofSeconds(1)).hold()) {
      await().atMost(PATIENCE).until(() -> lease.lease().getRenewalCount() >= 5);
      lease.ensureHeld();
      assertThat(other.lease("demo").path("/a").tryHold()).isEmpty();
      last = lease.lease();
    }

    assertThat(client.get(last.getLeaseId()).getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(other.lease("demo").path("/a").acquire().getFencingToken())
        .isGreaterThan(last.getFencingToken());
  }

  @Test
  void whoWaitsIsGivenTheLeaseWithItsWholeTime() {
    HeldLease first = client.lease("demo").path("/a").hold();
    CompletableFuture<HeldLease> waiting =
        other
            .lease("demo")
            .path("/a")
            .ttl(Duration.ofSeconds(20))
            .waitAtMost(Duration.ofMinutes(1))
            .holdAsync();
    awaitPending(1);

    first.close();

    HeldLease second = waiting.join();
    assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
    assertThat(second.remaining()).isGreaterThan(Duration.ofSeconds(15));
  }

  @Test
  void whoGivesUpWaitingLeavesTheQueue() {
    client.lease("demo").path("/a").hold();
    CompletableFuture<HeldLease> waiting =
        other.lease("demo").path("/a").waitAtMost(Duration.ofMinutes(5)).holdAsync();
    awaitPending(1);

    waiting.cancel(true);

    awaitPending(0);
  }

  @Test
  void aRevocationIsToldWithTheNextReply() throws Exception {
    Queue<Notice> notices = new ConcurrentLinkedQueue<>();
    Queue<Loss> losses = new ConcurrentLinkedQueue<>();
    client.onNotice(notices::add);
    HeldLease lease = client.lease("demo").path("/a").hold();
    lease.onLost(losses::add);
    try (LeaseholdClient admin = LeaseholdClient.connect(server.url(), server.adminToken())) {
      admin.revoke(
          RevokeLeaseRequest.newBuilder()
              .setLeaseId(lease.leaseId())
              .setReason("maintenance")
              .build());
    }

    client.lease("demo").path("/b").acquire();

    assertThat(lease.isHeld()).isFalse();
    await().atMost(PATIENCE).until(() -> losses.size() == 1 && notices.size() == 1);
    assertThat(losses.element().cause()).isEqualTo(Loss.Cause.REVOKED);
    assertThat(notices.element().getKind()).isEqualTo(Notice.Kind.REVOKED);
    await()
        .atMost(PATIENCE)
        .until(() -> client.lease("demo").path("/b").tryHold().isEmpty() && unheard() == 0);
  }

  private int unheard() {
    return client.list(ListLeasesRequest.getDefaultInstance()).getNoticesCount();
  }

  @Test
  void aKilledServerThatComesBackFindsHoldersAndWaitersAsTheyWere() throws Exception {
    HeldLease held = client.lease("demo").path("/a").ttl(Duration.ofMinutes(3)).hold();
    CompletableFuture<HeldLease> waiting =
        other.lease("demo").path("/a").waitAtMost(Duration.ofMinutes(4)).holdAsync();
    awaitPending(1);
    int port = URI.create(server.url()).getPort();

    server.kill();
    CompletableFuture<Lease> meanwhile =
        CompletableFuture.supplyAsync(() -> client.lease("demo").path("/b").acquire());
    server.close();
    server = ServerProcess.awaitReady(RunningProcess.start(onPort(port)), data);

    assertThat(meanwhile.get().getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(held.renew().getState()).isEqualTo(Lease.State.ACTIVE);
    held.ensureHeld();
    assertThat(waiting).isNotDone();
    held.close();
    HeldLease granted = waiting.get();
    granted.ensureHeld();
    assertThat(server.admin().everyLease("demo")).hasSize(3);
  }

  private List<String> onPort(int port) {
    List<String> command = new ArrayList<>(ServerProcess.serve(data));
    command.set(command.indexOf("--port") + 1, Integer.toString(port));
    return command;
  }

  @Test
  void aWrongTokenIsRefusedAtOnce() {
    try (LeaseholdClient stranger = LeaseholdClient.connect(server.url(), "no.such.token")) {
      assertThatThrownBy(() -> stranger.lease("demo").path("/a").acquire())
          .isInstanceOf(RefusedException.class)
          .extracting(refused -> ((RefusedException) refused).code())
          .isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void manyAreHeldAtATime() {
    int count = 2_000;
    List<CompletableFuture<HeldLease>> asked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      asked.add(client.lease("demo").path("/many/" + i).ttl(Duration.ofSeconds(10)).holdAsync());
    }

    List<HeldLease> held = asked.stream().map(CompletableFuture::join).toList();

    await()
        .atMost(PATIENCE)
        .until(() -> held.stream().allMatch(lease -> lease.lease().getRenewalCount() >= 2));
    assertThat(held).allSatisfy(HeldLease::ensureHeld);
  }

  private void awaitPending(int count) {
    ListLeasesRequest pending =
        ListLeasesRequest.newBuilder().setSpace("demo").addState(Lease.State.PENDING).build();
    await().atMost(PATIENCE).until(() -> other.list(pending).getLeasesCount() == count);
  }
}
