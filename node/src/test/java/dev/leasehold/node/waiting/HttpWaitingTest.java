package dev.leasehold.node.waiting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.ServedNode;
import dev.leasehold.node.time.MovedTime;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Waits whose requests come and go, and restarts; what holds on every surface is in {@code
 * WaitingContract}. Time is moved by the test.
 */
class HttpWaitingTest {

  private static final Duration JUST_UNDER_TEN = Duration.ofNanos(9_999_999_999L);
  private static final Duration NANO = Duration.ofNanos(1);

  @TempDir Path directory;
  MovedTime time = new MovedTime();
  ServedNode node;
  String alice;
  String bob;
  String carol;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory, time);
    alice = node.tokenFor("alice", "agent");
    bob = node.tokenFor("bob", "agent");
    carol = node.tokenFor("carol", "agent");
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
  }

  private String take(String token) {
    ServedNode.Response taken =
        node.send(token, "POST", "/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"]}");
    assertThat(taken.status()).as(taken.text()).isEqualTo(200);
    return taken.get("leaseId");
  }

  private CompletableFuture<HttpResponse<String>> open(String token, String wait, String id) {
    return node.open(
        token,
        "/v1/leases",
        "{\"space\":\"s\",\"paths\":[\"/a\"],\"wait\":\"%s\",\"requestId\":\"%s\"}"
            .formatted(wait, id));
  }

  /** The one lease that waits for a holder, once it does and its request is known to. */
  private String queued(String holder) {
    String path = "/v1/leases?state=PENDING&holder=" + holder;
    await().until(() -> node.get(path).json().path("leases").size() == 1);
    await().until(() -> node.openRequests() == node.watchedWaits());
    return node.get(path).json().path("leases").get(0).path("leaseId").asText();
  }

  private ServedNode.Response lease(String id) {
    return node.get("/v1/leases/" + id);
  }

  private void awaitEnd(String id, String reason) {
    await()
        .untilAsserted(
            () -> {
              assertThat(lease(id).get("state")).isEqualTo("FAILED");
              assertThat(lease(id).get("reason")).isEqualTo(reason);
            });
  }

  /** Returns when the server has seen it. */
  private void disconnect(CompletableFuture<HttpResponse<String>> open) {
    int before = node.openRequests();
    open.cancel(true);
    await().until(() -> node.openRequests() < before);
  }

  private void release(String token, String id) {
    ServedNode.Response released = node.send(token, "POST", "/v1/leases/" + id + ":release", "{}");
    assertThat(released.status()).as(released.text()).isEqualTo(200);
  }

  @Test
  void anAcquireThatIsToBlockWaitsAsLongAsTheSettingSays() {
    String admin = node.adminToken();
    node.send(admin, "PUT", "/v1/config/acquisition_timeout_ms", "{\"value\":\"7000\"}");
    take(alice);
    CompletableFuture<HttpResponse<String>> open =
        node.open(bob, "/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"],\"blocking\":true}");
    queued("bob");

    node.advance(Duration.ofSeconds(7));

    ServedNode.Response refused = ServedNode.answered(open);
    assertThat(refused.status()).isEqualTo(408);
    assertThat(refused.get("waited")).isEqualTo("7s");
    assertThat(refused.get("detail")).contains("within 7 seconds");
  }

  /** Promise 18. The lease in the way and the wait end at the same tick. */
  @Test
  void whoseOwnTimeHasPassedInTheQueueIsNotGranted() {
    node.send(alice, "POST", "/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"30s\"}");
    CompletableFuture<HttpResponse<String>> open = open(bob, "30s", "r");
    String id = queued("bob");

    node.advance(Duration.ofSeconds(30));

    assertThat(ServedNode.answered(open).get("code")).isEqualTo("ACQUISITION_TIMEOUT");
    assertThat(lease(id).get("fencingToken")).isEqualTo("0");
  }

  @Test
  void aWaitWithTwoRequestsLastsUntilBothHaveGone() {
    take(alice);
    CompletableFuture<HttpResponse<String>> first = open(bob, "1h", "r");
    final String id = queued("bob");
    CompletableFuture<HttpResponse<String>> second = open(bob, "1h", "r");
    await().until(() -> node.openRequests() == 2);

    disconnect(first);
    node.advance(Duration.ofSeconds(20));
    assertThat(lease(id).get("state")).isEqualTo("PENDING");

    disconnect(second);
    node.advance(Duration.ofSeconds(10));
    awaitEnd(id, "DISCONNECTED");
  }

  @Test
  void aGrantIsTheirsWhoComeBackInTime() {
    String held = take(alice);
    CompletableFuture<HttpResponse<String>> open = open(bob, "1h", "r");
    String id = queued("bob");
    disconnect(open);
    release(alice, held);
    node.advance(Duration.ofSeconds(9));

    ServedNode.Response back = ServedNode.answered(open(bob, "1h", "r"));
    assertThat(back.get("state")).isEqualTo("ACTIVE");
    await().until(() -> node.openRequests() == 0);

    node.advance(Duration.ofSeconds(60));
    assertThat(lease(id).get("state")).isEqualTo("ACTIVE");
  }

  @Test
  void aGrantThatItsHolderUsesIsLeftAlone() {
    String held = take(alice);
    CompletableFuture<HttpResponse<String>> open = open(bob, "1h", "r");
    String id = queued("bob");
    disconnect(open);
    node.advance(Duration.ofSeconds(1));
    release(alice, held);
    node.advance(Duration.ofSeconds(1));
    node.send(bob, "POST", "/v1/leases/" + id + ":renew", "{}");

    node.advance(Duration.ofSeconds(60));
    await().until(() -> node.openRequests() == 0);
    node.advance(Duration.ofSeconds(60));
    await().until(() -> node.watchedWaits() == 0);

    assertThat(lease(id).get("state")).isEqualTo("ACTIVE");
  }

  @Test
  void aGrantThatItsHolderHasReadOfIsLeftAlone() {
    for (String read : List.of("", ":validate")) {
      String held = take(alice);
      CompletableFuture<HttpResponse<String>> open = open(bob, "1h", "r" + read.length());
      final String id = queued("bob");
      disconnect(open);
      node.advance(Duration.ofSeconds(1));
      release(alice, held);
      String path = "/v1/leases/" + id + read;
      ServedNode.Response seen =
          read.isEmpty() ? node.send(bob, "GET", path, "") : node.send(bob, "POST", path, "{}");
      assertThat(seen.status()).as(seen.text()).isEqualTo(200);
      await().until(() -> node.watchedWaits() == 0);

      node.advance(Duration.ofSeconds(30));
      assertThat(lease(id).get("state")).isEqualTo("ACTIVE");
      release(bob, id);
    }
  }

  @Test
  void aServerThatStopsSendsThemAwayAndKeepsTheirPlaces() throws Exception {
    String held = take(alice);
    CompletableFuture<HttpResponse<String>> open = open(bob, "1h", "r");
    final String id = queued("bob");

    node.close();
    ServedNode.Response sent = ServedNode.answered(open);
    assertThat(sent.status()).isEqualTo(503);
    assertThat(sent.get("code")).isEqualTo("UNAVAILABLE");

    node = ServedNode.start(directory, time);
    node.advance(Duration.ofSeconds(9));
    CompletableFuture<HttpResponse<String>> back = open(bob, "1h", "r");
    await().until(() -> node.openRequests() == 1);
    node.advance(Duration.ofSeconds(60));
    release(alice, held);

    assertThat(ServedNode.answered(back).get("leaseId")).isEqualTo(id);
  }

  @Test
  void afterARestartAGrantOfWhichNobodyWasToldIsGivenUp() throws Exception {
    String held = take(alice);
    CompletableFuture<HttpResponse<String>> open = open(bob, "1h", "r");
    final String id = queued("bob");
    disconnect(open);
    node.advance(Duration.ofSeconds(1));
    release(alice, held);
    node.close();
    node = ServedNode.start(directory, time);

    node.advance(JUST_UNDER_TEN);
    assertThat(lease(id).get("state")).isEqualTo("ACTIVE");

    node.advance(NANO);
    awaitEnd(id, "UNCLAIMED");
  }

  /** Its reply left long ago, and it is nobody's business that its holder works in silence. */
  @Test
  void afterARestartAGrantThatWasOldByThenIsLeftAlone() throws Exception {
    String held = take(alice);
    CompletableFuture<HttpResponse<String>> open = open(bob, "1h", "r");
    final String id = queued("bob");
    release(alice, held);
    ServedNode.answered(open);
    await().until(() -> node.watchedWaits() == 0);
    node.advance(Duration.ofSeconds(21));
    node.close();
    node = ServedNode.start(directory, time);

    assertThat(node.watchedWaits()).isZero();
    node.advance(Duration.ofSeconds(20));
    assertThat(lease(id).get("state")).isEqualTo("ACTIVE");
  }

  @Test
  void afterARestartTheirTimeToComeBackIsCountedAnew() throws Exception {
    take(alice);
    CompletableFuture<HttpResponse<String>> open = open(bob, "1h", "r");
    final String id = queued("bob");
    node.close();
    ServedNode.answered(open);
    time.advance(Duration.ofSeconds(60).toNanos());
    node = ServedNode.start(directory, time);

    node.advance(JUST_UNDER_TEN);
    assertThat(lease(id).get("state")).isEqualTo("PENDING");

    node.advance(NANO);
    awaitEnd(id, "DISCONNECTED");
  }
}
