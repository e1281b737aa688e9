package dev.leasehold.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.operation.RefusalsTest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every operation as an HTTP client sees it when all goes well. */
class HttpOperationsTest {

  @TempDir static Path directory;
  static ServedNode node;

  @BeforeAll
  static void start() {
    node = ServedNode.start(directory);
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
  }

  @Test
  void anAcquireAnswersWithTheLeaseAtTopLevel() {
    Response response =
        ok(
            node.post(
                "/v1/leases",
                """
                {"policy":"file","space":"acquire","scope":["/src/api/**"],"paths":["/a[1].txt"],
                 "mode":"EXCLUSIVE","ttl":"300s","maxRenewals":5,"session":"s1",
                 "labels":{"baseCommit":"abc"},"requestId":"r1"}
                """));
    JsonNode lease = response.json();

    assertThat(response.header("content-type")).isEqualTo("application/json");
    assertThat(response.header("cache-control")).isEqualTo("no-store");
    assertThat(response.headers()).doesNotContainKey("server");
    assertThat(lease.get("leaseId").asText())
        .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    assertThat(lease.get("policy").asText()).isEqualTo("file");
    assertThat(lease.get("space").asText()).isEqualTo("acquire");
    assertThat(lease.get("scope"))
        .extracting(JsonNode::asText)
        .containsExactlyInAnyOrder("/src/api/**", "/a[[]1].txt");
    assertThat(lease.get("mode").asText()).isEqualTo("EXCLUSIVE");
    assertThat(lease.get("holder").asText()).isEqualTo("admin");
    assertThat(lease.get("session").asText()).isEqualTo("s1");
    assertThat(lease.get("state").asText()).isEqualTo("ACTIVE");
    assertThat(lease.get("ttl").asText()).isEqualTo("300s");
    assertThat(lease.get("remaining").asText()).isEqualTo("300s");
    assertThat(lease.get("renewalCount").isInt()).isTrue();
    assertThat(lease.get("maxRenewals").asInt()).isEqualTo(5);
    assertThat(lease.get("epoch").textValue()).isEqualTo("0");
    assertThat(lease.get("labels").get("baseCommit").asText()).isEqualTo("abc");
    assertThat(lease.get("requestId").asText()).isEqualTo("r1");
    String token = lease.get("fencingToken").textValue();
    assertThat(Long.parseLong(token)).isPositive();
    assertThat(lease.get("fencePath"))
        .singleElement()
        .extracting(JsonNode::asText)
        .isEqualTo(token);
    assertThat(
            Long.parseLong(lease.get("expiresAtTick").textValue())
                - Long.parseLong(lease.get("issuedAtTick").textValue()))
        .isEqualTo(Duration.ofSeconds(300).toNanos());
    assertThat(
            Duration.between(
                Instant.parse(lease.get("issuedAt").asText()),
                Instant.parse(lease.get("expiresAt").asText())))
        .isEqualTo(Duration.ofSeconds(300));
    assertThat(lease.has("reason") || lease.has("cause") || lease.has("terminatedAt")).isFalse();
  }

  @Test
  void whatIsLeftOutOfAnAcquireHasDefaults() {
    JsonNode lease = acquire("\"space\":\"defaults\",\"scope\":[\"/**\"]").json();
    assertThat(lease.get("policy").asText()).isEqualTo("file");
    assertThat(lease.get("mode").asText()).isEqualTo("EXCLUSIVE");
    assertThat(lease.get("ttl").asText()).isEqualTo("3600s");
    assertThat(lease.get("maxRenewals").asInt()).isEqualTo(-1);
    assertThat(lease.has("labels") || lease.has("requestId") || lease.has("session")).isFalse();
  }

  @Test
  void idsComeInTheFormOfThePolicy() {
    assertThat(
            acquire("\"policy\":\"checkout\",\"space\":\"ids\",\"paths\":[\"/a\"]").get("leaseId"))
        .matches("[0-9A-HJKMNP-TV-Z]{26}");
    assertThat(
            acquire(
                    "\"policy\":\"work\",\"space\":\"ids\",\"paths\":[\"/b\"],\"leaseId\":\"mine/1\"")
                .get("leaseId"))
        .isEqualTo("mine/1");
  }

  @Test
  void aRetryGetsTheSameLease() {
    String fields = "\"space\":\"retry\",\"paths\":[\"/a\"],\"requestId\":\"again\"";
    assertThat(acquire(fields).get("leaseId")).isEqualTo(acquire(fields).get("leaseId"));
  }

