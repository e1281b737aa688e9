package dev.leasehold.testing.process.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Connections to one server, for any number of callers. */
public final class Wire implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final String url;
  private final HttpClient client;

  public Wire(String url) {
    this.url = url;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
  }

  String url() {
    return url;
  }

  /**
   * @throws IOException if no answer came: the request was carried out or not
   */
  Reply send(String method, String target, String token, byte @Nullable [] body)
      throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + target)).timeout(TIMEOUT);
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (body == null) {
      request.method(method, HttpRequest.BodyPublishers.noBody());
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
    }
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      return new Reply(
          response.statusCode(),
          response.headers().firstValue("Content-Type").orElse(""),
          response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
