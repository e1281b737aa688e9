package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that was stopped for a while does not take up where it was: time went on. What ran out
 * meanwhile is over, and nobody is told of a hold that is over or another's.
 */
@Timeout(300)
class PausedServerIT {

  private static final String SPACE = "demo";
  private static final long SECOND = 1_000_000_000L;
  private static final long PAUSE_NANOS = 5 * SECOND;

  @TempDir private static Path data;
  private static ServerProcess server;
  private static Api holder;
  private static Api other;
  private static final Promises promises = new Promises();

  private static final List<CompletableFuture<Reply>> waiters = new ArrayList<>();
  private static LeaseView taken;
  private static LeaseView lost;
  private static LeaseView handedOn;
  private static LeaseView checkedOut;
  private static LeaseView converting;
  private static CompletableFuture<Reply> conversion;
  private static CompletableFuture<Reply> transfer;

  /** One pause for all: what each had before, and what it asks for meanwhile. */
  @BeforeAll
  static void standStill() throws Exception {
    server = ServerProcess.start(data);
    holder = server.as(server.admin().tokenFor("holder"));
    other = server.as(server.admin().tokenFor("other"));
    taken = holder.acquire(SPACE, "/taken", "1s").lease();
    lost = holder.acquire(SPACE, "/lost", "1s").lease();
    handedOn = holder.acquire(SPACE, "/handed-on", "2s").lease();
    checkedOut = holder.post("/v1/leases", withHeartbeat()).lease();
    converting = holder.post("/v1/leases", shared("/converted", "4s")).lease();
    other.post("/v1/leases", shared("/converted", "2s")).lease();
    conversion = ask(holder, converting, ":convert", Map.of("mode", "EXCLUSIVE", "wait", "20s"));
    promises.told(holder.acquire(SPACE, "/crowd", "2s").lease());
    for (int i = 0; i < 3; i++) {
      waiters.add(asking(server.as(server.admin().tokenFor("waiter-" + i)), "crowd-" + i));
    }
    awaitWaiting(3);
    server.process().signal("STOP");
    transfer = ask(holder, handedOn, ":transfer", Map.of("toHolder", "other"));
    long end = System.nanoTime() + PAUSE_NANOS;
    await().until(() -> System.nanoTime() >= end);
    server.process().signal("CONT");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Map<String, ?> withHeartbeat() {
    return Map.of(
        "space", SPACE, "paths", List.of("/checked-out"), "ttl", "60s", "heartbeat", "1s");
  }

  private static Map<String, ?> shared(String path, String ttl) {
    return Map.of("space", SPACE, "paths", List.of(path), "ttl", ttl, "mode", "SHARED");
  }

  private static CompletableFuture<Reply> ask(
      Api caller, LeaseView lease, String verb, Map<String, ?> body) {
    return later(() -> caller.post("/v1/leases/" + lease.leaseId() + verb, body));
  }

  /** Waits for what all want, and looks at once whether it has what it was told to have. */
  private static CompletableFuture<Reply> asking(Api caller, String requestId) {
    return later(() -> hold(caller, askForCrowd(caller, requestId)));
  }

  private static Reply askForCrowd(Api caller, String requestId) throws IOException {
    return caller.post(
        "/v1/leases",
        Map.of(
            "space",
            SPACE,
            "paths",
            List.of("/crowd"),
            "ttl",
            "2s",
            "wait",
            "25s",
            "requestId",
            requestId));
  }

  private static Reply hold(Api caller, Reply reply) throws IOException {
    if (reply.isSuccess()) {
      LeaseView lease = reply.lease();
      promises.told(lease);
      Reply valid = caller.post("/v1/leases/" + lease.leaseId() + ":validate", Map.of());
      if (!valid.isSuccess()) {
        promises.refused(lease);
      }
    }
    return reply;
  }

  private interface Asking {
    Reply ask() throws IOException;
  }

  private static CompletableFuture<Reply> later(Asking asking) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                reply.complete(asking.ask());
              } catch (IOException | RuntimeException e) {
                reply.completeExceptionally(e);
              }
            });
    return reply;
  }

  private static void awaitWaiting(int count) {
    await()
        .until(
            () ->
                server
                        .admin()
                        .get("/v1/leases?space=" + SPACE + "&path=/crowd&state=PENDING")
                        .json()
                        .path("leases")
                        .size()
                    == count);
  }

  @Test
  void anotherGetsWhatRanOutMeanwhile() throws Exception {
    LeaseView next = other.acquire(SPACE, "/taken", "60s").lease();
    assertThat(next.fencingToken()).isGreaterThan(taken.fencingToken());
    assertThat(holder.renew(taken).code()).isEqualTo("LEASE_EXPIRED");
    assertThat(holder.lookUp(taken).state()).isEqualTo("EXPIRED");
  }

  @Test
  void theHoldersRenewalIsTooLateAlsoIfNobodyWasFaster() throws Exception {
    assertThat(holder.renew(lost).code()).isEqualTo("LEASE_EXPIRED");
  }

  @Test
  void whoeverWaitedIsGrantedNowOneAfterTheOther() {
    List<Reply> replies = waiters.stream().map(CompletableFuture::join).toList();
    assertThat(promises.violations()).isEmpty();
    assertThat(replies)
        .allSatisfy(
            reply -> {
              assertThat(reply.isSuccess()).as(reply.text()).isTrue();
              assertThat(reply.lease().remainingNanos()).isGreaterThan(SECOND);
            });
  }

  @Test
  void aConversionOfALeaseThatRanOutComesToNothing() {
    assertThat(conversion.join().code()).isEqualTo("LEASE_EXPIRED");
  }

  @Test
  void whatRanOutIsHandedOnToNobody() {
    assertThat(transfer.join().code()).isEqualTo("LEASE_EXPIRED");
  }

  @Test
  void aHeartbeatThatCouldNotBeReceivedCountsAnew() throws Exception {
    LeaseView beaten = holder.lookUp(checkedOut);
    // Its second has passed since, for other tests took longer; then it was excused, once.
    assertThat(server.admin().get("/v1/leases/" + checkedOut.leaseId() + "/history").text())
        .contains("heartbeat_excused");
    assertThat(beaten.leaseId()).isEqualTo(checkedOut.leaseId());
  }
}