  @Test
  void aLeaseIsFoundByItsIdAlsoWithASlash() {
    acquire("\"policy\":\"work\",\"space\":\"get\",\"paths\":[\"/a\"],\"leaseId\":\"a/b@c\"");
    assertThat(ok(node.get("/v1/leases/a%2Fb%40c")).get("leaseId")).isEqualTo("a/b@c");
    assertThat(ok(node.post("/v1/leases/a%2Fb@c:release", "")).get("state")).isEqualTo("RELEASED");
  }

  @Test
  void aListHasPages() {
    for (int i = 0; i < 5; i++) {
      acquire("\"space\":\"list\",\"paths\":[\"/" + i + "\"]");
    }
    JsonNode first = ok(node.get("/v1/leases?space=list&pageSize=3")).json();
    assertThat(first.get("leases")).hasSize(3);
    JsonNode second =
        ok(node.get(
                "/v1/leases?space=list&pageSize=3&pageToken="
                    + first.get("nextPageToken").asText()))
            .json();
    assertThat(second.get("leases")).hasSize(2);
    assertThat(second.has("nextPageToken")).isFalse();
    String reader = node.tokenFor("reader", "auditor");
    assertThat(ok(node.send(reader, "GET", "/v1/leases?space=empty", "")).text())
        .isEqualTo("{\"leases\":[]}\n");
  }

  @Test
  void aListIsNarrowedByItsParameters() {
    String id =
        acquire("\"space\":\"narrow\",\"scope\":[\"/a b/**\"],\"requestId\":\"n1\"").get("leaseId");
    assertThat(ids("space=narrow&path=/a%20b/c")).containsExactly(id);
    assertThat(ids("space=narrow&path=/a+b/c")).containsExactly(id);
    assertThat(ids("space=narrow&path=/x")).isEmpty();
    assertThat(ids("space=narrow&holder=admin&policy=file&requestId=n1")).containsExactly(id);
    assertThat(ids("space=narrow&policy=work")).isEmpty();
    assertThat(ids("space=narrow&state=released&state=EXPIRED")).isEmpty();
    ok(node.post("/v1/leases/" + id + ":release", "{}"));
    assertThat(ids("space=narrow")).isEmpty();
    assertThat(ids("space=narrow&state=released&state=EXPIRED")).containsExactly(id);
  }

  @Test
  void aRenewalMovesTheDeadline() {
    String id = acquire("\"space\":\"renew\",\"paths\":[\"/a\"],\"ttl\":\"10s\"").get("leaseId");
    node.advance(Duration.ofSeconds(4));
    JsonNode lease = ok(node.post("/v1/leases/" + id + ":renew", "")).json();
    assertThat(lease.get("remaining").asText()).isEqualTo("10s");
    assertThat(lease.get("renewalCount").asInt()).isEqualTo(1);
    assertThat(lease.has("lastRenewedAt")).isTrue();
    lease = ok(node.post("/v1/leases/" + id + ":renew", "{\"ttl\":\"1m\"}")).json();
    assertThat(lease.get("remaining").asText()).isEqualTo("60s");
    node.advance(Duration.ofMillis(100));
    assertThat(ok(node.get("/v1/leases/" + id)).get("remaining")).isEqualTo("59.9s");
  }

  @Test
  void aReleaseEndsTheLeaseWithItsReason() {
    String id = acquire("\"space\":\"release\",\"paths\":[\"/a\"]").get("leaseId");
    JsonNode lease =
        ok(node.post("/v1/leases/" + id + ":release", "{\"reason\":\"completed\"}")).json();
    assertThat(lease.get("state").asText()).isEqualTo("RELEASED");
    assertThat(lease.get("reason").asText()).isEqualTo("COMPLETED");
    assertThat(lease.get("endedBy").asText()).isEqualTo("admin");
    assertThat(lease.get("remaining").asText()).isEqualTo("0s");
    assertThat(lease.has("terminatedAt")).isTrue();
  }

  @Test
  void aCheckOutIsCompletedAndABudgetClosed() {
    String checkout =
        acquire("\"policy\":\"checkout\",\"space\":\"ends\",\"paths\":[\"/a\"]").get("leaseId");
    Response done =
        ok(node.post("/v1/leases/" + checkout + ":complete", "{\"commit\":\"c0ffee\"}"));
    assertThat(done.get("state")).isEqualTo("COMPLETED");
    assertThat(done.get("commit")).isEqualTo("c0ffee");
    assertThat(done.json().has("reason")).isFalse();
    JsonNode events = ok(node.get("/v1/leases/" + checkout + "/history")).json().get("events");
    JsonNode last = events.get(events.size() - 1);
    assertThat(last.get("type").asText()).isEqualTo("completed");
    assertThat(last.get("commit").asText()).isEqualTo("c0ffee");
    ok(node.post("/v1/pools", "{\"id\":\"ends\",\"amounts\":{\"tokens\":1}}"));
    String budget =
        acquire(
                "\"policy\":\"budget\",\"space\":\"ends\",\"paths\":[\"/b\"],\"pool\":\"ends\","
                    + "\"budget\":{\"tokens\":1}")
            .get("leaseId");
    assertThat(ok(node.post("/v1/leases/" + budget + ":close", "")).get("state"))
        .isEqualTo("CLOSED");
  }

