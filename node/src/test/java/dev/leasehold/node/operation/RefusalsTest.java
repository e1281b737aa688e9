package dev.leasehold.node.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.refusal.RefusalCode;
import dev.leasehold.node.ServedNode.Response;
import dev.leasehold.node.SharedNode;
import dev.leasehold.node.operation.problem.ProblemCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Fields that make no sense, as HTTP clients write them, and the shape of problems. */
public class RefusalsTest extends SharedNode {

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
          {"space":"s","scope":["/a"],"policy":"budget"}                | budget
          {"space":"s","scope":["/a"],"wait":"-2.147483648s"}           | wait
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
  void someFieldsAreNeeded() {
    assertField(node.post("/v1/tokens", "{\"actor\":\"a\",\"role\":\"boss\"}"), "role");
    assertField(node.post("/v1/tokens", "{\"role\":\"agent\"}"), "actor");
    assertField(node.get("/v1/leases?pageToken=abc"), "pageToken");
    assertField(node.get("/v1/leases?pageSize=1001"), "pageSize");
    assertField(node.get("/v1/leases?pageSize=x"), "pageSize");
    assertField(node.get("/v1/leases?path=/a"), "space");
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
