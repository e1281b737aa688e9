package dev.leasehold.node.http.pages;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.linecorp.armeria.common.HttpMethod;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.node.http.Route;
import dev.leasehold.node.json.PlainJson;
import dev.leasehold.node.operation.Operation;
import dev.leasehold.node.operation.Operations;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The HTTP surface described as OpenAPI 3.1, out of the same table that serves it. */
final class OpenApi {

  private static final Map<String, Object> PROBLEM =
      Map.of("$ref", "#/components/responses/Problem");

  /** The roles whose tokens allow an operation; an extension, as names with x- are. */
  static final String ROLES = "x-roles";

  /** The chapter of the pages beside the operations. */
  private static final String PAGES = "Pages";

  private final SchemaComments comments = SchemaComments.load();
  private final OpenApiSchemas schemas = new OpenApiSchemas(comments);
  private final Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
  private final Map<String, Map<String, Object>> pages = new LinkedHashMap<>();
  private final Map<String, Object> document = new LinkedHashMap<>();

  private OpenApi() {}

  /** Describes the operations, the stream of events and the plain pages. */
  static OpenApi ofOperations() {
    OpenApi api = new OpenApi();
    Operations.ALL.forEach(operation -> api.add(Route.of(operation), "application/json"));
    api.add(Route.of(Operations.WATCH), "text/event-stream");
    api.addPage("/docs", "Docs", "All requests and replies, for people.", "text/html", false);
    api.addPage("/openapi.json", "OpenApi", "The same for programs.", "application/json", false);
    api.addPage("/metrics", "Metrics", "Figures for Prometheus.", "text/plain", true);
    api.addPage("/healthz", "Health", "Whether the process lives.", "application/json", false);
    api.addPage("/readyz", "Readiness", "Whether it takes requests.", "application/json", false);
    api.addPage(
        "/.well-known/jwks.json",
        "Keys",
        "The public keys that check the registrar's signatures.",
        "application/json",
        false);
    api.addPage("/", "Home", "The first page, for people.", "text/html", false);
    api.finish();
    return api;
  }

  /** The operations and pages, by path and by method. */
  Map<String, Map<String, Object>> paths() {
    return paths;
  }

  /** The pages beside the operations, by path. */
  Map<String, Map<String, Object>> pages() {
    return pages;
  }

  /** The messages that requests and replies consist of, by name. */
  Map<String, Object> types() {
    return schemas.components();
  }

  /** The comment about a chapter, which is a service. */
  String about(String chapter) {
    return comments.of("leasehold.v1." + chapter);
  }

  private void finish() {
    document.put("openapi", "3.1.0");
    document.put(
        "info",
        Map.of(
            "title",
            "Leasehold",
            "version",
            "1",
            "description",
            "Leases for agents, workers and people who share things. 64-bit integers are strings in"
                + " replies and accepted as numbers too; durations are texts such as 300s, 250ms or"
                + " 1h30m; unknown fields are refused."));
    document.put("security", List.of(Map.of("bearer", List.of())));
    document.put("paths", paths);
    Map<String, Object> problem = schemas.reply(Problem.getDescriptor());
    document.put(
        "components",
        Map.of(
            "securitySchemes",
            Map.of("bearer", Map.of("type", "http", "scheme", "bearer")),
            "responses",
            Map.of(
                "Problem",
                Map.of(
                    "description",
                    "Why the request was refused.",
                    "content",
                    Map.of("application/problem+json", Map.of("schema", problem)))),
            "schemas",
            schemas.components()));
  }

  private void add(Route route, String contentType) {
    Operation operation = route.operation();
    String comment = comments.of(operation.schema().getFullName());
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("operationId", operation.schema().getName());
    described.put("tags", List.of(operation.schema().getService().getName()));
    OpenApiSchemas.describe(described, comment);
    described.put(ROLES, roles(operation));
    List<Object> parameters = parameters(route);
    if (!parameters.isEmpty()) {
      described.put("parameters", parameters);
    }
    if (route.takesBody()) {
      Map<String, Object> body =
          schemas.body(operation.schema().getInputType(), Set.copyOf(route.variables()));
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("schema", body);
      json.put("example", Examples.body(operation, route.variables()));
      described.put("requestBody", Map.of("content", Map.of("application/json", json)));
    }
    described.put(
        "responses", responses(contentType, schemas.reply(operation.schema().getOutputType())));
    put(path(route), route.method(), described);
  }

  private static List<String> roles(Operation operation) {
    return Arrays.stream(Role.values())
        .filter(operation.permission()::isGrantedTo)
        .map(role -> role.name().toLowerCase(Locale.ROOT))
        .toList();
  }

  private static Map<String, Object> responses(String contentType, Map<String, Object> schema) {
    Map<String, Object> responses = new LinkedHashMap<>();
    responses.put(
        "200",
        Map.of("description", "Done.", "content", Map.of(contentType, Map.of("schema", schema))));
    responses.put("default", PROBLEM);
    return responses;
  }

  private List<Object> parameters(Route route) {
    List<Object> parameters = new ArrayList<>();
    route.variables().forEach(field -> parameters.add(parameter(field, "path")));
    if (!route.takesBody()) {
      route.operation().schema().getInputType().getFields().stream()
          .filter(field -> !route.variables().contains(field))
          .forEach(field -> parameters.add(parameter(field, "query")));
    }
    return parameters;
  }

  private Map<String, Object> parameter(FieldDescriptor field, String where) {
    Map<String, Object> parameter = new LinkedHashMap<>();
    parameter.put("name", field.getJsonName());
    parameter.put("in", where);
    if (where.equals("path")) {
      parameter.put("required", true);
    }
    OpenApiSchemas.describe(parameter, comments.of(field.getFullName()));
    parameter.put("schema", schemas.ofField(field, true));
    return parameter;
  }

  private void addPage(
      String path, String id, String description, String contentType, boolean needsToken) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("operationId", id);
    described.put("tags", List.of(PAGES));
    described.put("description", description);
    if (!needsToken) {
      described.put("security", List.of());
    }
    described.put("responses", responses(contentType, Map.of()));
    pages.put(path, described);
    put(path, HttpMethod.GET, described);
  }

  private void put(String path, HttpMethod method, Map<String, Object> described) {
    paths
        .computeIfAbsent(path, key -> new LinkedHashMap<>())
        .put(method.name().toLowerCase(Locale.ROOT), described);
  }

  private static String path(Route route) {
    StringBuilder path = new StringBuilder();
    int variable = 0;
    for (var segment : route.segments()) {
      path.append('/')
          .append(
              segment.isPresent()
                  ? segment.get()
                  : "{" + route.variables().get(variable++).getJsonName() + "}");
    }
    return route.verb().isEmpty() ? path.toString() : path + ":" + route.verb();
  }

  /** The whole description. */
  String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = new JsonFactory().createGenerator(text)) {
      PlainJson.write(out.useDefaultPrettyPrinter(), document);
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory cannot fail", e);
    }
    return text + "\n";
  }
}