  @Test
  void anAdminRevokesWithAReason() {
    String id = acquire("\"space\":\"revoke\",\"paths\":[\"/a\"]").get("leaseId");
    Response revoked =
        ok(node.post("/v1/leases/" + id + ":revoke", "{\"reason\":\"needed elsewhere\"}"));
    assertThat(revoked.get("state")).isEqualTo("REVOKED");
    assertThat(revoked.get("reason")).isEqualTo("needed elsewhere");
  }

  @Test
  void anExpiredLeaseSaysWhy() {
    String id = acquire("\"space\":\"expire\",\"paths\":[\"/a\"],\"ttl\":\"1s\"").get("leaseId");
    node.advance(Duration.ofSeconds(1));
    Response lease = ok(node.get("/v1/leases/" + id));
    assertThat(lease.get("state")).isEqualTo("EXPIRED");
    assertThat(lease.get("cause")).isEqualTo("TIME");
    assertThat(lease.get("terminatedAt")).isEqualTo(lease.get("expiresAt"));
    assertThat(lease.json().has("endedBy")).isFalse();
  }

  @Test
  void aCheckSaysWhoIsInTheWay() {
    String nobody = node.tokenFor("nobody", "agent");
    assertThat(ok(node.send(nobody, "GET", "/v1/spaces/check:check?path=/a/b", "")).text())
        .isEqualTo("{\"free\":true,\"conflicts\":[]}\n");
    String id =
        acquire("\"space\":\"check\",\"scope\":[\"/a/*\"],\"mode\":\"shared\"").get("leaseId");
    JsonNode held = ok(node.get("/v1/spaces/check:check?path=/a/b")).json();
    assertThat(held.get("free").asBoolean()).isFalse();
    assertThat(held.get("conflicts").get(0).get("leaseId").asText()).isEqualTo(id);
    assertThat(ok(node.get("/v1/spaces/check:check?path=/a/b&mode=shared")).get("free"))
        .isEqualTo("true");
  }

  @Test
  void aSpaceMayIgnoreCase() {
    Response declared =
        ok(node.send(node.adminToken(), "PUT", "/v1/spaces/win", "{\"caseInsensitive\":true}"));
    assertThat(declared.text()).isEqualTo("{\"space\":\"win\",\"caseInsensitive\":true}\n");
    acquire("\"space\":\"win\",\"paths\":[\"/Readme\"]");
    assertThat(ok(node.get("/v1/spaces/win:check?path=/README")).json().get("free").asBoolean())
        .isFalse();
  }

  @Test
  void statesMayBeAListInOneParameter() {
    String active = acquire("\"space\":\"states\",\"paths\":[\"/a\"]").get("leaseId");
    String ended = acquire("\"space\":\"states\",\"paths\":[\"/b\"]").get("leaseId");
    ok(node.post("/v1/leases/" + ended + ":release", ""));
    assertThat(ids("space=states&state=ACTIVE,RELEASED")).containsExactly(active, ended);
    assertThat(ids("space=states&state=RELEASED&state=ACTIVE,EXPIRED"))
        .containsExactly(active, ended);
    Response refused = node.get("/v1/leases?state=ACTIVE,");
    RefusalsTest.assertProblem(refused, 400, "INVALID_LEASE_STATE");
  }

  @Test
  void aPageHasRoomForSomething() {
    for (String size : List.of("0", "-1", "1001", "99999999999", "-99999999999999999999")) {
      Response refused = node.get("/v1/leases?pageSize=" + size);
      RefusalsTest.assertProblem(refused, 400, "INVALID_INPUT");
      assertThat(refused.get("field")).isEqualTo("pageSize");
      assertThat(refused.get("detail")).contains("1 to 1000");
    }
  }

  @Test
  void aCheckNeedsAPath() {
    Response refused = node.get("/v1/spaces/s:check");
    RefusalsTest.assertProblem(refused, 400, "INVALID_INPUT");
    assertThat(refused.get("field")).isEqualTo("path");
    assertThat(refused.get("detail")).contains("missing");
  }

  private static Response acquire(String fields) {
    return ok(node.post("/v1/leases", "{" + fields + "}"));
  }

  private static List<String> ids(String query) {
    return ok(node.get("/v1/leases?" + query)).json().get("leases").findValuesAsText("leaseId");
  }

  private static Response ok(Response response) {
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    return response;
  }
}
