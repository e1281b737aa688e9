package dev.leasehold.node.publish;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.leasehold.node.ServedNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/** A client that reads server-sent events. */
public final class WatchedStream implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A message of the stream: fields by their names, as they came. */
  public record Message(String id, String event, String data) {
    public JsonNode json() {
      try {
        return JSON.readTree(data);
      } catch (JsonProcessingException e) {
        return Assertions.fail("not JSON: " + data, e);
      }
    }

    public String type() {
      return json().path("type").asText();
    }

    public JsonNode inData(String field) {
      return json().path("data").path(field);
    }
  }

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final List<Message> messages = new CopyOnWriteArrayList<>();
  private final List<String> comments = new CopyOnWriteArrayList<>();
  private final int status;
  private volatile String lastId = "";
  private volatile boolean ended;

  private WatchedStream(HttpRequest request) {
    try {
      HttpResponse<Stream<String>> response =
          client.send(request, HttpResponse.BodyHandlers.ofLines());
      status = response.statusCode();
      Thread.ofVirtual().start(() -> read(response.body()));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public static WatchedStream open(ServedNode node, String token, String query, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(node.url() + "/v1/events" + query))
            .header("Authorization", "Bearer " + token);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return new WatchedStream(request.build());
  }

  public static WatchedStream open(ServedNode node, String query) {
    return open(node, node.adminToken(), query);
  }

  private void read(Stream<String> lines) {
    String id = "";
    String event = "";
    StringBuilder data = new StringBuilder();
    try (lines) {
      for (String line : (Iterable<String>) lines::iterator) {
        if (line.isEmpty()) {
          if (!id.isEmpty()) {
            lastId = id;
          }
          if (!data.isEmpty()) {
            messages.add(new Message(id, event, data.toString()));
          }
          id = "";
          event = "";
          data.setLength(0);
        } else if (line.startsWith(":")) {
          comments.add(line);
        } else if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          event = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data.append(line.substring(6));
        }
      }
    } catch (RuntimeException e) {
      // The server may end the connection as well as the stream.
    } finally {
      ended = true;
    }
  }

  public int status() {
    return status;
  }

  public String lastId() {
    return lastId;
  }

  List<String> comments() {
    return comments;
  }

  public List<Message> messages() {
    return messages;
  }

  public List<String> types() {
    return new ArrayList<>(messages.stream().map(Message::type).toList());
  }

  public List<Message> await(int count) {
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> messages.size() >= count);
    return messages;
  }

  /** The reason the server gave when it ended the stream; empty if it has not. */
  public String lastEnd() {
    return messages.stream()
        .filter(message -> message.event().equals("end"))
        .map(Message::data)
        .findFirst()
        .orElse("");
  }

  public void awaitEnd() {
    org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> ended);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
