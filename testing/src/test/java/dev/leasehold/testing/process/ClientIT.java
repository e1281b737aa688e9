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
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Java client against a real server, in which every test has a space of its own. */
@Timeout(900)
@Order(1)
class ClientIT {

  private static final Duration PATIENCE = RunningProcess.PATIENCE;

  private static final AtomicInteger tests = new AtomicInteger();
  @TempDir private static Path data;
  private static ServerHere server;

  private final String space = "space-" + tests.incrementAndGet();
  private LeaseholdClient client;
  private LeaseholdClient other;

  @BeforeAll
  static void start() throws Exception {
    server = ServerHere.start(data);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @BeforeEach
  void connect() throws Exception {
    client = connect(server, "holder-of-" + space);
    other = connect(server, "other-of-" + space);
  }

  /** A request is patient enough for a server that is started again on a busy machine. */
  private static LeaseholdClient connect(AskedServer server, String actor) throws Exception {
    return LeaseholdClient.connect(
        ClientOptions.builder()
            .address(server.url())
            .token(server.admin().tokenFor(actor))
            .requestTimeout(RunningProcess.PATIENCE)
            .build());
  }

  @AfterEach
  void disconnect() {
    client.close();
    other.close();
  }

  @Test
  void whatIsHeldOutlivesItsTtlAndEndsWhenItIsClosed() {
    Lease last;
    try (HeldLease lease = client.lease(space).path("/a").ttl(Duration.ofSeconds(5)).hold()) {
      await().atMost(PATIENCE).until(() -> lease.lease().getRenewalCount() >= 4);
      lease.ensureHeld();
      assertThat(other.lease(space).path("/a").tryHold()).isEmpty();
      last = lease.lease();
    }

    assertThat(client.get(last.getLeaseId()).getState()).isEqualTo(Lease.State.RELEASED);
    assertThat(other.lease(space).path("/a").acquire().getFencingToken())
        .isGreaterThan(last.getFencingToken());
  }

  @Test
  void whoWaitsIsGivenTheLeaseWithItsWholeTime() {
    HeldLease first = client.lease(space).path("/a").hold();
    CompletableFuture<HeldLease> waiting =
        other
            .lease(space)
            .path("/a")
            .ttl(Duration.ofSeconds(20))
            .waitAtMost(Duration.ofMinutes(1))
            .holdAsync();
    awaitPending(other, 1);

    first.close();

    HeldLease second = waiting.join();
    assertThat(second.fencingToken()).isGreaterThan(first.fencingToken());
    assertThat(second.remaining()).isGreaterThan(Duration.ofSeconds(15));
  }

  @Test
  void whoGivesUpWaitingLeavesTheQueue() {
    client.lease(space).path("/a").hold();
    CompletableFuture<HeldLease> waiting =
        other.lease(space).path("/a").waitAtMost(Duration.ofMinutes(5)).holdAsync();
    awaitPending(other, 1);

    waiting.cancel(true);

    awaitPending(other, 0);
  }

  @Test
  void aRevocationIsToldWithTheNextReply() throws Exception {
    Queue<Notice> notices = new ConcurrentLinkedQueue<>();
    Queue<Loss> losses = new ConcurrentLinkedQueue<>();
    client.onNotice(notices::add);
    HeldLease lease = client.lease(space).path("/a").hold();
    lease.onLost(losses::add);
    try (LeaseholdClient admin = LeaseholdClient.connect(server.url(), server.adminToken())) {
      admin.revoke(
          RevokeLeaseRequest.newBuilder()
              .setLeaseId(lease.leaseId())
              .setReason("maintenance")
              .build());
    }

    client.lease(space).path("/b").acquire();

    assertThat(lease.isHeld()).isFalse();
    await().atMost(PATIENCE).until(() -> losses.size() == 1 && notices.size() == 1);
    assertThat(losses.element().cause()).isEqualTo(Loss.Cause.REVOKED);
    assertThat(notices.element().getKind()).isEqualTo(Notice.Kind.REVOKED);
    await()
        .atMost(PATIENCE)
        .until(() -> client.lease(space).path("/b").tryHold().isEmpty() && unheard() == 0);
  }

  private int unheard() {
    return client.list(ListLeasesRequest.getDefaultInstance()).getNoticesCount();
  }

  @Test
  void aKilledServerThatComesBackFindsHoldersAndWaitersAsTheyWere(@TempDir Path own)
      throws Exception {
    try (ServerProcess killed = ServerProcess.start(own);
        LeaseholdClient holder = connect(killed, "holder");
        LeaseholdClient waiter = connect(killed, "waiter")) {
      HeldLease held = holder.lease(space).path("/a").ttl(Duration.ofMinutes(3)).hold();
      CompletableFuture<HeldLease> waiting =
          waiter.lease(space).path("/a").waitAtMost(Duration.ofMinutes(4)).holdAsync();
      awaitPending(waiter, 1);

      killed.kill();
      CompletableFuture<Lease> meanwhile =
          CompletableFuture.supplyAsync(() -> holder.lease(space).path("/b").acquire());
      try (ServerProcess next = startAgain(killed, own)) {
        assertThat(meanwhile.get().getState()).isEqualTo(Lease.State.ACTIVE);
        assertThat(held.renew().getState()).isEqualTo(Lease.State.ACTIVE);
        held.ensureHeld();
        assertThat(waiting).isNotDone();
        held.close();
        // Closed while there is a server: afterwards its client would ask for as long as it may.
        try (HeldLease granted = waiting.get()) {
          granted.ensureHeld();
        }
        assertThat(next.admin().everyLease(space)).hasSize(3);
      }
    }
  }

  private static ServerProcess startAgain(ServerProcess killed, Path directory) throws IOException {
    List<String> command = new ArrayList<>(ServerProcess.serve(directory));
    int port = URI.create(killed.url()).getPort();
    command.set(command.indexOf("--port") + 1, Integer.toString(port));
    return ServerProcess.awaitReady(RunningProcess.start(command), directory);
  }

  @Test
  void aWrongTokenIsRefusedAtOnce() {
    try (LeaseholdClient stranger = LeaseholdClient.connect(server.url(), "no.such.token")) {
      assertThatThrownBy(() -> stranger.lease(space).path("/a").acquire())
          .isInstanceOf(RefusedException.class)
          .extracting(refused -> ((RefusedException) refused).code())
          .isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void manyAreHeldAtATime() {
    int count = 500;
    List<CompletableFuture<HeldLease>> asked = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      asked.add(client.lease(space).path("/many/" + i).ttl(Duration.ofSeconds(30)).holdAsync());
    }

    List<HeldLease> held = asked.stream().map(CompletableFuture::join).toList();

    await()
        .atMost(PATIENCE)
        .until(() -> held.stream().allMatch(lease -> lease.lease().getRenewalCount() >= 1));
    assertThat(held).allSatisfy(HeldLease::ensureHeld);
  }

  private void awaitPending(LeaseholdClient looking, int count) {
    ListLeasesRequest pending =
        ListLeasesRequest.newBuilder().setSpace(space).addState(Lease.State.PENDING).build();
    await().atMost(PATIENCE).until(() -> looking.list(pending).getLeasesCount() == count);
  }
}
