package dev.leasehold.bench;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpResponseWriter;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.server.Server;
import dev.leasehold.api.v1.AddProviderRequest;
import dev.leasehold.api.v1.BudgetServiceGrpc;
import dev.leasehold.api.v1.CreatePoolRequest;
import dev.leasehold.api.v1.CreateTokenRequest;
import dev.leasehold.api.v1.HandshakeRequest;
import dev.leasehold.api.v1.ProviderServiceGrpc;
import dev.leasehold.api.v1.TokenServiceGrpc;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.ServerCalls;
import dev.leasehold.gateway.Gateway;
import dev.leasehold.gateway.GatewayOptions;
import dev.leasehold.gateway.PriceFile;
import dev.leasehold.gateway.call.CallLimits;
import dev.leasehold.node.time.SystemTime;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.HdrHistogram.Histogram;

/**
 * Goals: a gateway adds less than 2 ms to a call at the median, and carries 500 streams at once in
 * 512 MB. Server, gateway, provider and client are all in this process: run it with {@code
 * -Xmx512m}.
 */
public final class GatewayFigures {

  private static final int WARM_UP = 2_000;
  private static final int CALLS = 4_000;
  private static final int STREAMS = 500;
  private static final int ROUNDS = 100;
  private static final String PATH = "/v1/chat/completions";

  private static final String ANSWER =
      "{\"id\":\"a\",\"choices\":[{\"message\":{\"content\":\"hello\"}}],\"usage\":"
          + "{\"prompt_tokens\":10,\"completion_tokens\":5}}";

  private static final String EVENT =
      "data: {\"id\":\"a\",\"choices\":[{\"delta\":{\"content\":\"some words\"}}]}\n\n";

  private static final String LAST =
      "data: {\"id\":\"a\",\"choices\":[],\"usage\":{\"prompt_tokens\":10,"
          + "\"completion_tokens\":5}}\n\ndata: [DONE]\n\n";

  private final Queue<HttpResponseWriter> streams = new ConcurrentLinkedQueue<>();

  private GatewayFigures() {}

  public static void main(String[] arguments) throws Exception {
    new GatewayFigures().run(Files.createTempDirectory("gateway-figures"));
  }

  private void run(Path directory) throws Exception {
    Server provider = Server.builder().http(0).service(PATH, (ctx, asked) -> answer(asked)).build();
    provider.start().join();
    String direct = "http://127.0.0.1:" + provider.activeLocalPort();
    try (dev.leasehold.node.Server server =
            dev.leasehold.node.Server.start(
                dev.leasehold.node.Server.Options.local(
                    directory.resolve("data"), new SystemTime()));
        LeaseholdClient admin =
            LeaseholdClient.connect(server.url(), Files.readString(server.adminTokenFile()));
        ClientFactory clients = ClientFactory.builder().build()) {
      prepare(admin, direct);
      String token = issue(admin, "gateway-1", "gateway", "");
      String ipToken;
      try (LeaseholdClient agent =
          LeaseholdClient.connect(server.url(), issue(admin, "agent-1", "agent", "team"))) {
        ipToken =
            agent
                .handshake(
                    HandshakeRequest.newBuilder()
                        .putRequested("usd_micros", 1_000_000_000_000L)
                        .setProvider("played")
                        .build())
                .getIpToken();
      }
      GatewayOptions options =
          GatewayOptions.local(
              ClientOptions.builder().address(server.url()).token(token).build(),
              token,
              PriceFile.read(
                  Files.writeString(
                      directory.resolve("prices.json"),
                      "{\"models\":{\"m\":{\"input\":\"1\",\"output\":\"10\"}}}")),
              directory.resolve("journal"),
              CallLimits.USUAL);
      try (Gateway gateway = Gateway.start(options)) {
        WebClient client =
            WebClient.builder()
                .factory(clients)
                .responseTimeout(Duration.ofMinutes(5))
                .maxResponseLength(0)
                .build();
        latency(client, h1(direct), h1(gateway.url()), ipToken);
        streams(client, h1(gateway.url()), ipToken);
      }
    } finally {
      provider.stop().join();
    }
  }

  private static String h1(String url) {
    return url.replace("http://", "h1c://");
  }

  private HttpResponse answer(HttpRequest asked) {
    return HttpResponse.of(
        asked
            .aggregate()
            .thenApply(
                body -> {
                  if (!body.contentUtf8().contains("\"stream\":true")) {
                    return HttpResponse.of(HttpStatus.OK, MediaType.JSON, ANSWER);
                  }
                  HttpResponseWriter stream = HttpResponse.streaming();
                  stream.write(
                      ResponseHeaders.of(HttpStatus.OK, "content-type", "text/event-stream"));
                  streams.add(stream);
                  return stream;
                }));
  }

