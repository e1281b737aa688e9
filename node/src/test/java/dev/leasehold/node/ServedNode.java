package dev.leasehold.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.node.deliver.channel.DeliverySettings;
import dev.leasehold.node.sequence.DurableListener;
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
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assertions;

/** A real server on a free port, with time that a test moves and a client that speaks JSON. */
public final class ServedNode implements AutoCloseable {

  /** For what comes at once on a machine that has time, and late on one that has not. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    Awaitility.setDefaultTimeout(PATIENCE);
  }

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
  private final Queue<CompletableFuture<?>> opened = new ConcurrentLinkedQueue<>();

  private ServedNode(MovedTime time, Server server, String adminToken) {
    this.time = time;
    this.server = server;
    this.adminToken = adminToken;
  }

  public static ServedNode start(Path directory) {
    return start(directory, new MovedTime());
  }

  public static ServedNode start(Path directory, MovedTime time) {
    return start(directory, time, Access.LOCAL);
  }

  public static ServedNode start(Path directory, MovedTime time, Access access) {
    try {
      return open(directory, time, access);
    } catch (IOException e) {
      return Assertions.fail(e);
    }
  }

  /** With messages that leave in another manner. */
  public static ServedNode start(Path directory, MovedTime time, DeliverySettings outside) {
    try {
      return serve(
          new Server.Options(
              directory,
              Server.DEFAULT_HOST,
              0,
              false,
              time,
              failure -> {},
              Access.LOCAL,
              false,
              null,
              null,
              outside),
          time);
    } catch (IOException e) {
      return Assertions.fail(e);
    }
  }

  /** Like {@link #start}, where it may be refused. */
  public static ServedNode open(Path directory, MovedTime time) throws IOException {
    return open(directory, time, Access.LOCAL);
  }

  private static ServedNode open(Path directory, MovedTime time, Access access) throws IOException {
    return serve(
        new Server.Options(directory, Server.DEFAULT_HOST, 0, false, time, failure -> {}, access),
        time);
  }

  /** A server that forwards what concerns the objects of git-lfs. */
  public static ServedNode open(Path directory, LfsUpstreamSettings lfsUpstream)
      throws IOException {
    MovedTime time = new MovedTime();
    return serve(
        new Server.Options(
            directory,
            Server.DEFAULT_HOST,
            0,
            false,
            time,
            failure -> {},
            Access.LOCAL,
            false,
            null,
            lfsUpstream,
            DeliverySettings.STANDARD),
        time);
  }

  private static ServedNode serve(Server.Options options, MovedTime time) throws IOException {
    Server server = Server.start(options);
    return new ServedNode(time, server, Files.readString(server.adminTokenFile()).strip());
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

  /**
   * A hash of the state, which a refused request must not change. Nothing is under way when a reply
   * has come.
   */
  public String stateHash() {
    return HexFormat.of().formatHex(server.node().kernel().stateHash());
  }

  /** Requests that wait for their lease, or are being told about it. */
  public int openRequests() {
    return server.waitingRoom().openRequests();
  }

  /** Waits that the server still watches over. */
  public int watchedWaits() {
    return server.waitingRoom().size();
  }

  /** Is told of every block before its replies leave, and may keep them back. */
  public void onDurable(DurableListener listener) {
    server.node().addDurableListener(listener);
  }

  public long lastPosition() {
    return server.node().kernel().lastPosition();
  }

  /** Ended leases that the kernel still remembers. */
  public int endedCount() {
    return server.node().kernel().endedCount();
  }

  /** Moves time on until the kernel remembers no lease that has ended. */
  public void awaitForgotten() {
    advance(Duration.ofMinutes(1));
    Awaitility.await()
        .until(
            () -> {
              advance(Duration.ofSeconds(5));
              return endedCount() == 0;
            });
  }

  /** A token for somebody. */
  public String tokenFor(String actor, String role) {
    Response issued =
        post("/v1/tokens", "{\"actor\":\"%s\",\"role\":\"%s\"}".formatted(actor, role));
    Assertions.assertEquals(200, issued.status(), issued.text());
    return issued.get("token");
  }

  /** Changes a setting. */
  public void setting(String key, String value) {
    Response changed =
        send(adminToken(), "PUT", "/v1/config/" + key, "{\"value\":\"%s\"}".formatted(value));
    if (changed.status() != 200) {
      throw new AssertionError(changed.text());
    }
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

  /** Sends a request that may stay open; cancelling the future closes its connection. */
  public CompletableFuture<HttpResponse<String>> open(String token, String path, String body) {
    CompletableFuture<HttpResponse<String>> request =
        client.sendAsync(
            HttpRequest.newBuilder(URI.create(url() + path))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    opened.add(request);
    return request;
  }

  /** The answer to an open request, once there is one. */
  public static Response answered(CompletableFuture<HttpResponse<String>> open) {
    try {
      return response(open.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Assertions.fail(e);
    } catch (ExecutionException | TimeoutException e) {
      return Assertions.fail(e);
    }
  }

  private static Response response(HttpResponse<String> response) {
    Map<String, String> headers = new TreeMap<>();
    response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    return new Response(response.statusCode(), headers, response.body());
  }

  public Response send(HttpRequest request) {
    try {
      return response(
          client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      return Assertions.fail(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Assertions.fail(e);
    }
  }

  /** As if the state had come from a backup. */
  public void restore() {
    server.node().sequencer().submit(Caller.SERVER, new AdminCommand.Restore()).join();
  }

  /** As if the node had stopped while its surfaces are still there. */
  void stopSequencer() throws Exception {
    server.node().sequencer().close();
  }

  /**
   * Requests that are still open see the server stop. Connections that are idle are closed before:
   * the server would give each a second to say more.
   */
  @Override
  public void close() throws IOException {
    if (opened.stream().allMatch(CompletableFuture::isDone)) {
      client.shutdownNow();
    }
    server.close();
    client.shutdown();
  }
}
