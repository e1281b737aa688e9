package dev.leasehold.node.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.linecorp.armeria.client.grpc.GrpcClients;
import dev.leasehold.node.ServedNode;
import dev.leasehold.node.SharedNode;
import dev.leasehold.node.operation.Operations;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

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
                          java.util.regex.Pattern.compile("\\{[^}]*}")
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
  }

  @Test
  void thePageForPeopleNeedsNothingFromElsewhere() {
    ServedNode.Response page = node.send("", "GET", "/docs", "");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("content-type")).startsWith("text/html");
    assertThat(page.header("content-security-policy")).startsWith("default-src 'none'");
    assertThat(page.text())
        .contains("POST /v1/leases/{leaseId}:renew")
        .contains("GET /v1/events")
        .doesNotContain("<script")
        .doesNotContain("src=");
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
    ServerReflectionResponse response = reply.get(20, TimeUnit.SECONDS);
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
