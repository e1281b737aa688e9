package dev.leasehold.node.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.Endpoint;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.SplitHttpResponse;
import dev.leasehold.node.ServedNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replies that a client asks for and does not read take its own share of memory and no more. */
class UnreadRepliesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int LEASES = 500;
  private static final int LABEL_BYTES = 250;

  @TempDir Path directory;
  ServedNode node;
  ClientFactory connections;

  @BeforeEach
  void start() {
    node = ServedNode.start(directory);
    connections =
        ClientFactory.builder()
            .http2InitialConnectionWindowSize(65_535)
            .http2InitialStreamWindowSize(65_535)
            .build();
    String labels = "{\"a\":\"" + "x".repeat(LABEL_BYTES) + "\",\"b\":\"" + "y".repeat(LABEL_BYTES);
    for (int i = 0; i < LEASES; i++) {
      node.post(
          "/v1/leases",
          "{\"space\":\"s\",\"paths\":[\"/" + i + "\"],\"labels\":" + labels + "\"}}");
    }
  }

  @AfterEach
  void stop() throws Exception {
    connections.close();
    node.close();
  }

  @Test
  void whoReadsNothingIsRefusedAndTheOthersAreNot() throws Exception {
    String agent = node.tokenFor("reader", "auditor");
    long reply = node.send(agent, "GET", "/v1/leases?pageSize=500", "").text().length();
    int unread = (int) (Runtime.getRuntime().maxMemory() / 32 / reply) + 20;
    List<SplitHttpResponse> replies = new ArrayList<>();
    WebClient client =
        WebClient.builder(
                SessionProtocol.H2C, Endpoint.of("127.0.0.1", URI.create(node.url()).getPort()))
            .factory(connections)
            .responseTimeout(PATIENCE)
            .maxResponseLength(0)
            .build();
    RequestHeaders list =
        RequestHeaders.of(
            HttpMethod.GET,
            "/v1/leases?pageSize=500",
            HttpHeaderNames.AUTHORIZATION,
            "Bearer " + agent);
    for (int i = 0; i < unread; i++) {
      replies.add(client.execute(list).split());
    }
    List<Integer> statuses = new ArrayList<>();
    for (SplitHttpResponse each : replies) {
      statuses.add(each.headers().get(PATIENCE.toSeconds(), TimeUnit.SECONDS).status().code());
    }
    assertThat(statuses).contains(200, 429).containsOnly(200, 429);
    assertThat(node.get("/v1/leases").status()).isEqualTo(200);

    replies.forEach(each -> each.body().abort());
    await()
        .atMost(PATIENCE)
        .until(() -> node.send(agent, "GET", "/v1/leases?pageSize=500", "").status() == 200);
  }
}
