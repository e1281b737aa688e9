package dev.leasehold.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.SharedNode;
import dev.leasehold.node.operation.RefusalsTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Field names, paths and parameters that only HTTP and JSON have, when all goes well. */
class HttpOperationsTest extends SharedNode {

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
  void aCheckTakesParametersAndListsNobody() {
    String nobody = node.tokenFor("nobody", "agent");
    assertThat(ok(node.send(nobody, "GET", "/v1/spaces/check:check?path=/a/b", "")).text())
        .isEqualTo("{\"free\":true,\"conflicts\":[]}\n");
    acquire("\"space\":\"check\",\"scope\":[\"/a/*\"],\"mode\":\"shared\"");
    assertThat(ok(node.get("/v1/spaces/check:check?path=/a/b&mode=shared")).get("free"))
        .isEqualTo("true");
  }

  @Test
  void aCheckTakesWhatAnAcquireTakes() {
    String at = "/v1/spaces/several:check";
    acquire("\"space\":\"several\",\"paths\":[\"/b/c\"]");
    assertThat(ok(node.get(at + "?path=/a&path=/b")).get("free")).isEqualTo("true");
    assertThat(ok(node.get(at + "?path=/a&path=/b/")).get("free")).isEqualTo("false");
    assertThat(ok(node.get(at + "?path=/a&scope=/*/d")).get("free")).isEqualTo("true");
    assertThat(ok(node.get(at + "?scope=/a/**&scope=/*/c")).get("free")).isEqualTo("false");
    assertProblem(node.get(at + "?path=/a&path=b"), 400, "INVALID_INPUT", "path[1]");
    assertProblem(node.get(at + "?path=b"), 400, "INVALID_INPUT", "path");
    assertProblem(node.get(at + "?scope=/%5B&path=/a"), 400, "INVALID_INPUT", "scope[0]");
    assertProblem(node.get(at + "?path=/a&policy=none"), 400, "INVALID_INPUT", "policy");
    assertProblem(node.get(at + "?path=/a&policy=work&mode=SHARED"), 400, "INVALID_INPUT", "mode");
  }

  private static void assertProblem(Response response, int status, String code, String field) {
    assertThat(response.status()).as(response.text()).isEqualTo(status);
    assertThat(response.get("code")).isEqualTo(code);
    assertThat(response.get("field")).isEqualTo(field);
  }

  @Test
  void leasesOfExactlyAScopeAndOnesOwnAreListed() {
    String ann = node.tokenFor("ann", "admin");
    String id = acquire("\"space\":\"exact\",\"paths\":[\"/a/\",\"/b\"]").get("leaseId");
    acquire("\"space\":\"exact\",\"paths\":[\"/c\"]");
    String exact = "/v1/leases?space=exact&scope=/b&scope=/a/**";
    assertThat(ok(node.get(exact)).json().get("leases")).hasSize(1);
    assertThat(ok(node.get(exact)).json().get("leases").get(0).get("leaseId").asText())
        .isEqualTo(id);
    assertThat(ok(node.get("/v1/leases?space=exact&scope=/a/**")).json().get("leases")).isEmpty();
    assertThat(ok(node.get("/v1/leases?space=exact&own=true")).json().get("leases")).hasSize(2);
    assertThat(
            ok(node.send(ann, "GET", "/v1/leases?space=exact&own=true", "")).json().get("leases"))
        .isEmpty();
    assertProblem(node.get("/v1/leases?scope=/a"), 400, "INVALID_INPUT", "space");
  }

  @Test
  void aSpaceSaysWhetherItIgnoresCase() {
    Response declared =
        ok(node.send(node.adminToken(), "PUT", "/v1/spaces/win", "{\"caseInsensitive\":true}"));
    assertThat(declared.text()).isEqualTo("{\"space\":\"win\",\"caseInsensitive\":true}\n");
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

  private Response acquire(String fields) {
    return ok(node.post("/v1/leases", "{" + fields + "}"));
  }

  private List<String> ids(String query) {
    return ok(node.get("/v1/leases?" + query)).json().get("leases").findValuesAsText("leaseId");
  }

  private static Response ok(Response response) {
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    return response;
  }
}
