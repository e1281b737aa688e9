package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A reply tells state and remaining time as of when it leaves, however long its write took. */
class FreshRepliesTest {

  @TempDir Path directory;
  private ServedNode node;
  private volatile CountDownLatch disk = new CountDownLatch(0);

  @BeforeEach
  void start() {
    node = ServedNode.start(directory);
    node.onDurable(block -> awaitDisk());
  }

  private void awaitDisk() {
    try {
      disk.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void stop() throws Exception {
    disk.countDown();
    node.close();
  }

  /** Asks, and lets time pass between the decision and the reply. */
  private Response slowly(String path, String body, Duration passing) {
    disk = new CountDownLatch(1);
    long before = node.lastPosition();
    CompletableFuture<HttpResponse<String>> asked = node.open(node.adminToken(), path, body);
    await().until(() -> node.lastPosition() > before);
    node.advance(passing);
    disk.countDown();
    return ServedNode.answered(asked);
  }

  private String held() {
    return node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"2s\"}")
        .get("leaseId");
  }

  @Test
  void whatIsLeftIsToldAsOfThen() {
    Response reply =
        slowly(
            "/v1/leases",
            "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"2s\"}",
            Duration.ofMillis(500));
    assertThat(reply.get("state")).isEqualTo("ACTIVE");
    assertThat(reply.get("remaining")).isEqualTo("1.5s");
  }

  @Test
  void anAcquireWhoseLeaseRanOutOnTheWayHasExpiredAndSoHasItsRetry() {
    String body = "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"2s\",\"requestId\":\"r\"}";
    Response late = slowly("/v1/leases", body, Duration.ofSeconds(2));
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.get("code")).isEqualTo("LEASE_EXPIRED");
    assertThat(late.get("leaseId")).isNotEmpty();
    Response retry = node.post("/v1/leases", body);
    assertThat(retry.get("code")).isEqualTo("LEASE_EXPIRED");
    assertThat(retry.get("leaseId")).isEqualTo(late.get("leaseId"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          renew     | {"ttl":"3s"}
          transfer  | {"toHolder":"bob"}
          convert   | {"mode":"SHARED"}
          derive    | {"holder":"bob","ttl":"1s"}
          """)
  void soHasWhatElseGivesTime(String verb, String body) {
    Response late = slowly("/v1/leases/" + held() + ":" + verb, body, Duration.ofSeconds(3));
    assertThat(late.get("code")).as(late.text()).isEqualTo("LEASE_EXPIRED");
  }

  @Test
  void aPartThatEndedWithItsWholeOnTheWayIsNone() {
    String body = "{\"holder\":\"bob\"}";
    Response late = slowly("/v1/leases/" + held() + ":derive", body, Duration.ofSeconds(3));
    assertThat(late.get("code")).as(late.text()).isEqualTo("LEASE_REVOKED");
  }

  @Test
  void aRetryOfAnAcquireWhoseLeaseWasReleasedIsToldSo() {
    String body = "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"2s\",\"requestId\":\"r\"}";
    String id = node.post("/v1/leases", body).get("leaseId");
    node.post("/v1/leases/" + id + ":release", "{}");
    assertThat(node.post("/v1/leases", body).get("state")).isEqualTo("RELEASED");
  }

  @Test
  void aNoticeWordsDurationsWhenItIsDelivered() {
    String id =
        node.post("/v1/leases", "{\"space\":\"s\",\"paths\":[\"/a\"],\"ttl\":\"60s\"}")
            .get("leaseId");
    node.post("/v1/leases/" + id + ":revoke", "{\"reason\":\"r\",\"notice\":\"30s\"}");
    node.advance(Duration.ofSeconds(10));
    assertThat(node.get("/v1/leases/" + id).json().get("notices").get(0).get("text").asText())
        .contains("in 20 seconds");
  }
}
