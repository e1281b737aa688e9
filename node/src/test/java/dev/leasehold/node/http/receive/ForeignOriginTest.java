package dev.leasehold.node.http.receive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.SharedNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of another origin changes nothing, whatever its browser shows on its behalf. */
class ForeignOriginTest extends SharedNode {

  @ParameterizedTest
  @ValueSource(
      strings = {"http://evil.example", "null", "http://127.0.0.1", "file://", "x y", "https://["})
  void aForeignOriginIsRefused(String origin) throws Exception {
    for (String request :
        new String[] {"POST /v1/leases/x:renew", "PUT /v1/config/x", "DELETE /v1/tokens/x"}) {
      HttpResponse<String> response = send(request.split(" ")[0], request.split(" ")[1], origin);
      assertThat(response.statusCode()).as(request).isEqualTo(403);
      assertThat(response.body()).contains("FORBIDDEN", "Origin");
    }
  }

  @Test
  void thisServersOwnOriginIsNotForeign() throws Exception {
    assertThat(send("POST", "/v1/leases/x:renew", node.url()).body()).contains("LEASE_NOT_FOUND");
  }

  @Test
  void whatOnlyReadsIsAnswered() throws Exception {
    assertThat(send("GET", "/v1/leases", "http://evil.example").statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> send(String method, String path, String origin) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(node.url() + path))
              .header("Authorization", "Bearer " + node.adminToken())
              .header("Origin", origin)
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build(),
          HttpResponse.BodyHandlers.ofString());
    }
  }
}
