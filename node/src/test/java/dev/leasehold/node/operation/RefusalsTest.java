package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.RefusalCode;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.operation.problem.ProblemCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The refusals that can be provoked from outside, with their statuses and shapes. */
public class RefusalsTest {

  @TempDir static Path directory;
  static ServedNode node;
  static String agent;

  @BeforeAll
  static void start() {
    node = ServedNode.start(directory);
    agent = node.tokenFor("agent-1", "agent");
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"scope":["/a"]}                                              | space
          {"space":"a b","scope":["/a"]}                                | space
          {"space":"s"}                                                 | scope
          {"space":"s","scope":["a"]}                                   | scope[0]
          {"space":"s","scope":["/a","/../b"]}                          | scope[1]
          {"space":"s","paths":["/a","/b//c"]}                          | paths[1]
          {"space":"s","scope":["/a"],"policy":"none"}                  | policy
          {"space":"s","scope":["/a"],"ttl":"0s"}                       | ttl
          {"space":"s","scope":["/a"],"ttl":"999us"}                    | ttl
          {"space":"s","scope":["/a"],"ttl":"8785h"}                    | ttl
          {"space":"s","scope":["/a"],"ttl":"2000000h"}                 | ttl
          {"space":"s","scope":["/a"],"maxRenewals":-2}                 | maxRenewals
          {"space":"s","scope":["/a"],"maxRenewals":-2147483648}        | maxRenewals
          {"space":"s","scope":["/a"],"holder":"a:b"}                   | holder
          {"space":"s","scope":["/a"],"session":"é"}                    | session
          {"space":"s","scope":["/a"],"requestId":"?"}                  | requestId
          {"space":"s","scope":["/a"],"labels":{"":"x"}}                | labels
          {"space":"s","scope":["/a"],"leaseId":"mine"}                 | leaseId
          {"space":"s","scope":["/a"],"policy":"work","mode":"shared"}  | mode
          """)
  void anAcquireThatMakesNoSenseNamesTheField(String body, String field) {
    Response response = node.post("/v1/leases", body);
    assertProblem(response, 400, "INVALID_INPUT");
    assertThat(response.get("field")).isEqualTo(field);
  }

  @Test
  void namesHaveOneHundredAndTwentyEightBytes() {
    String body = "{\"space\":\"%s\",\"scope\":[\"/a\"]}";
    assertThat(node.post("/v1/leases", body.formatted("x".repeat(128))).status()).isEqualTo(200);
    Response response = node.post("/v1/leases", body.formatted("x".repeat(129)));
    assertProblem(response, 400, "INVALID_INPUT");
    assertThat(response.get("field")).isEqualTo("space");
  }

  @Test
  void conflictsAreNamed() {
    String id = acquire("\"space\":\"c\",\"scope\":[\"/docs/*.md\"],\"ttl\":\"60s\"");
    Response overlap = node.post("/v1/leases", "{\"space\":\"c\",\"scope\":[\"/docs/api.*\"]}");
    assertProblem(overlap, 409, "SCOPE_OVERLAP");
    JsonNode conflict = overlap.json().get("conflicts").get(0);
    assertThat(conflict.get("leaseId").asText()).isEqualTo(id);
    assertThat(conflict.get("holder").asText()).isEqualTo("admin");
    assertThat(conflict.get("state").asText()).isEqualTo("ACTIVE");
    assertThat(conflict.get("scope").get(0).asText()).isEqualTo("/docs/*.md");
    assertThat(conflict.get("mode").asText()).isEqualTo("EXCLUSIVE");
    assertThat(conflict.get("expiresAt").asText()).endsWith("Z");

    acquire("\"space\":\"d\",\"scope\":[\"/**\"]");
    assertProblem(
        node.post("/v1/leases", "{\"space\":\"d\",\"scope\":[\"/a\"]}"), 409, "ALREADY_LEASED");
  }

  @Test
  void whatEndedStaysEnded() {
    assertProblem(verb(ended("release", ""), "renew"), 409, "LEASE_ALREADY_TERMINAL");
    assertProblem(verb(ended("revoke", "{\"reason\":\"r\"}"), "renew"), 409, "LEASE_REVOKED");
    String evicted = acquire("\"policy\":\"checkout\",\"space\":\"t\",\"paths\":[\"/e\"]");
    node.post("/v1/leases/" + evicted + ":revoke", "{\"reason\":\"r\"}");
    assertProblem(verb(evicted, "release"), 409, "LEASE_EVICTED");
    String expired = acquire("\"space\":\"t\",\"paths\":[\"/x\"],\"ttl\":\"1s\"");
    node.advance(Duration.ofSeconds(1));
    assertProblem(verb(expired, "renew"), 409, "LEASE_EXPIRED");
  }

  @Test
  void renewalsHaveTheirLimits() {
    String id = acquire("\"space\":\"r\",\"paths\":[\"/a\"],\"maxRenewals\":1,\"ttl\":\"60s\"");
    Response tooShort = node.post("/v1/leases/" + id + ":renew", "{\"ttl\":\"30s\"}");
    assertProblem(tooShort, 400, "RENEWAL_DOES_NOT_EXTEND");
    assertThat(tooShort.get("detail")).contains("60s").contains("30s");
    node.advance(Duration.ofSeconds(1));
    assertThat(verb(id, "renew").status()).isEqualTo(200);
    node.advance(Duration.ofSeconds(1));
    assertProblem(verb(id, "renew"), 409, "MAX_RENEWALS_EXCEEDED");
    String checkout = acquire("\"policy\":\"checkout\",\"space\":\"r\",\"paths\":[\"/b\"]");
    assertProblem(verb(checkout, "renew"), 409, "NOT_RENEWABLE");
  }

  @Test
  void anIdIsUsedOnce() {
    acquire("\"policy\":\"work\",\"space\":\"i\",\"paths\":[\"/a\"],\"leaseId\":\"w1\"");
    assertProblem(
        node.post(
            "/v1/leases",
            "{\"policy\":\"work\",\"space\":\"i\",\"paths\":[\"/b\"],\"leaseId\":\"w1\"}"),
        409,
        "LEASE_ALREADY_EXISTS");
  }

  @Test
  void aRequestIdStandsForOneContent() {
    acquire("\"space\":\"q\",\"paths\":[\"/a\"],\"requestId\":\"q1\"");
    Response other =
        node.post("/v1/leases", "{\"space\":\"q\",\"paths\":[\"/b\"],\"requestId\":\"q1\"}");
    assertProblem(other, 400, "INVALID_INPUT");
    assertThat(other.get("field")).isEqualTo("requestId");
  }

  @Test
  void whatIsNotThereIsNotFound() {
    assertProblem(node.get("/v1/leases/none"), 404, "LEASE_NOT_FOUND");
    assertProblem(verb("none", "renew"), 404, "LEASE_NOT_FOUND");
    assertProblem(node.send(node.adminToken(), "DELETE", "/v1/tokens/none", ""), 404, "NOT_FOUND");
  }

  @Test
  void anothersLeaseIsItsHolders() {
    String id = acquire("\"space\":\"h\",\"paths\":[\"/a\"]");
    for (String verb : List.of("renew", "release", "complete", "close")) {
      Response refused = node.send(agent, "POST", "/v1/leases/" + id + ":" + verb, "");
      assertProblem(refused, 403, "NOT_HOLDER");
    }
    assertThat(node.send(agent, "GET", "/v1/leases/" + id, "").status()).isEqualTo(200);
    assertProblem(
        node.send(
            agent, "POST", "/v1/leases", "{\"space\":\"h\",\"paths\":[\"/b\"],\"holder\":\"x\"}"),
        403,
        "FORBIDDEN");
  }

  @Test
  void someFieldsAreNeeded() {
    String id = acquire("\"space\":\"n\",\"paths\":[\"/a\"]");
    assertField(verb(id, "revoke"), "reason");
    assertField(node.post("/v1/tokens", "{\"actor\":\"a\",\"role\":\"boss\"}"), "role");
    assertField(node.post("/v1/tokens", "{\"role\":\"agent\"}"), "actor");
    assertField(node.get("/v1/spaces/n:check"), "path");
    assertField(node.get("/v1/leases?pageToken=abc"), "pageToken");
    assertField(node.get("/v1/leases?pageSize=1001"), "pageSize");
    assertField(node.get("/v1/leases?pageSize=x"), "pageSize");
    assertField(node.get("/v1/leases?path=/a"), "space");
    Response reason = node.post("/v1/leases/" + id + ":release", "{\"reason\":\"bored\"}");
    assertProblem(reason, 400, "INVALID_RELEASE_REASON");
    assertThat(reason.get("field")).isEqualTo("reason");
    Response state = node.get("/v1/leases?state=gone");
    assertProblem(state, 400, "INVALID_LEASE_STATE");
    assertThat(state.get("field")).isEqualTo("state");
  }

  @ParameterizedTest
  @EnumSource
  void everyRefusalOfTheKernelHasAStatus(RefusalCode code) {
    assertThat(ProblemCode.of(code).httpStatus()).isBetween(400, 499);
    assertThat(ProblemCode.of(code).title()).isNotBlank();
  }

  private static String acquire(String fields) {
    Response response = node.post("/v1/leases", "{" + fields + "}");
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    return response.get("leaseId");
  }

  private static String ended(String verb, String body) {
    String id = acquire("\"space\":\"t\",\"paths\":[\"/%s\"]".formatted(verb));
    assertThat(node.post("/v1/leases/" + id + ":" + verb, body).status()).isEqualTo(200);
    return id;
  }

  private static Response verb(String id, String verb) {
    return node.post("/v1/leases/" + id + ":" + verb, "");
  }

  private static void assertField(Response response, String field) {
    assertProblem(response, 400, "INVALID_INPUT");
    assertThat(response.get("field")).isEqualTo(field);
  }

  public static void assertProblem(Response response, int status, String code) {
    assertThat(response.status()).as(response.text()).isEqualTo(status);
    assertThat(response.header("content-type")).isEqualTo("application/problem+json");
    JsonNode problem = response.json();
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("code").asText()).as(response.text()).isEqualTo(code);
    assertThat(problem.get("title").asText()).isNotBlank();
    assertThat(problem.get("detail").asText()).isNotBlank().doesNotContain("Exception");
    List<String> names = new ArrayList<>();
    problem.fieldNames().forEachRemaining(names::add);
    Set<String> known =
        Problem.getDescriptor().getFields().stream()
            .map(FieldDescriptor::getJsonName)
            .collect(Collectors.toSet());
    assertThat(known).containsAll(names);
  }
}
