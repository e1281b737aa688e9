package dev.leasehold.node.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.SharedNode;
import dev.leasehold.node.operation.Operations;
import dev.leasehold.node.operation.problem.ProblemCode;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthGrpc.HealthBlockingStub;
import io.grpc.reflection.v1.ServerReflectionGrpc.ServerReflectionStub;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server's descriptions of itself, for those without a token. */
class DescriptionsTest extends SharedNode {

  private JsonNode api;

  @BeforeAll
  void start() {
    ServedNode.Response response = node.send("", "GET", "/openapi.json", "");
    assertThat(response.status()).isEqualTo(200);
    api = response.json();
  }

  private Stream<JsonNode> described() {
    List<JsonNode> all = new ArrayList<>();
    api.path("paths").forEach(path -> path.forEach(all::add));
    return all.stream();
  }

  @Test
  void everyOperationIsDescribed() {
    assertThat(api.path("openapi").asText()).isEqualTo("3.1.0");
    assertThat(described().map(operation -> operation.path("operationId").asText()))
        .doesNotHaveDuplicates()
        .contains("Watch", "Metrics")
        .containsAll(
            Operations.ALL.stream().map(operation -> operation.schema().getName()).toList());
  }

  @Test
  void whatIsDescribedIsServed() {
    api.path("paths")
        .fieldNames()
        .forEachRemaining(
            path -> {
              String concrete = path.replaceAll("\\{[^}]*}", "x");
              assertThat(node.send("", "PATCH", concrete, "").get("code"))
                  .as(path)
                  .isEqualTo("METHOD_NOT_ALLOWED");
            });
  }

  @Test
  void everyReferenceLeadsSomewhere() {
    List<String> references = api.findValuesAsText("$ref");
    assertThat(references).isNotEmpty();
    for (String reference : references) {
      assertThat(api.at(reference.substring(1)).isObject()).as(reference).isTrue();
    }
  }

