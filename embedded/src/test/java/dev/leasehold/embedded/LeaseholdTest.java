package dev.leasehold.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.v1.CloudEvent;
import dev.leasehold.api.v1.EventServiceGrpc;
import dev.leasehold.api.v1.GetHistoryRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.ListTokensRequest;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.TokenServiceGrpc;
import dev.leasehold.api.v1.WatchRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node in this process. */
@Timeout(180)
class LeaseholdTest {

  static {
    Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
  }

  @TempDir Path directory;
  private Leasehold leasehold;

  @BeforeEach
  void open() throws IOException {
    leasehold = Leasehold.embedded(directory);
  }

  @AfterEach
  void close() throws IOException {
    leasehold.close();
  }

  @Test
  void aLeaseKeepsOthersOutUntilItIsReleased() {
    LeaseholdClient one = leasehold.client("agent-1");
    LeaseholdClient two = leasehold.client("agent-2");
    long token;
    try (HeldLease lease = one.lease("s").path("/a").hold()) {
      token = lease.fencingToken();
      assertThat(lease.lease().getHolder()).isEqualTo("agent-1");
      assertThat(two.lease("s").path("/a").tryHold()).isEmpty();
    }
    try (HeldLease next = two.lease("s").path("/a").hold()) {
      assertThat(next.fencingToken()).isGreaterThan(token);
    }
  }

  @Test
  void whoWaitsGetsTheLeaseWhenItsTurnHasCome() throws Exception {
    LeaseholdClient one = leasehold.client("agent-1");
    LeaseholdClient two = leasehold.client("agent-2");
    HeldLease lease = one.lease("s").path("/a").hold();
    CompletableFuture<HeldLease> waiting =
        two.lease("s").path("/a").waitAtMost(Duration.ofSeconds(30)).holdAsync();
    await().until(() -> one.lease("s").path("/a").tryHold().isEmpty() && !waiting.isDone());
    lease.close();

    assertThat(waiting.get(60, TimeUnit.SECONDS).lease().getHolder()).isEqualTo("agent-2");
  }

  @Test
  void whatIsNotOnTheStreamWorksToo() {
    LeaseholdClient client = leasehold.client("agent-1");
    Lease lease = client.lease("s").path("/a").acquire();
    await()
        .untilAsserted(
            () ->
                assertThat(
                        client
                            .history(
                                GetHistoryRequest.newBuilder()
                                    .setLeaseId(lease.getLeaseId())
                                    .build())
                            .getEventsCount())
                    .isPositive());
  }

  @Test
  void eventsCanBeWatched() {
    LeaseholdClient client = leasehold.client("agent-1");
    Iterator<CloudEvent> events =
        EventServiceGrpc.newBlockingStub(client.channel())
            .withDeadlineAfter(20, TimeUnit.SECONDS)
            .watch(WatchRequest.newBuilder().setFrom(0).setSpace("s").build());
    Lease lease = client.lease("s").path("/a").acquire();
    CloudEvent first = events.next();

    assertThat(first.getSubject()).isEqualTo(lease.getLeaseId());
    assertThat(first.getType()).isEqualTo("dev.leasehold.lease.granted");
  }

  @Test
  void whatWasKeptIsThereAtTheNextOpening() throws IOException {
    Lease before =
        leasehold.client("agent-1").lease("s").path("/a").ttl(Duration.ofHours(1)).acquire();
    leasehold.close();
    open();

    LeaseholdClient again = leasehold.client("agent-1");
    assertThat(again.get(before.getLeaseId()).getState()).isEqualTo(Lease.State.ACTIVE);
    assertThat(leasehold.client("agent-2").lease("s").path("/a").tryHold()).isEmpty();
    again.release(ReleaseLeaseRequest.newBuilder().setLeaseId(before.getLeaseId()).build());
    assertThat(again.lease("s").path("/a").acquire().getFencingToken())
        .isGreaterThan(before.getFencingToken());
  }

