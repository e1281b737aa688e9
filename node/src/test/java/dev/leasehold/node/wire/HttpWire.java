package dev.leasehold.node.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.api.AnnotationsProto;
import com.google.api.HttpRule;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.operation.Operation;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;

/**
 * HTTP with JSON as protobuf's own mapping writes and reads it: a client that knows nothing but the
 * proto files.
 */
final class HttpWire implements Wire {

  private final String url;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  HttpWire(String url) {
    this.url = url;
  }

  @Override
  public Sent send(String token, Message request) {
    Operation operation = WireOperations.of(request);
    HttpRequest.Builder http = request(operation.schema(), request);
    if (!token.isEmpty()) {
      http.header("Authorization", "Bearer " + token);
    }
    CompletableFuture<HttpResponse<String>> response =
        client.sendAsync(http.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    return new Sent(
        response.thenApply(answer -> message(operation, answer)), () -> response.cancel(true));
  }

  private HttpRequest.Builder request(MethodDescriptor method, Message request) {
    HttpRule rule = method.getOptions().getExtension(AnnotationsProto.http);
    String path = rule.getGet() + rule.getPut() + rule.getPost() + rule.getDelete();
    Message.Builder rest = request.toBuilder();
    for (FieldDescriptor field : method.getInputType().getFields()) {
      String place = "{" + field.getName() + "}";
      if (path.contains(place)) {
        path = path.replace(place, escaped(request.getField(field)));
        rest.clearField(field);
      }
    }
    boolean takesBody = rule.getBody().equals("*");
    HttpRequest.Builder http =
        HttpRequest.newBuilder(URI.create(url + path + (takesBody ? "" : query(rest))));
    return takesBody
        ? http.header("Content-Type", "application/json")
            .method(rule.getPatternCase().name(), HttpRequest.BodyPublishers.ofString(json(rest)))
        : http.method(rule.getPatternCase().name(), HttpRequest.BodyPublishers.noBody());
  }

  private static String query(Message.Builder fields) {
    StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    for (Map.Entry<FieldDescriptor, Object> field : fields.getAllFields().entrySet()) {
      List<?> values = field.getValue() instanceof List<?> list ? list : List.of(field.getValue());
      values.forEach(value -> query.add(field.getKey().getJsonName() + "=" + escaped(value)));
    }
    return query.toString();
  }

  private static String escaped(Object value) {
    return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String json(Message.Builder message) {
    try {
      return JsonFormat.printer().print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static Message message(Operation operation, HttpResponse<String> response) {
    boolean succeeded = response.statusCode() == 200;
    assertThat(response.headers().firstValue("content-type"))
        .as(response.body())
        .contains(succeeded ? "application/json" : "application/problem+json");
    Message.Builder message =
        succeeded ? WireOperations.reply(operation).newBuilderForType() : Problem.newBuilder();
    try {
      JsonFormat.parser().merge(response.body(), message);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(response.body(), e);
    }
    if (message instanceof Problem.Builder problem) {
      assertThat(response.statusCode()).as(response.body()).isEqualTo(problem.getStatus());
    }
    return message.build();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
