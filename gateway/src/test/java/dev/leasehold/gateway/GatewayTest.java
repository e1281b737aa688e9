package dev.leasehold.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.leasehold.api.LateBody;
import dev.leasehold.api.v1.BudgetReportRow;
import dev.leasehold.client.budget.ReportFile;
import dev.leasehold.gateway.call.CallLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A gateway between clients and a provider: what it refuses, what it passes on, and what calls
 * cost.
 */
@Timeout(120)
class GatewayTest {

  private static final String CHAT = "/v1/chat/completions";

  @TempDir private static Path directory;
  private static GatewayRig rig;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @BeforeAll
  static void start() throws Exception {
    rig = new GatewayRig(directory, new CallLimits(4_096, 1 << 20, Duration.ofSeconds(60), 100));
  }

  @AfterAll
  static void stop() throws Exception {
    rig.close();
  }

  private static HttpResponse<String> post(String token, String path, String body)
      throws Exception {
    return post(rig.gateway.url(), token, path, body);
  }

  private static HttpResponse<String> post(
      String gateway, String token, String path, String body, String... more) throws Exception {
    return HTTP.send(
        request(gateway, token, path, body, more), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest request(
      String gateway, String token, String path, String body, String... more) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(gateway + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    for (int i = 0; i < more.length; i += 2) {
      request.setHeader(more[i], more[i + 1]);
    }
    return request.build();
  }

  private static String chat(String model) {
    return "{\"model\":\"" + model + "\",\"max_tokens\":100,\"messages\":[]}";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/v1/models | {} | 404",
        "/v1/files | {} | 404",
        "/v1/chat/completions | [] | 400",
        "/v1/chat/completions | nothing | 400",
        "/v1/chat/completions | {\"model\":1} | 400",
        "/v1/chat/completions | {\"model\":\"m-a\",\"model\":\"m-b\"} | 400",
        "/v1/chat/completions | {\"model\":\"m-a\",\"max_tokens\":-1} | 400",
        "/v1/chat/completions | {\"model\":\"m-a\",\"max_tokens\":\"9\"} | 400",
        "/v1/chat/completions | {\"model\":\"m-a\",\"max_tokens\":9223372036854775807} | 400",
        "/v1/chat/completions | {\"model\":\"m-a\",\"n\":0} | 400",
        "/v1/chat/completions | {\"model\":\"nobody-knows\"} | 400",
        "/v1/responses | {\"model\":\"m-a\",\"background\":true} | 400",
        "/v1/messages | {\"model\":\"m-a\",\"max_tokens\":1} | 400"
      })
  void whatIsNotUnderstoodIsRefusedAndNotRepeated(String path, String body, int status)
      throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    HttpResponse<String> refusal = post(budget.ipToken, path, body);
    assertThat(refusal.statusCode()).as(refusal.body()).isEqualTo(status);
    assertThat(refusal.headers().firstValue("x-should-retry")).hasValue("false");
    assertThat(refusal.body()).contains("\"error\"", "\"message\"");
    assertThat(rig.provider.asked("m-a")).isEmpty();
    budget.awaitSpent(0, 0);
  }

  @Test
  void anUnknownModelIsNamed() throws Exception {
    HttpResponse<String> refusal = post(rig.budget("openai").ipToken, CHAT, chat("gpt-nine"));
    assertThat(refusal.body()).contains("gpt-nine", "model_not_priced");
  }