  @Test
  void aSecondOpeningIsRefusedAndHarmsNothing() {
    assertThatThrownBy(() -> Leasehold.embedded(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("are open already")
        .hasMessageNotContaining("--data");
    assertThat(leasehold.client("agent-1").lease("s").path("/a").acquire().getState())
        .isEqualTo(Lease.State.ACTIVE);
  }

  @Test
  void itListensNowhere() {
    leasehold.client("agent-1").lease("s").path("/a").acquire();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.contains("armeria") || name.contains("boss"));
  }

  @Test
  void rolesAreWhatTheyAreOnAServer() {
    LeaseholdClient auditor = leasehold.client("eve", Role.AUDITOR);
    assertThatThrownBy(() -> auditor.lease("s").path("/a").acquire())
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.code()).isEqualTo("FORBIDDEN"));
  }

  @Test
  void tokensLastAsLongAsItIsOpen() throws IOException {
    assertThat(leasehold.token("agent-1", Role.AGENT))
        .isEqualTo(leasehold.token("agent-1", Role.AGENT))
        .isNotEqualTo(leasehold.token("agent-1", Role.AUDITOR));
    leasehold.close();
    open();
    LeaseholdClient admin = leasehold.client("root", Role.ADMIN);
    assertThat(
            TokenServiceGrpc.newBlockingStub(admin.channel())
                .listTokens(ListTokensRequest.getDefaultInstance())
                .getTokensList())
        .extracting(token -> token.getActor())
        .contains("root")
        .doesNotContain("agent-1");
  }

  @Test
  void aNameThatIsNoneIsRefused() {
    assertThatThrownBy(() -> leasehold.client("no name"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("actor");
  }

  @Test
  void manyThreadsNeverHoldTheSameThingTogether() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    List<CompletableFuture<Void>> workers = new ArrayList<>();
    for (int worker = 0; worker < 4; worker++) {
      LeaseholdClient client = leasehold.client("agent-" + worker);
      workers.add(
          CompletableFuture.runAsync(
              () -> {
                for (int round = 0; round < 25; round++) {
                  try (HeldLease lease =
                      client.lease("s").path("/a").waitAtMost(Duration.ofSeconds(30)).hold()) {
                    assertThat(inside.incrementAndGet()).isEqualTo(1);
                    lease.ensureHeld();
                    inside.decrementAndGet();
                  }
                }
              },
              task -> Thread.ofVirtual().start(task)));
    }
    for (CompletableFuture<Void> worker : workers) {
      worker.get(50, TimeUnit.SECONDS);
    }
  }

  @Test
  void closingSendsAwayWhoWaitsAndWhoWatches() throws Exception {
    LeaseholdClient client = leasehold.client("agent-1");
    client.lease("s").path("/a").ttl(Duration.ofHours(1)).acquire();
    Iterator<CloudEvent> events =
        EventServiceGrpc.newBlockingStub(client.channel())
            .watch(WatchRequest.newBuilder().setFrom(0).build());
    assertThat(events.next().getSource()).isNotEmpty();
    CompletableFuture<HeldLease> waiting =
        leasehold
            .client("agent-2")
            .lease("s")
            .path("/a")
            .waitAtMost(Duration.ofMinutes(10))
            .holdAsync();
    LeaseholdClient looking = leasehold.client("eve", Role.AUDITOR);
    ListLeasesRequest all = ListLeasesRequest.newBuilder().setSpace("s").build();
    await().until(() -> looking.list(all).getLeasesCount() == 2);
    long begin = System.nanoTime();
    leasehold.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(8));
    await().until(waiting::isCompletedExceptionally);
    assertThatThrownBy(() -> events.forEachRemaining(event -> {}))
        .isInstanceOf(StatusRuntimeException.class);
  }

  @Test
  void closingEndsItsClientsAndReleasesWhatTheyHold() throws IOException {
    LeaseholdClient client = leasehold.client("agent-1");
    HeldLease lease = client.lease("s").path("/a").ttl(Duration.ofHours(1)).hold();
    leasehold.close();
    leasehold.close();

    assertThat(lease.isHeld()).isFalse();
    assertThatThrownBy(() -> client.get(lease.leaseId())).isInstanceOf(LeaseholdException.class);
    assertThatThrownBy(() -> leasehold.client("agent-2")).isInstanceOf(IllegalStateException.class);
    open();
    assertThat(leasehold.client("agent-2").lease("s").path("/a").tryHold()).isPresent();
  }
}
