package dev.leasehold.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.http.StreamResponse;
import com.openai.errors.OpenAIException;
import com.openai.errors.OpenAIServiceException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import com.openai.models.embeddings.EmbeddingCreateParams;
import com.openai.models.responses.ResponseCreateParams;
import com.openai.models.responses.ResponseStreamEvent;
import dev.leasehold.gateway.call.CallLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The SDK of OpenAI, unchanged but for address and key, at a provider that is played. */
@Timeout(120)
class OpenAiSdkTest {

  private static final long COST = 58;
  private static final long TOKENS = 15;

  @TempDir private static Path directory;
  private static GatewayRig rig;

  @BeforeAll
  static void start() throws Exception {
    rig = new GatewayRig(directory, new CallLimits(1 << 20, 1 << 19, Duration.ofSeconds(30), 100));
  }

  @AfterAll
  static void stop() throws Exception {
    rig.close();
  }

  private static OpenAIClient sdk(GatewayRig.Budget budget) {
    return OpenAIOkHttpClient.builder()
        .apiKey(budget.ipToken)
        .baseUrl(rig.gateway.url() + "/v1")
        .build();
  }

  private static ChatCompletionCreateParams chat(String model) {
    return ChatCompletionCreateParams.builder()
        .model(model)
        .addUserMessage("say hello")
        .maxCompletionTokens(100)
        .build();
  }

  private static String text(Iterable<ChatCompletionChunk> chunks) {
    StringBuilder text = new StringBuilder();
    chunks.forEach(
        chunk ->
            chunk.choices().forEach(choice -> text.append(choice.delta().content().orElse(""))));
    return text.toString();
  }