  @Test
  void sizesAndTypesAreBounded() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    String large = chat("m-large").replace("[]", "[\"" + "x".repeat(5_000) + "\"]");
    HttpResponse<String> tooLarge = post(budget.ipToken, CHAT, large);
    assertThat(tooLarge.statusCode()).isEqualTo(413);
    assertThat(tooLarge.body()).contains("request_too_large", "4096");
    assertThat(
            post(rig.gateway.url(), budget.ipToken, CHAT, chat("m-a"), "Content-Type", "text/plain")
                .statusCode())
        .isEqualTo(415);
    assertThat(
            post(rig.gateway.url(), budget.ipToken, CHAT, chat("m-a"), "Content-Encoding", "gzip")
                .statusCode())
        .isEqualTo(415);
  }

  /** A client over HTTP/2 that is refused while it sends is told so; its stream is not reset. */
  @ParameterizedTest
  @CsvSource({"text/plain, 1, 415", "application/json, 1, 401", "application/json, 300000, 401"})
  void aRefusalReachesAClientThatIsStillSending(String type, int length, int status)
      throws Exception {
    String token = "none";
    assertThat(post(token, CHAT, chat("m-a")).version()).isEqualTo(HttpClient.Version.HTTP_2);
    HttpRequest late =
        HttpRequest.newBuilder(
                request(rig.gateway.url(), token, CHAT, "", "Content-Type", type),
                (name, value) -> true)
            .POST(new LateBody(" ".repeat(length)))
            .build();
    assertThat(HTTP.send(late, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(status);
  }

  @Test
  void whoShowsNoIpTokenIsNotAdmitted() throws Exception {
    for (String token : new String[] {"x", "sk-1", rig.token, "a b"}) {
      HttpResponse<String> refusal = post(token, CHAT, chat("m-a"));
      assertThat(refusal.statusCode()).as(token).isEqualTo(401);
      assertThat(refusal.body()).contains("invalid_api_key").doesNotContain(token + "\"");
    }
  }

  /** Neither headers that are not named nor the client's own key reach the provider. */
  @Test
  void onlyWhatIsNamedPasses() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when(
        "m-heads",
        (asked, answer) -> answer.json(200, Samples.CHAT, "Set-Cookie: a=b", "X-Request-Id: r-1"));
    HttpResponse<String> answer =
        post(
            rig.gateway.url(),
            budget.ipToken,
            CHAT + "?beta=true&other=1",
            chat("m-heads"),
            "Cookie",
            "session=1",
            "X-Forwarded-For",
            "10.0.0.1",
            "OpenAI-Organization",
            "org-other",
            "Idempotency-Key",
            "job-1",
            "x-api-key",
            "mine");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("set-cookie")).isEmpty();
    assertThat(answer.headers().firstValue("x-request-id")).hasValue("r-1");
    PlayedProvider.Asked asked = rig.provider.asked("m-heads").get(0);
    assertThat(asked.headers())
        .doesNotContainKeys("cookie", "x-forwarded-for", "openai-organization", "x-api-key");
    // All agents share the provider's key, so that nobody may choose another's.
    assertThat(asked.headers().get("idempotency-key")).isNotNull().isNotEqualTo("job-1");
    assertThat(asked.path()).isEqualTo(CHAT);
    budget.awaitSpent(58, 15);
  }

  @Test
  void redirectsAreNotFollowed() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when(
        "m-moved", (asked, answer) -> answer.json(307, "", "Location: " + rig.provider.url()));
    HttpResponse<String> answer = post(budget.ipToken, CHAT, chat("m-moved"));
    assertThat(answer.statusCode()).isEqualTo(502);
    assertThat(answer.headers().firstValue("location")).isEmpty();
    budget.awaitSpent(0, 0);
  }

  /** The client has no part in a key that the provider does not take. */
  @Test
  void aKeyThatTheProviderRefusesIsTheGatewaysTrouble() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-key", (asked, answer) -> answer.json(401, "{\"error\":\"bad key\"}"));
    HttpResponse<String> answer = post(budget.ipToken, CHAT, chat("m-key"));
    assertThat(answer.statusCode()).isEqualTo(502);
    assertThat(answer.body()).contains("provider_key_refused").doesNotContain(GatewayRig.KEY);
    budget.awaitSpent(0, 0);
  }

  /** Some errors repeat what they were asked with. */
  @ParameterizedTest
  @ValueSource(strings = {"plain", "gzip", "header", "unreadable"})
  void anErrorThatRepeatsTheProvidersKeyIsWithheld(String how) throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    String model = "m-echo-" + how;
    String echo = "{\"error\":\"called with Bearer " + GatewayRig.KEY + "\"}";
    rig.provider.when(
        model,
        (asked, answer) -> {
          switch (how) {
            case "plain" -> answer.json(500, echo);
            case "gzip" ->
                answer.bytes(500, PlayedProvider.Answer.gzip(echo), "Content-Encoding: gzip");
            case "header" -> answer.json(500, "{}", "X-Asked-With: Bearer " + GatewayRig.KEY);
            default -> answer.json(500, echo, "Content-Encoding: br");
          }
        });
    HttpResponse<byte[]> answer =
        HTTP.send(
            request(rig.gateway.url(), budget.ipToken, CHAT, chat(model)),
            HttpResponse.BodyHandlers.ofByteArray());
    String told = answer.headers().map() + new String(answer.body(), StandardCharsets.ISO_8859_1);
    assertThat(told).doesNotContain(GatewayRig.KEY);
    if (how.equals("header")) {
      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.headers().firstValue("content-length")).hasValue("2");
    } else {
      assertThat(answer.statusCode()).isEqualTo(502);
      assertThat(told).contains("the provider answered 500; its words are withheld");
    }
    budget.awaitSpent(0, 0);
  }

  @Test
  void anErrorOfTheProviderPassesAsItIs() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    String words = "{\"error\":{\"message\":\"slow down\"}}";
    rig.provider.when("m-busy", (asked, answer) -> answer.json(429, words, "Retry-After: 7"));
    HttpResponse<String> answer = post(budget.ipToken, CHAT, chat("m-busy"));
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("retry-after")).hasValue("7");
    assertThat(answer.body()).isEqualTo(words);
    budget.awaitSpent(0, 0);
  }

  /** A provider that does not answer in time may have done the work: all is counted. */
  @Test
  void aProviderThatTakesTooLongIsGivenUpAndCounted() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-silent", (asked, answer) -> answer.awaitHangUp());
    CallLimits impatient = new CallLimits(4_096, 1 << 20, Duration.ofSeconds(2), 100);
    try (Gateway gateway = rig.startGateway(impatient, directory.resolve("impatient"))) {
      HttpResponse<String> answer = post(gateway.url(), budget.ipToken, CHAT, chat("m-silent"));
      assertThat(answer.statusCode()).isEqualTo(504);
      assertThat(answer.headers().firstValue("x-should-retry")).hasValue("false");
    }
    budget.awaitSettled();
    assertThat(budget.spent().get("tokens")).isBetween(100L, 200L);
  }

  @Test
  void aProviderThatHangsUpWithoutAnAnswerCostsNothing() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-dead", (asked, answer) -> answer.breakOff());
    assertThat(post(budget.ipToken, CHAT, chat("m-dead")).statusCode()).isEqualTo(502);
    budget.awaitSpent(0, 0);
  }

  /** The same answer to the same idempotency key was made once. */
  @Test
  void anAnswerThatTheProviderRepeatsIsCountedOnce() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-again", (asked, answer) -> answer.json(200, Samples.CHAT));
    for (int i = 0; i < 2; i++) {
      post(rig.gateway.url(), budget.ipToken, CHAT, chat("m-again"), "Idempotency-Key", "key-1");
      budget.awaitSpent(58, 15);
    }
    post(rig.gateway.url(), budget.ipToken, CHAT, chat("m-again"), "Idempotency-Key", "key-2");
    budget.awaitSpent(116, 30);
    List<String> keys =
        rig.provider.asked("m-again").stream()
            .map(asked -> asked.headers().get("idempotency-key"))
            .toList();
    assertThat(keys.get(0)).isEqualTo(keys.get(1)).isNotEqualTo(keys.get(2));
  }

  /** Usage is not told: every byte of the answer counts as a token. */
  @Test
  void anAnswerWithoutUsageIsEstimated() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai", Map.of("tokens", 10_000L));
    rig.provider.when(
        "m-untold",
        (asked, answer) -> answer.json(200, Samples.CHAT.replace("\"usage\":", "\"usages\":")));
    post(budget.ipToken, CHAT, chat("m-untold"));
    long read = (chat("m-untold").length() + 1) / 2;
    budget.awaitSpent(0, read + 5);
  }

  /** Nobody knows what such an answer has cost. */
  @ParameterizedTest
  @ValueSource(strings = {"br", "gzip"})
  void anAnswerThatCannotBeReadCostsAllThatWasSetAside(String encoding) throws Exception {
    GatewayRig.Budget budget = rig.budget("openai", Map.of("tokens", 10_000L));
    String model = "m-in-" + encoding;
    rig.provider.when(
        model, (asked, answer) -> answer.json(200, Samples.CHAT, "Content-Encoding: " + encoding));
    assertThat(post(budget.ipToken, CHAT, chat(model)).statusCode()).isEqualTo(200);
    long read = (chat(model).length() + 1) / 2;
    budget.awaitSpent(0, read + 100);
  }

  /** A model that writes more than it was allowed is paid for out of the rest. */
  @Test
  void moreThanWasSetAsideIsTakenFromTheRest() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai", Map.of("tokens", 500L));
    rig.provider.when(
        "m-more",
        (asked, answer) ->
            answer.json(
                200, Samples.CHAT.replace("\"prompt_tokens\":10", "\"prompt_tokens\":300")));
    post(budget.ipToken, CHAT, chat("m-more"));
    budget.awaitSpent(0, 305);
  }

  /** A budget in dollars alone, or in tokens alone, is counted in these. */
  @Test
  void aBudgetIsCountedInTheUnitsThatItHas() throws Exception {
    rig.provider.when("m-unit", (asked, answer) -> answer.json(200, Samples.CHAT));
    GatewayRig.Budget dollars = rig.budget("openai", Map.of("usd_micros", 10_000L));
    GatewayRig.Budget tokens = rig.budget("openai", Map.of("tokens", 10_000L));
    for (int i = 1; i <= 2; i++) {
      assertThat(post(dollars.ipToken, CHAT, chat("m-unit")).statusCode()).isEqualTo(200);
      dollars.awaitSpent(58L * i, 0);
      assertThat(post(tokens.ipToken, CHAT, chat("m-unit")).statusCode()).isEqualTo(200);
      tokens.awaitSpent(0, 15L * i);
    }
  }

  @Test
  void pricesAreReadAnewWhenTheirFileChanges() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    Path file = Files.writeString(directory.resolve("changing.json"), GatewayRig.PRICES);
    PriceFile prices = PriceFile.read(file);
    rig.provider.when("new-model", (asked, answer) -> answer.json(200, Samples.CHAT));
    try (Gateway gateway = rig.startGateway(prices, directory.resolve("changing"))) {
      assertThat(post(gateway.url(), budget.ipToken, CHAT, chat("new-model")).statusCode())
          .isEqualTo(400);
      Files.writeString(file, "{\"models\":{\"new-model\":{\"input\":\"2\",\"output\":\"20\"}}}");
      await()
          .until(
              () ->
                  post(gateway.url(), budget.ipToken, CHAT, chat("new-model")).statusCode() == 200);
      assertThat(post(gateway.url(), budget.ipToken, CHAT, chat("m-a")).statusCode())
          .as("it is in the table no more")
          .isEqualTo(400);

      Files.writeString(file, "{\"models\":");
      prices.look();
      Files.delete(file);
      prices.look();
      assertThat(prices.table().of("new-model").input()).isEqualByComparingTo("2");
      Files.writeString(file, GatewayRig.PRICES);
      prices.look();
      assertThat(prices.table().of("m-a").input()).isEqualByComparingTo("1");
    }
  }

  /** The costs are in the server's accounts when the gateway is closed, not only in its file. */
  @Test
  void theLastCallsAreSettledWhenAGatewayIsClosed() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    Path file = directory.resolve("closing");
    try (HeldUpLink link = new HeldUpLink(URI.create(rig.server.url()).getPort())) {
      rig.provider.when(
          "m-last",
          (asked, answer) -> {
            link.holdUp();
            answer.json(200, Samples.CHAT);
          });
      Gateway gateway = rig.startGateway(link.address(), file);
      assertThat(post(gateway.url(), budget.ipToken, CHAT, chat("m-last")).statusCode())
          .isEqualTo(200);
      Thread closing = Thread.ofPlatform().start(() -> close(gateway));
      await().until(() -> !closing.isAlive() || isWaiting(closing));
      assertThat(closing.isAlive()).as("it waits until the cost is known").isTrue();
      link.goOn();
      closing.join();
    }
    assertThat(budget.spent().get("usd_micros")).isEqualTo(58L);
    try (ReportFile left = new ReportFile(file, false)) {
      assertThat(left.kept()).isEmpty();
    }
  }

  private static void close(Gateway gateway) {
    try {
      gateway.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether the thread is where a gateway waits for its last settlements. */
  private static boolean isWaiting(Thread closing) {
    return Stream.of(closing.getStackTrace())
        .anyMatch(frame -> frame.getMethodName().equals("awaitSent"));
  }

  @Test
  void metricsAreForWhoRunsTheGateway() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-metric", (asked, answer) -> answer.json(200, Samples.CHAT));
    post(budget.ipToken, CHAT, chat("m-metric"));
    budget.awaitSpent(58, 15);
    assertThat(rig.metric("leasehold_gateway_calls_total", "m-metric", "settled")).isEqualTo(1);
    assertThat(rig.metric("leasehold_gateway_spent_total", "m-metric", "usd_micros")).isEqualTo(58);
    assertThat(rig.metric("leasehold_gateway_spent_total", "agent=\"" + budget.agent))
        .isEqualTo(73);
    HttpRequest stranger =
        HttpRequest.newBuilder(URI.create(rig.gateway.url() + "/metrics"))
            .header("Authorization", "Bearer " + budget.ipToken)
            .build();
    assertThat(HTTP.send(stranger, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(401);
  }

  @Test
  void theReportKnowsWhichModelAndProviderWasPaid() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-report", (asked, answer) -> answer.json(200, Samples.CHAT));
    post(budget.ipToken, CHAT, chat("m-report"));
    budget.awaitSpent(58, 15);
    BudgetReportRow row = rig.awaitReportOf(budget);
    assertThat(row.getModel()).isEqualTo("m-report");
    assertThat(row.getProvider()).isEqualTo("openai");
    assertThat(row.getAmount()).isEqualTo(58);
  }
}