  private static void prepare(LeaseholdClient admin, String provider) {
    ServerCalls.ask(
        admin,
        BudgetServiceGrpc.getCreatePoolMethod(),
        CreatePoolRequest.newBuilder()
            .setId("team")
            .putAmounts("usd_micros", 1_000_000_000_000L)
            .build());
    ServerCalls.ask(
        admin,
        ProviderServiceGrpc.getAddProviderMethod(),
        AddProviderRequest.newBuilder()
            .setName("played")
            .setKind("openai")
            .setUrl(provider)
            .setKey("sk-played")
            .build());
  }

  private static String issue(LeaseholdClient admin, String actor, String role, String pool) {
    return ServerCalls.ask(
            admin,
            TokenServiceGrpc.getCreateTokenMethod(),
            CreateTokenRequest.newBuilder().setActor(actor).setRole(role).setPool(pool).build())
        .getToken();
  }

  private static HttpRequest request(String base, String token, boolean streamed) {
    String body =
        "{\"model\":\"m\",\"max_tokens\":100,\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]"
            + (streamed ? ",\"stream\":true" : "")
            + "}";
    return HttpRequest.of(
        RequestHeaders.builder(HttpMethod.POST, base + PATH)
            .contentType(MediaType.JSON)
            .add("authorization", "Bearer " + token)
            .build(),
        HttpData.ofUtf8(body));
  }

  /** One call at a time, in turn straight to the provider and through the gateway. */
  private static void latency(WebClient client, String direct, String gateway, String token) {
    Histogram straight = new Histogram(3);
    Histogram through = new Histogram(3);
    for (int i = 0; i < WARM_UP + CALLS; i++) {
      long first = call(client, direct, token);
      long second = call(client, gateway, token);
      if (i >= WARM_UP) {
        straight.recordValue(first);
        through.recordValue(second);
      }
    }
    System.out.printf(
        "calls one at a time: straight p50 %d us, p99 %d us; through the gateway p50 %d us, p99 %d"
            + " us; it adds %d us at the median%n",
        straight.getValueAtPercentile(50) / 1_000,
        straight.getValueAtPercentile(99) / 1_000,
        through.getValueAtPercentile(50) / 1_000,
        through.getValueAtPercentile(99) / 1_000,
        (through.getValueAtPercentile(50) - straight.getValueAtPercentile(50)) / 1_000);
  }

  private static long call(WebClient client, String base, String token) {
    long begun = System.nanoTime();
    AggregatedHttpResponse answer = client.execute(request(base, token, false)).aggregate().join();
    if (answer.status() != HttpStatus.OK) {
      throw new IllegalStateException(answer.status() + " " + answer.contentUtf8());
    }
    return System.nanoTime() - begun;
  }

  /** All are open at the same time before the first of them ends. */
  private void streams(WebClient client, String gateway, String token) throws InterruptedException {
    List<CompletableFuture<AggregatedHttpResponse>> answers = new ArrayList<>();
    long begun = System.nanoTime();
    for (int i = 0; i < STREAMS; i++) {
      answers.add(client.execute(request(gateway, token, true)).aggregate());
    }
    while (streams.size() < STREAMS) {
      if (answers.stream().anyMatch(CompletableFuture::isDone)) {
        throw new IllegalStateException(
            "a stream has ended before it began: "
                + answers.stream().filter(CompletableFuture::isDone).findFirst().orElseThrow());
      }
      Thread.sleep(1);
    }
    HttpData event = HttpData.wrap(EVENT.getBytes(StandardCharsets.UTF_8));
    for (int round = 0; round < ROUNDS; round++) {
      streams.forEach(stream -> stream.write(event));
    }
    System.gc();
    long used = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    streams.forEach(
        stream -> {
          stream.write(HttpData.wrap(LAST.getBytes(StandardCharsets.UTF_8)));
          stream.close();
        });
    long bytes = 0;
    for (CompletableFuture<AggregatedHttpResponse> answer : answers) {
      bytes += answer.join().content().length();
    }
    long expected = (long) STREAMS * ROUNDS * EVENT.length();
    System.out.printf(
        "%d streams at once, %d events each: %d of at least %d bytes arrived in %d ms; heap of all"
            + " together %d MB of %d MB%n",
        STREAMS,
        ROUNDS,
        bytes,
        expected,
        (System.nanoTime() - begun) / 1_000_000,
        used >> 20,
        Runtime.getRuntime().maxMemory() >> 20);
  }
}
