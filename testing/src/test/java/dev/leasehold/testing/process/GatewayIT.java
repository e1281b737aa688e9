package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server, a gateway and a command with a budget, each a process of its own. */
@Timeout(900)
class GatewayIT {

  private static final String ANSWER =
      "{\"id\":\"a\",\"choices\":[{\"message\":{\"content\":\"hello\"}}],\"usage\":"
          + "{\"prompt_tokens\":10,\"completion_tokens\":5}}";

  private static final String EVENT =
      "data: {\"id\":\"a\",\"choices\":[{\"delta\":{\"content\":\"ten bytes!\"}}]}\n\n";

  @TempDir private Path directory;
  private final CountDownLatch over = new CountDownLatch(1);
  private ExecutorService threads;
  private HttpServer provider;
  private ServerHere server;

  @BeforeEach
  void start() throws IOException {
    threads = Executors.newCachedThreadPool();
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.setExecutor(threads);
    provider.createContext("/v1/chat/completions", this::answer);
    provider.start();
    server = ServerHere.start(directory.resolve("data"));
    post("/v1/pools", Map.of("id", "team", "amounts", Map.of("usd_micros", 1_000_000)));
    String url = "http://127.0.0.1:" + provider.getAddress().getPort();
    post(
        "/v1/providers",
        Map.of("name", "model-api", "kind", "openai", "url", url, "key", "sk-played"));
    Files.writeString(
        directory.resolve("prices.json"),
        "{\"models\":{\"m\":{\"input\":\"1\",\"output\":\"10\"}}}");
  }

  @AfterEach
  void stop() throws IOException {
    over.countDown();
    server.close();
    provider.stop(0);
    threads.shutdownNow();
  }

  private JsonNode post(String path, Map<String, ?> body) throws IOException {
    var reply = server.admin().post(path, body);
    assertThat(reply.isSuccess()).as(reply.toString()).isTrue();
    return reply.json();
  }

  private void answer(HttpExchange exchange) throws IOException {
    assertThat(exchange.getRequestHeaders().getFirst("Authorization"))
        .isEqualTo("Bearer sk-played");
    String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    boolean streamed = asked.contains("\"stream\":true");
    exchange
        .getResponseHeaders()
        .set("Content-Type", streamed ? "text/event-stream" : "application/json");
    exchange.sendResponseHeaders(200, 0);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write((streamed ? EVENT : ANSWER).getBytes(StandardCharsets.UTF_8));
      out.flush();
      if (streamed) {
        over.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private RunningProcess gateway(String token) throws IOException {
    return RunningProcess.start(
        ServerProcess.java(
            ServerProcess.MAIN,
            "gateway",
            "--port",
            "0",
            "--prices",
            directory.resolve("prices.json").toString(),
            "--journal",
            directory.resolve("journal").toString()),
        directory,
        Map.of("LEASEHOLD_SERVER", server.url(), "LEASEHOLD_TOKEN", token));
  }

  private static String url(RunningProcess gateway) throws IOException {
    String line = gateway.firstLine();
    assertThat(line).as(gateway.errors()).contains("listens on http://");
    return line.replaceFirst(".*listens on (http://[^,]*),.*", "$1");
  }

  /** A command that calls the model with curl, as the environment says. */
  private RunningProcess run(String gateway, String body) throws IOException {
    String agent =
        post("/v1/tokens", Map.of("actor", "ann", "role", "agent", "pool", "team"))
            .path("token")
            .asText();
    String script =
        "echo $LEASEHOLD_LEASE > lease; exec curl -sN -H \"Authorization: Bearer $OPENAI_API_KEY\""
            + " -H 'Content-Type: application/json' -d '"
            + body
            + "' $OPENAI_BASE_URL/chat/completions";
    return RunProcess.start(
        server,
        directory,
        List.of(
            "budget",
            "run",
            "--token",
            agent,
            "--amount",
            "$0.50",
            "--provider",
            "model-api",
            "--gateway",
            gateway,
            "--",
            "sh",
            "-c",
            script));
  }

  private JsonNode budget() throws IOException {
    String id = Files.readString(directory.resolve("lease")).strip();
    return server.admin().get("/v1/leases/" + id).json().path("budget");
  }

  private boolean isSettled() throws IOException {
    return budget().path("reserved").path("usd_micros").asLong() == 0;
  }

  @Test
  void aCommandSpendsThroughTheGatewayAndAKilledGatewaySettles() throws Exception {
    String token =
        post("/v1/tokens", Map.of("actor", "gateway-1", "role", "gateway")).path("token").asText();
    try (RunningProcess gateway = gateway(token)) {
      try (RunningProcess run =
          run(url(gateway), "{\"model\":\"m\",\"max_tokens\":100,\"messages\":[]}")) {
        assertThat(run.awaitExit()).as(run.errors()).isZero();
        assertThat(run.output()).contains("hello");
      }
      await()
          .atMost(RunningProcess.PATIENCE)
          .until(() -> isSettled() && budget().path("spent").path("usd_micros").asLong() == 60);

      try (RunningProcess run =
          run(
              url(gateway),
              "{\"model\":\"m\",\"stream\":true,\"max_tokens\":100,\"messages\":[]}")) {
        await().atMost(RunningProcess.PATIENCE).until(() -> run.output().contains("ten bytes!"));
        gateway.kill();
        run.awaitExit();
      }
      assertThat(isSettled()).isFalse();
    }
    try (RunningProcess again = gateway(token)) {
      assertThat(url(again)).startsWith("http://");
      await().atMost(RunningProcess.PATIENCE).until(this::isSettled);
      assertThat(budget().path("spent").path("usd_micros").asLong()).isBetween(120L, 300L);
      again.signal("TERM");
      assertThat(again.awaitExit()).as(again.errors()).isZero();
      assertThat(again.errors()).doesNotContain("sk-played");
    }
  }

  @Test
  void aTokenOfAnotherRoleIsRefusedAtOnce() throws Exception {
    try (RunningProcess gateway = gateway(server.adminToken())) {
      assertThat(gateway.awaitExit()).isEqualTo(5);
      assertThat(gateway.errors()).contains("--role gateway");
    }
  }
}
