package dev.leasehold.node.waiting;

import static dev.leasehold.node.operation.RefusalsTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Duration;
import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.LeaseServiceGrpc.LeaseServiceFutureStub;
import dev.leasehold.node.OwnNode;
import dev.leasehold.node.ServedNode;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A wait ends with the token that it was asked for with. The lease in its way stays held. */
class TokenOfAWaitTest extends OwnNode {

  String alice;
  String bob;
  String carol;

  @BeforeEach
  void start() {
    alice = node.tokenFor("alice", "agent");
    bob = node.tokenFor("bob", "agent");
    carol = node.tokenFor("carol", "agent");
  }

  private String take(String token, String mode) {
    String body = "{\"space\":\"s\",\"paths\":[\"/a\"],\"mode\":\"%s\"}".formatted(mode);
    ServedNode.Response taken = node.send(token, "POST", "/v1/leases", body);
    assertThat(taken.status()).as(taken.text()).isEqualTo(200);
    return taken.get("leaseId");
  }

  private CompletableFuture<HttpResponse<String>> open(String token, String mode) {
    return node.open(
        token,
        "/v1/leases",
        "{\"space\":\"s\",\"paths\":[\"/a\"],\"wait\":\"1h\",\"requestId\":\"r\",\"mode\":\"%s\"}"
            .formatted(mode));
  }

  private String queued(String holder) {
    String path = "/v1/leases?state=PENDING&holder=" + holder;
    await().until(() -> node.get(path).json().path("leases").size() == 1);
    await().until(() -> node.openRequests() == node.watchedWaits());
    return node.get(path).json().path("leases").get(0).path("leaseId").asText();
  }

  private void revoke(String token) {
    String path = "/v1/tokens/" + token.split("_")[1];
    ServedNode.Response revoked = node.send(node.adminToken(), "DELETE", path, "");
    assertThat(revoked.status()).as(revoked.text()).isEqualTo(200);
  }

  private void assertEnded(String id, String reason) {
    ServedNode.Response ended = node.get("/v1/leases/" + id);
    assertThat(ended.get("state")).isEqualTo("FAILED");
    assertThat(ended.get("reason")).isEqualTo(reason);
  }

  @Test
  void aRevokedTokenEndsTheWaitAtOnceAndLetsOthersPass() {
    take(alice, "SHARED");
    CompletableFuture<HttpResponse<String>> writer = open(bob, "EXCLUSIVE");
    String id = queued("bob");
    CompletableFuture<HttpResponse<String>> reader = open(carol, "SHARED");
    queued("carol");

    revoke(bob);

    assertProblem(ServedNode.answered(writer), 401, "UNAUTHENTICATED");
    assertEnded(id, "TOKEN_REVOKED");
    assertThat(ServedNode.answered(reader).get("state")).isEqualTo("ACTIVE");
  }

  @Test
  void itEndsAWaitWhoseConnectionIsBrokenToo() {
    take(alice, "EXCLUSIVE");
    CompletableFuture<HttpResponse<String>> open = open(bob, "EXCLUSIVE");
    String id = queued("bob");
    open.cancel(true);
    await().until(() -> node.openRequests() == 0);

    revoke(bob);

    await().until(() -> node.get("/v1/leases/" + id).get("state").equals("FAILED"));
    assertEnded(id, "TOKEN_REVOKED");
  }

  @Test
  void itCallsOffAWaitingConversionAndLeavesTheLease() {
    take(alice, "SHARED");
    String own = take(bob, "SHARED");
    CompletableFuture<HttpResponse<String>> open =
        node.open(
            bob, "/v1/leases/" + own + ":convert", "{\"mode\":\"EXCLUSIVE\",\"wait\":\"1h\"}");
    await().until(() -> node.openRequests() == 1);

    revoke(bob);

    assertProblem(ServedNode.answered(open), 401, "UNAUTHENTICATED");
    assertThat(node.get("/v1/leases/" + own).get("mode")).isEqualTo("SHARED");
    assertThat(node.get("/v1/leases/" + own).get("state")).isEqualTo("ACTIVE");
    // Nobody waits ahead of readers any more.
    take(carol, "SHARED");
  }

  @Test
  void anotherTokenOfTheSameActorEndsNothing() {
    take(alice, "EXCLUSIVE");
    String other = node.tokenFor("bob", "agent");
    CompletableFuture<HttpResponse<String>> open = open(bob, "EXCLUSIVE");
    String id = queued("bob");

    revoke(other);
    take(carol, "EXCLUSIVE", "/b");

    assertThat(open).isNotDone();
    assertThat(node.get("/v1/leases/" + id).get("state")).isEqualTo("PENDING");
  }

  /** A command behind the revocation: what that had to do is under way or done. */
  private void take(String token, String mode, String path) {
    String body = "{\"space\":\"s\",\"paths\":[\"%s\"],\"mode\":\"%s\"}".formatted(path, mode);
    assertThat(node.send(token, "POST", "/v1/leases", body).status()).isEqualTo(200);
  }

  @Test
  void aTokenThatRunsOutEndsTheWaitAtThatInstant() {
    String brief =
        node.post("/v1/tokens", "{\"actor\":\"dave\",\"role\":\"agent\",\"ttl\":\"30s\"}")
            .get("token");
    take(alice, "EXCLUSIVE");
    CompletableFuture<HttpResponse<String>> open = open(brief, "EXCLUSIVE");
    String id = queued("dave");

    node.advance(java.time.Duration.ofSeconds(30));

    assertProblem(ServedNode.answered(open), 401, "UNAUTHENTICATED");
    assertEnded(id, "TOKEN_EXPIRED");
  }

  @Test
  void aCallOverGrpcIsAnsweredAtOnce() {
    take(alice, "EXCLUSIVE");
    try (ClientFactory connections = ClientFactory.builder().build()) {
      Future<Lease> open =
          GrpcClients.builder("gproto+" + node.url() + "/")
              .factory(connections)
              .setHeader("authorization", "Bearer " + bob)
              .responseTimeout(java.time.Duration.ofMinutes(1))
              .build(LeaseServiceFutureStub.class)
              .acquire(
                  AcquireRequest.newBuilder()
                      .setSpace("s")
                      .addPaths("/a")
                      .setWait(Duration.newBuilder().setSeconds(3600))
                      .build());
      queued("bob");

      revoke(bob);

      ExecutionException failure =
          Assertions.catchThrowableOfType(
              ExecutionException.class, () -> open.get(30, TimeUnit.SECONDS));
      assertThat(((StatusRuntimeException) failure.getCause()).getStatus().getCode())
          .isEqualTo(Status.Code.UNAUTHENTICATED);
    }
  }
}
