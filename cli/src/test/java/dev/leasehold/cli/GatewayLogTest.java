package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.gateway.Gateway;
import dev.leasehold.gateway.GatewayOptions;
import dev.leasehold.gateway.PriceFile;
import dev.leasehold.gateway.call.CallLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Prompts and answers are in no line of a gateway's log, however much is logged and whatever goes
 * wrong.
 */
@Timeout(120)
class GatewayLogTest {

  private static final String PROMPT = "canary-of-a-prompt";
  private static final String ANSWER = "canary-of-an-answer";

  private static final String PLAIN =
      "{\"id\":\"a\",\"choices\":[{\"message\":{\"content\":\"%s\"}}],\"usage\":".formatted(ANSWER)
          + "{\"prompt_tokens\":10,\"completion_tokens\":5}}";

  private static final String STREAMED =
      "data: {\"id\":\"a\",\"choices\":[{\"delta\":{\"content\":\"%s\"}}]}\n\ndata: {\"%s\n\n"
          .formatted(ANSWER, ANSWER);

  /** The lines of the log, with their stacks. */
  private static final class Lines extends AppenderBase<ILoggingEvent> {

    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    protected void append(ILoggingEvent event) {
      lines.add(
          event.getFormattedMessage()
              + (event.getThrowableProxy() == null
                  ? ""
                  : ThrowableProxyUtil.asString(event.getThrowableProxy())));
    }
  }

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void promptsAndAnswersAreInNoLineAtAnyLevel() throws Exception {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Lines log = new Lines();
    log.setContext(context);
    log.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(log);
    Logger ours = context.getLogger("dev.leasehold");
    ours.setLevel(Level.TRACE);
    HttpServer provider =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.createContext("/v1/chat/completions", GatewayLogTest::answer);
    provider.start();
    try (RunningServer server = RunningServer.in(directory.resolve("data"))) {
      callInManyWays(server, "http://127.0.0.1:" + provider.getAddress().getPort());
    } finally {
      ours.setLevel(null);
      context.getLogger(Logger.ROOT_LOGGER_NAME).detachAppender(log);
      provider.stop(0);
    }
    assertThat(log.lines).anyMatch(line -> line.contains("m-plain at models, settled"));
    assertThat(log.lines).noneMatch(line -> line.contains(PROMPT) || line.contains(ANSWER));
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(asked).contains(PROMPT);
    boolean streamed = asked.contains("m-streamed");
    if (asked.contains("m-gone")) {
      exchange.close();
      return;
    }
    byte[] body =
        (streamed ? STREAMED : asked.contains("m-cut") ? PLAIN.substring(0, 60) : PLAIN)
            .getBytes(StandardCharsets.UTF_8);
    exchange
        .getResponseHeaders()
        .set("Content-Type", streamed ? "text/event-stream" : "application/json");
    if (asked.contains("m-packed")) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    exchange.sendResponseHeaders(asked.contains("m-refused") ? 500 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void callInManyWays(RunningServer server, String provider) throws Exception {
    TestSurroundings admin = server.admin();
    assertThat(admin.run("pool", "create", "team", "--amount", "$10")).as(admin.err()).isZero();
    String[] add = {"provider", "add", "models", "--kind", "openai", "--url", provider};
    assertThat(admin.withInput("sk-key\n").run(add)).as(admin.err()).isZero();
    assertThat(admin.run("token", "issue", "gateway-1", "--role", "gateway")).isZero();
    String token = admin.out().strip();
    assertThat(admin.run("token", "issue", "ann", "--pool", "team")).isZero();
    TestSurroundings ann = server.bearer(admin.out().strip());
    String[] handshake = {
      "budget", "handshake", "--amount", "$1", "--provider", "models", "--json"
    };
    assertThat(ann.run(handshake)).as(ann.err()).isZero();
    String ipToken = ann.out().replaceFirst("(?s).*\"ipToken\":\"([^\"]*)\".*", "$1");
    Path prices =
        Files.writeString(
            directory.resolve("prices.json"),
            "{\"models\":{\"m-*\":{\"input\":\"1\",\"output\":\"10\"}}}");
    GatewayOptions options =
        GatewayOptions.local(
            ClientOptions.builder().address(server.url()).token(token).build(),
            token,
            PriceFile.read(prices),
            directory.resolve("journal"),
            CallLimits.USUAL);
    try (Gateway gateway = Gateway.start(options)) {
      for (String model :
          List.of("m-plain", "m-streamed", "m-refused", "m-cut", "m-packed", "m-gone", "other")) {
        call(gateway, ipToken, asking(model, model.equals("m-streamed"), 50));
      }
      call(gateway, ipToken, asking("m-dear", false, 10_000_000));
      call(gateway, ipToken, asking("m-plain", false, 50) + PROMPT);
      call(gateway, ipToken, "{\"model\":\"m-plain\",\"" + PROMPT);
      call(gateway, ipToken, "{\"model\":\"" + PROMPT + " " + PROMPT + "\"}");
      call(gateway, "no-token", asking("m-plain", false, 50));
    }
  }

  private static String asking(String model, boolean streamed, int limit) {
    return "{\"model\":\"%s\",\"stream\":%s,\"max_tokens\":%d,\"messages\":[\"%s\"]}"
        .formatted(model, streamed, limit, PROMPT);
  }

  private void call(Gateway gateway, String token, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(gateway.url() + "/v1/chat/completions"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      // An answer that was cut off is one of the ways.
      assertThat(body).contains("m-");
    }
  }
}