  @Test
  void everyVariableOfAPathIsAParameter() {
    api.path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .forEach(
                        operation -> {
                          Set<String> declared = new HashSet<>();
                          operation
                              .path("parameters")
                              .forEach(
                                  parameter -> {
                                    if (parameter.path("in").asText().equals("path")) {
                                      assertThat(parameter.path("required").asBoolean()).isTrue();
                                      declared.add("{" + parameter.path("name").asText() + "}");
                                    }
                                  });
                          Set<String> used = new HashSet<>();
                          Pattern.compile("\\{[^}]*}")
                              .matcher(path.getKey())
                              .results()
                              .forEach(result -> used.add(result.group()));
                          assertThat(declared).as(path.getKey()).isEqualTo(used);
                        }));
  }

  @Test
  void repliesAndRefusalsHaveTheirShapes() {
    assertThat(described())
        .allSatisfy(
            operation -> {
              assertThat(operation.at("/responses/200/description").asText()).isNotEmpty();
              assertThat(operation.at("/responses/default/$ref").asText())
                  .isEqualTo("#/components/responses/Problem");
            });
    assertThat(api.at("/components/responses/Problem/content").has("application/problem+json"))
        .isTrue();
    assertThat(api.at("/components/securitySchemes/bearer/scheme").asText()).isEqualTo("bearer");
    JsonNode acquire = api.at("/paths/~1v1~1leases/post");
    JsonNode body = acquire.at("/requestBody/content/application~1json/schema");
    assertThat(body.at("/properties/ttl/type").asText()).isEqualTo("string");
    assertThat(body.at("/properties/paths/items/type").asText()).isEqualTo("string");
    assertThat(body.path("additionalProperties").asBoolean(true)).isFalse();
    assertThat(api.at("/components/schemas/Lease/properties/fencingToken/type").asText())
        .isEqualTo("string");
  }

  @Test
  void commentsOfTheSchemaAreDescriptions() {
    assertThat(api.at("/paths/~1v1~1leases/post/description").asText())
        .startsWith("Takes a lease: all of the scope, or nothing.");
    assertThat(api.at("/components/schemas/Lease/properties/epoch/description").asText())
        .isEqualTo("How often the resource has changed hands, from 0.");
    assertThat(api.at("/components/schemas/ListLeasesResponse/properties").has("nextPageToken"))
        .isTrue();
    assertThat(api.findValuesAsText("description"))
        .as("fields are called as they are in JSON")
        .noneMatch(text -> text.contains("next_page_token") || text.contains("lease_id"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/docs"})
  void aPageForPeopleNeedsNothingFromElsewhere(String path) {
    ServedNode.Response page = node.send("", "GET", path, "");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("content-type")).startsWith("text/html");
    assertThat(page.header("content-security-policy")).startsWith("default-src 'none'");
    assertThat(page.header("x-content-type-options")).isEqualTo("nosniff");
    assertThat(page.header("x-frame-options")).isEqualTo("DENY");
    assertThat(page.header("referrer-policy")).isEqualTo("no-referrer");
    assertThat(page.text())
        .doesNotContain("<script")
        .doesNotContain("src=")
        .doesNotContain("href=\"http");
    assertThat(node.send("", "HEAD", path, "").status()).isEqualTo(200);
  }

  @Test
  void theFirstPageLeadsToTheOthers() {
    String page = node.send("", "GET", "/", "").text();
    assertThat(page).contains("It is ready.");
    for (String path : links(page)) {
      assertThat(node.send(node.adminToken(), "GET", path, "").status()).as(path).isEqualTo(200);
    }
    assertThat(links(page)).contains("/docs", "/openapi.json", "/metrics", "/readyz");
  }

  private static List<String> links(String page) {
    return Pattern.compile("href=\"([^\"]*)\"")
        .matcher(page)
        .results()
        .map(link -> link.group(1))
        .toList();
  }

  @Test
  void theDescriptionForPeopleHasContentsTypesExamplesAndCodes() {
    String page = node.send("", "GET", "/docs", "").text();
    assertThat(page)
        .contains("POST /v1/leases/{leaseId}:renew", "GET /v1/events")
        .contains(
            "<a href=\"#type-Lease\">Lease</a>", "<td>duration</td>", "<code>fencingToken</code>")
        .contains("-d &#39;{&quot;ttl&quot;:&quot;10m&quot;}&#39;")
        .doesNotContain("`");
    for (ProblemCode code : ProblemCode.values()) {
      assertThat(page).contains("<code>" + code.name() + "</code>");
    }
    for (String link : links(page)) {
      assertThat(page).as(link).contains("id=\"" + link.substring(1) + "\"");
    }
    described()
        .map(operation -> operation.path("operationId").asText())
        .forEach(id -> assertThat(page).contains("href=\"#" + id + "\"", "id=\"" + id + "\""));
  }

  @Test
  void everyExampleIsARequestThatIsUnderstood() {
    api.path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        method -> {
                          JsonNode example =
                              method
                                  .getValue()
                                  .at("/requestBody/content/application~1json/example");
                          if (example.isObject()) {
                            assertUnderstood(method.getKey(), path.getKey(), example);
                          }
                        }));
  }

  private void assertUnderstood(String method, String path, JsonNode example) {
    String address = path.replace("{key}", "cleanup_interval_seconds").replaceAll("\\{[^}]*}", "x");
    String verb = method.toUpperCase(Locale.ROOT);
    String token = path.endsWith(":seal") ? node.tokenFor("gateway", "gateway") : node.adminToken();
    ServedNode.Response response = node.send(token, verb, address, example.toString());
    assertThat(response.status()).as(path + " " + response.text()).isIn(200, 404, 409);
  }

  private String grpcUrl() {
    return node.url().replace("http:", "gproto+http:");
  }

  @Test
  void reflectionNamesTheServices() throws Exception {
    assertThat(
            reflected(ServerReflectionRequest.newBuilder().setListServices(""))
                .getListServicesResponse()
                .getServiceList())
        .extracting(ServiceResponse::getName)
        .contains("leasehold.v1.LeaseService", "leasehold.v1.EventService");
  }

  @Test
  void reflectionShowsTheSchema() throws Exception {
    ServerReflectionRequest.Builder service =
        ServerReflectionRequest.newBuilder().setFileContainingSymbol("leasehold.v1.LeaseService");
    assertThat(reflected(service).getFileDescriptorResponse().getFileDescriptorProtoCount())
        .isPositive();
  }

  private ServerReflectionResponse reflected(ServerReflectionRequest.Builder request)
      throws Exception {
    CompletableFuture<ServerReflectionResponse> reply = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> ask =
        GrpcClients.newClient(grpcUrl(), ServerReflectionStub.class)
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse response) {
                    reply.complete(response);
                  }

                  @Override
                  public void onError(Throwable failure) {
                    reply.completeExceptionally(failure);
                  }

                  @Override
                  public void onCompleted() {}
                });
    ask.onNext(request.build());
    ServerReflectionResponse response = reply.get(60, TimeUnit.SECONDS);
    ask.onCompleted();
    return response;
  }

  @Test
  void grpcAsksAboutHealthInItsOwnWay() {
    HealthCheckResponse health =
        GrpcClients.newClient(grpcUrl(), HealthBlockingStub.class)
            .check(HealthCheckRequest.getDefaultInstance());
    assertThat(health.getStatus()).isEqualTo(HealthCheckResponse.ServingStatus.SERVING);
  }
}