  @Test
  void aPlainCallIsAnsweredAndCounted() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-plain", (asked, answer) -> answer.json(200, Samples.CHAT));
    ChatCompletion answer = sdk(budget).chat().completions().create(chat("m-plain"));
    assertThat(answer.choices().get(0).message().content()).hasValue("hello");
    budget.awaitSpent(COST, TOKENS);
    PlayedProvider.Asked asked = rig.provider.asked("m-plain").get(0);
    assertThat(asked.path()).isEqualTo("/v1/chat/completions");
    assertThat(asked.headers()).containsEntry("authorization", "Bearer " + GatewayRig.KEY);
    assertThat(asked.headers().toString()).doesNotContain(budget.ipToken);
  }

  @Test
  void aToolCallComesThrough() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-tool", (asked, answer) -> answer.json(200, Samples.TOOL_CALL));
    ChatCompletion answer = sdk(budget).chat().completions().create(chat("m-tool"));
    assertThat(
            answer
                .choices()
                .get(0)
                .message()
                .toolCalls()
                .orElseThrow()
                .get(0)
                .asFunction()
                .function()
                .arguments())
        .isEqualTo("{\"city\":\"Bern\"}");
    budget.awaitSpent(COST, TOKENS);
  }

  /** The client did not ask for usage, so it does not see it; the gateway does. */
  @Test
  void aStreamIsCountedByUsageThatOnlyTheGatewayAsksFor() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-stream", Samples::chat);
    List<ChatCompletionChunk> chunks = new ArrayList<>();
    try (StreamResponse<ChatCompletionChunk> stream =
        sdk(budget).chat().completions().createStreaming(chat("m-stream"))) {
      stream.stream().forEach(chunks::add);
    }
    assertThat(text(chunks)).isEqualTo("hello");
    assertThat(chunks).hasSize(2).allMatch(chunk -> chunk.choices().size() == 1);
    budget.awaitSpent(COST, TOKENS);
  }

  @Test
  void usageThatTheClientAsksForReachesIt() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-usage", Samples::chat);
    List<ChatCompletionChunk> chunks = new ArrayList<>();
    ChatCompletionCreateParams params =
        chat("m-usage").toBuilder()
            .streamOptions(ChatCompletionStreamOptions.builder().includeUsage(true).build())
            .build();
    try (StreamResponse<ChatCompletionChunk> stream =
        sdk(budget).chat().completions().createStreaming(params)) {
      stream.stream().forEach(chunks::add);
    }
    assertThat(chunks).hasSize(3);
    assertThat(chunks.get(2).usage().orElseThrow().promptTokens()).isEqualTo(10);
    budget.awaitSpent(COST, TOKENS);
  }

  /** Each piece is there before the provider has made the next. */
  @Test
  void aSlowStreamComesPieceByPiece() {
    GatewayRig.Budget budget = rig.budget("openai");
    CountDownLatch read = new CountDownLatch(1);
    rig.provider.when(
        "m-slow",
        (asked, answer) -> {
          answer.events();
          answer.event(Samples.chunk("first"));
          read.await();
          answer.event(Samples.chunk("second"));
          answer.event(Samples.usageChunk());
          answer.event("[DONE]");
        });
    try (StreamResponse<ChatCompletionChunk> stream =
        sdk(budget).chat().completions().createStreaming(chat("m-slow"))) {
      Iterator<ChatCompletionChunk> chunks = stream.stream().iterator();
      assertThat(text(List.of(chunks.next()))).isEqualTo("first");
      read.countDown();
      assertThat(text(List.of(chunks.next()))).isEqualTo("second");
      assertThat(chunks.hasNext()).isFalse();
    }
    budget.awaitSpent(COST, TOKENS);
  }

  @Test
  void responsesAreCountedPlainAndStreamed() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-response", (asked, answer) -> answer.json(200, Samples.RESPONSE));
    ResponseCreateParams params =
        ResponseCreateParams.builder()
            .model("m-response")
            .input("say hello")
            .maxOutputTokens(100)
            .build();
    assertThat(sdk(budget).responses().create(params).id()).isEqualTo("resp_1");
    budget.awaitSpent(COST, TOKENS);

    rig.provider.when(
        "m-events",
        (asked, answer) -> {
          answer.events();
          answer.event(
              "response.output_text.delta",
              "{\"type\":\"response.output_text.delta\",\"item_id\":\"i\",\"output_index\":0,"
                  + "\"content_index\":0,\"delta\":\"hello\",\"sequence_number\":1,"
                  + "\"logprobs\":[]}");
          answer.event(
              "response.completed",
              "{\"type\":\"response.completed\",\"sequence_number\":2,\"response\":"
                  + Samples.RESPONSE
                  + "}");
        });
    List<ResponseStreamEvent> events = new ArrayList<>();
    ResponseCreateParams streamed = params.toBuilder().model("m-events").build();
    try (StreamResponse<ResponseStreamEvent> stream =
        sdk(budget).responses().createStreaming(streamed)) {
      stream.stream().forEach(events::add);
    }
    assertThat(events).hasSize(2);
    budget.awaitSpent(2 * COST, 2 * TOKENS);
  }

  @Test
  void embeddingsAreCounted() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when("m-embedding", (asked, answer) -> answer.json(200, Samples.EMBEDDING));
    EmbeddingCreateParams params =
        EmbeddingCreateParams.builder().model("m-embedding").input("hello").build();
    assertThat(sdk(budget).embeddings().create(params).data()).hasSize(1);
    budget.awaitSpent(8, 8);
  }

  @Test
  void compressedAnswersAreReadOnTheWay() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when(
        "m-gzip",
        (asked, answer) -> {
          assertThat(asked.headers().get("accept-encoding")).isEqualTo("gzip");
          answer.gzipped(Samples.CHAT, "application/json");
        });
    ChatCompletion answer = sdk(budget).chat().completions().create(chat("m-gzip"));
    assertThat(answer.id()).isEqualTo("chatcmpl-1");
    budget.awaitSpent(COST, TOKENS);
  }

  /** A provider's error costs nothing, and the SDK does with it what it always does. */
  @Test
  void whatTheProviderPutsOffIsRepeatedByTheSdkAndCountedOnce() {
    GatewayRig.Budget budget = rig.budget("openai");
    AtomicInteger calls = new AtomicInteger();
    rig.provider.when(
        "m-busy",
        (asked, answer) -> {
          if (calls.incrementAndGet() == 1) {
            answer.json(429, "{\"error\":{\"message\":\"slow down\"}}", "Retry-After-Ms: 1");
          } else {
            answer.json(200, Samples.CHAT);
          }
        });
    assertThat(sdk(budget).chat().completions().create(chat("m-busy")).id())
        .isEqualTo("chatcmpl-1");
    assertThat(calls).hasValue(2);
    budget.awaitSpent(COST, TOKENS);
  }

  @Test
  void anErrorOfTheProviderComesThroughAndCostsNothing() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when(
        "m-wrong",
        (asked, answer) ->
            answer.json(400, "{\"error\":{\"message\":\"no such thing\",\"type\":\"x\"}}"));
    OpenAIServiceException error =
        catchThrowableOfType(
            OpenAIServiceException.class,
            () -> sdk(budget).chat().completions().create(chat("m-wrong")));
    assertThat(error.statusCode()).isEqualTo(400);
    assertThat(error).hasMessageContaining("no such thing");
    budget.awaitSpent(0, 0);
  }

  /** Refused before the call, with what is left, and the SDK does not try again. */
  @Test
  void aBudgetThatCannotCarryACallIsA402ThatTheSdkDoesNotRepeat() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai", Map.of("usd_micros", 500L));
    rig.provider.when("m-dear", (asked, answer) -> answer.json(200, Samples.CHAT));
    OpenAIServiceException error =
        catchThrowableOfType(
            OpenAIServiceException.class,
            () -> sdk(budget).chat().completions().create(chat("m-dear")));
    assertThat(error.statusCode()).isEqualTo(402);
    assertThat(error).hasMessageContaining("$0.0005");
    assertThat(error.headers().values("x-should-retry")).containsExactly("false");
    assertThat(error.code()).hasValue("budget_exhausted");
    assertThat(rig.provider.asked("m-dear")).isEmpty();
    assertThat(rig.metric("leasehold_gateway_calls_total", "m-dear", "refused")).isEqualTo(1);
    budget.awaitSpent(0, 0);
  }

  /** Two SDK calls that fit one after the other, and a third that does not. */
  @Test
  void aBudgetIsUsedUpToItsEnd() {
    GatewayRig.Budget budget = rig.budget("openai", Map.of("usd_micros", 1_200L));
    rig.provider.when("m-last", (asked, answer) -> answer.json(200, Samples.CHAT));
    OpenAIClient sdk = sdk(budget);
    sdk.chat().completions().create(chat("m-last"));
    budget.awaitSpent(COST, 0);
    sdk.chat().completions().create(chat("m-last"));
    budget.awaitSpent(2 * COST, 0);
    ChatCompletionCreateParams longer =
        chat("m-last").toBuilder().maxCompletionTokens(1_000).build();
    assertThatThrownBy(() -> sdk.chat().completions().create(longer))
        .hasMessageContaining("$0.001084");
  }

  @Test
  void aClientThatGoesInTheMiddlePaysForWhatWasWritten() throws Exception {
    GatewayRig.Budget budget = rig.budget("openai");
    CountDownLatch hungUp = new CountDownLatch(1);
    rig.provider.when(
        "m-left",
        (asked, answer) -> {
          answer.events();
          answer.event(Samples.chunk("ten bytes!"));
          answer.awaitHangUp();
          hungUp.countDown();
        });
    try (StreamResponse<ChatCompletionChunk> stream =
        sdk(budget).chat().completions().createStreaming(chat("m-left"))) {
      assertThat(stream.stream().iterator().next().choices()).hasSize(1);
    }
    hungUp.await();
    budget.awaitSettled();
    // Tokens read are counted by the size of the request, tokens written by the bytes of the
    // answer.
    long read = budget.spent().get("tokens") - 10;
    assertThat(read).isBetween(20L, 200L);
    assertThat(budget.spent()).containsEntry("usd_micros", read + 100);
  }

  @Test
  void anAnswerThatBreaksOffCountsAsWhole() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when(
        "m-broken",
        (asked, answer) -> {
          answer.head(200, "Content-Type: application/json", "Content-Length: 5000");
          answer.send("{\"id\":\"chatcmpl-1\",\"choices\":[");
          answer.breakOff();
        });
    OpenAIClient once = sdk(budget).withOptions(options -> options.maxRetries(0));
    assertThatThrownBy(() -> once.chat().completions().create(chat("m-broken")))
        .isInstanceOf(OpenAIException.class);
    budget.awaitSettled();
    assertThat(budget.spent().get("tokens")).isBetween(120L, 300L);
  }

  @Test
  void aStreamThatBreaksOffCountsWhatWasSeen() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when(
        "m-torn",
        (asked, answer) -> {
          answer.head(200, "Content-Type: text/event-stream", "Transfer-Encoding: chunked");
          String event = "data: " + Samples.chunk("four") + "\n\n";
          answer.send(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
          answer.breakOff();
        });
    try (StreamResponse<ChatCompletionChunk> stream =
        sdk(budget).chat().completions().createStreaming(chat("m-torn"))) {
      Iterator<ChatCompletionChunk> chunks = stream.stream().iterator();
      assertThatThrownBy(
              () -> {
                while (chunks.hasNext()) {
                  chunks.next();
                }
              })
          .isInstanceOf(Exception.class);
    }
    budget.awaitSettled();
    assertThat(budget.spent().get("tokens")).isBetween(20L, 104L);
  }

  /** The gateway cuts it off; what it counts is not more than was set aside. */
  @Test
  void anEndlessStreamIsCutOff() {
    GatewayRig.Budget budget = rig.budget("openai");
    rig.provider.when(
        "m-endless",
        (asked, answer) -> {
          answer.events();
          while (true) {
            answer.event(Samples.chunk("and so on and on"));
          }
        });
    try (StreamResponse<ChatCompletionChunk> stream =
        sdk(budget).chat().completions().createStreaming(chat("m-endless"))) {
      assertThatThrownBy(() -> stream.stream().forEach(chunk -> {})).isInstanceOf(Exception.class);
    }
    budget.awaitSettled();
    assertThat(budget.spent().get("tokens")).isBetween(120L, 300L);
  }
}
