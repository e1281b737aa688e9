package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.Reply;
import dev.leasehold.testing.process.server.ServerProcess;
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
 * A server that was stopped for a while does not take up where it was: time went on. Leases that
 * ran out meanwhile are over, and nobody is told of a hold that is over or another's.
 */
@Timeout(900)
class PausedServerIT {

  private static final long SECOND = 1_000_000_000L;

  /** So long that a grant in the past would be over, too. */
  private static final long PAUSE_NANOS = 2 * Crowd.TTL.toNanos() + SECOND;

  private static ServerProcess server;
  private static Api holder;
  private static Api other;
  private static final Crowd crowd = new Crowd();
  private static LeaseView taken;
  private static LeaseView lost;
  private static LeaseView checkedOut;
  private static CompletableFuture<Reply> conversion;
  private static CompletableFuture<Reply> transfer;

  /** One pause for all: what each had before, and what it asks for meanwhile. */
  @BeforeAll
  static void standStill(@TempDir Path data) throws Exception {
    server = ServerProcess.start(data);
    holder = server.as(server.admin().tokenFor("holder"));
    other = server.as(server.admin().tokenFor("other"));
    List<Api> waiters = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiters.add(server.as(server.admin().tokenFor("waiter-" + i)));
    }
    taken = holder.acquire(Crowd.SPACE, "/taken", "4s").lease();
    lost = holder.acquire(Crowd.SPACE, "/lost", "4s").lease();
    LeaseView handedOn = holder.acquire(Crowd.SPACE, "/handed-on", "4s").lease();
    LeaseView shared = holder.post("/v1/leases", shared("4s")).lease();
    other.post("/v1/leases", shared("4s")).lease();
    conversion = ask(shared, ":convert", Map.of("mode", "EXCLUSIVE", "wait", "25s"));
    crowd.hold(holder);
    for (int i = 0; i < 3; i++) {
      crowd.join(waiters.get(i), "crowd-" + i);
    }
    Crowd.awaitWaiting(server.admin(), 3);
    checkedOut = holder.post("/v1/leases", withHeartbeat()).lease();
    server.process().signal("STOP");
    transfer = ask(handedOn, ":transfer", Map.of("toHolder", "other"));
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
        "space", Crowd.SPACE, "paths", List.of("/checked-out"), "ttl", "60s", "heartbeat", "4s");
  }

  private static Map<String, ?> shared(String ttl) {
    return Map.of(
        "space", Crowd.SPACE, "paths", List.of("/converted"), "ttl", ttl, "mode", "SHARED");
  }

  private static CompletableFuture<Reply> ask(LeaseView lease, String verb, Map<String, ?> body) {
    return Crowd.later(() -> holder.post("/v1/leases/" + lease.leaseId() + verb, body));
  }

  @Test
  void anotherGetsWhatRanOutMeanwhile() throws Exception {
    LeaseView next = other.acquire(Crowd.SPACE, "/taken", "60s").lease();
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
    assertThat(crowd.replies())
        .allSatisfy(
            reply -> {
              assertThat(reply.isSuccess()).as(reply.text()).isTrue();
              assertThat(reply.lease().remainingNanos()).isGreaterThan(SECOND);
            });
    assertThat(crowd.violations()).isEmpty();
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
    String history = "/v1/leases/" + checkedOut.leaseId() + "/history";
    await().untilAsserted(() -> assertThat(holder.get(history).text()).contains("excused"));
  }
}
