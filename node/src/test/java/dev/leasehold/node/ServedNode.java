package dev.leasehold.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.leasehold.node.time.MovedTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Assertions;

/** A real server on a free port, with time that a test moves and a client that speaks JSON. */
public final class ServedNode implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  public record Response(int status, Map<String, String> headers, String text) {
    public JsonNode json() {
      try {
        return JSON.readTree(text);
      } catch (JsonProcessingException e) {
        return Assertions.fail("not JSON: " + text, e);
      }
    }

    public String get(String field) {
      return json().path(field).asText();
    }

    public String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  private final MovedTime time;
  private final Server server;
  private final String adminToken;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private ServedNode(MovedTime time, Server server, String adminToken) {
    this.time = time;
    this.server = server;
    this.adminToken = adminToken;
  }

  public static ServedNode start(Path directory) {
    return start(directory, new MovedTime());
  }

  public static ServedNode start(Path directory, MovedTime time) {
    try {
      Server server = Server.start(Server.Options.local(directory, time));
      return new ServedNode(time, server, Files.readString(server.adminTokenFile()).strip());
    } catch (IOException e) {
      return Assertions.fail(e);
    }
  }

  public String url() {
    return server.url();
  }

  public Path directory() {
    return server.node().dataDirectory();
  }

  public MovedTime time() {
    return time;
  }

  public void advance(Duration duration) {
    time.advance(duration.toNanos());
  }

  public String adminToken() {
    return adminToken;
  }

  /** What nothing may change that is refused. Nothing is under way when a reply has come. */
  public String stateHash() {
    return HexFormat.of().formatHex(server.node().kernel().stateHash());
  }

  public long lastPosition() {
    return server.node().kernel().lastPosition();
  }

  /** A token for somebody. */
  public String tokenFor(String actor, String role) {
    Response issued =
        post("/v1/tokens", "{\"actor\":\"%s\",\"role\":\"%s\"}".formatted(actor, role));
    Assertions.assertEquals(200, issued.status(), issued.text());
    return issued.get("token");
  }

  public Response get(String path) {
    return send(adminToken, "GET", path, "");
  }

  public Response post(String path, String body) {
    return send(adminToken, "POST", path, body);
  }

  public Response send(String token, String method, String path, String body) {
    return send(token, method, path, body.getBytes(StandardCharsets.UTF_8), "application/json");
  }

  /**
   * @param token empty for none
   * @param contentType empty for none
   */
  public Response send(String token, String method, String path, byte[] body, String contentType) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .method(
                method,
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (body.length > 0 && !contentType.isEmpty()) {
      request.header("Content-Type", contentType);
    }
    return send(request.build());
  }

  public Response send(HttpRequest request) {
    try {
      HttpResponse<String> response =
          client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      Map<String, String> headers = new TreeMap<>();
      response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
      return new Response(response.statusCode(), headers, response.body());
    } catch (IOException e) {
      return Assertions.fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Assertions.fail(e);
    }
  }

  /** As if the node had stopped while its surfaces are still there. */
  void stopSequencer() throws Exception {
    server.node().sequencer().close();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
