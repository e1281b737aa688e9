package dev.leasehold.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.cli.RunningServer;
import dev.leasehold.cli.TestSurroundings;
import dev.leasehold.cli.acquire.Acquisition;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.Body;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Endpoint;
import dev.leasehold.cli.remote.TlsPaths;
import dev.leasehold.client.LeaseholdClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run is told of a grant whose lease is over by then, because the reply was under way so long.
 */
@Timeout(180)
class LeaseKeeperTest {

  @TempDir private Path data;
  private final Queue<String> granted = new ConcurrentLinkedQueue<>();
  private RunningServer server;
  private LeaseholdClient client;
  private HttpServer slow;
  private Api api;

  @BeforeEach
  void start() throws IOException {
    server = RunningServer.in(data);
    String token = Files.readString(data.resolve("admin.token")).strip();
    client = LeaseholdClient.connect(server.url(), token);
    slow = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    slow.createContext("/v1/leases", this::answer);
    slow.start();
    String url = "http://127.0.0.1:" + slow.getAddress().getPort();
    api = new Api(new Endpoint(url, token, "a test", TlsPaths.NONE), InstantSource.system());
  }

  @AfterEach
  void stop() throws IOException {
    slow.stop(0);
    client.close();
    server.close();
  }

  /** Tells of the next grant; what is asked about a single lease is not its concern. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      boolean acquires = exchange.getRequestURI().getPath().equals("/v1/leases");
      String body = acquires ? "{\"leaseId\":\"" + granted.remove() + "\"}" : "{}";
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private String grant(int ttlMillis) {
    AcquireRequest request =
        AcquireRequest.newBuilder()
            .setSpace("demo")
            .addPaths("/a")
            .setTtl(
                com.google.protobuf.Duration.newBuilder()
                    .setSeconds(ttlMillis / 1_000)
                    .setNanos(ttlMillis % 1_000 * 1_000_000))
            .build();
    return client.acquire(request).getLeaseId();
  }

  private String runOut() {
    String leaseId = grant(900);
    await().until(() -> client.get(leaseId).getState() == Lease.State.EXPIRED);
    return leaseId;
  }

  private Acquisition acquisition(String wait) throws IOException {
    Body body = new Body().with("space", "demo").with("paths", List.of("/a")).with("wait", wait);
    return Acquisition.of(body, api, new TestSurroundings().surroundings());
  }

  @Test
  void whatIsOverIsWaitedForAgain() throws Exception {
    granted.add(runOut());
    String living = grant(60_000);
    granted.add(living);

    assertThat(new LeaseKeeper(client, api).take(acquisition("30s"), null).held().leaseId())
        .isEqualTo(living);
  }

  @Test
  void withoutAWaitItIsTold() throws Exception {
    granted.add(runOut());

    assertThatThrownBy(() -> new LeaseKeeper(client, api).take(acquisition(""), null))
        .isInstanceOf(CallFailedException.class)
        .hasMessageContaining("could not be kept");
  }
}
