package dev.leasehold.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.anthropic.client.AnthropicClient;
import com.anthropic.client.okhttp.AnthropicOkHttpClient;
import com.anthropic.core.http.StreamResponse;
import com.anthropic.errors.AnthropicServiceException;
import com.anthropic.models.messages.Message;
import com.anthropic.models.messages.MessageCreateParams;
import com.anthropic.models.messages.RawMessageStreamEvent;
import dev.leasehold.gateway.call.CallLimits;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The SDK of Anthropic, unchanged but for address and key, at a provider that is played. */
@Timeout(120)
class AnthropicSdkTest {

  private static final long COST = 64;
  private static final long TOKENS = 17;

  @TempDir private static Path directory;
  private static GatewayRig rig;

  @BeforeAll
  static void start() throws Exception {
    rig = new GatewayRig(directory, CallLimits.USUAL);
  }

  @AfterAll
  static void stop() throws Exception {
    rig.close();
  }

  private static AnthropicClient sdk(GatewayRig.Budget budget) {
    return AnthropicOkHttpClient.builder()
        .apiKey(budget.ipToken)
        .baseUrl(rig.gateway.url())
        .build();
  }

  private static MessageCreateParams message(String model) {
    return MessageCreateParams.builder()
        .model(model)
        .maxTokens(100)
        .addUserMessage("say hello")
        .build();
  }

  @Test
  void aPlainCallIsAnsweredAndCountedWithItsCache() {
    GatewayRig.Budget budget = rig.budget("anthropic");
    rig.provider.when("m-plain", (asked, answer) -> answer.json(200, Samples.MESSAGE));
    Message answer = sdk(budget).messages().create(message("m-plain"));
    assertThat(answer.content().get(0).asText().text()).isEqualTo("hello");
    budget.awaitSpent(COST, TOKENS);
    PlayedProvider.Asked asked = rig.provider.asked("m-plain").get(0);
    assertThat(asked.headers()).containsEntry("x-api-key", GatewayRig.KEY);
    assertThat(asked.headers()).containsKey("anthropic-version");
    assertThat(asked.headers().toString()).doesNotContain(budget.ipToken);
  }

  @Test
  void aToolUseComesThrough() {
    GatewayRig.Budget budget = rig.budget("anthropic");
    rig.provider.when("m-tool", (asked, answer) -> answer.json(200, Samples.TOOL_USE));
    Message answer = sdk(budget).messages().create(message("m-tool"));
    assertThat(answer.content().get(0).asToolUse().name()).isEqualTo("weather");
    budget.awaitSpent(COST, TOKENS);
  }

  @Test
  void aStreamIsCountedFromItsBeginningAndItsEnd() {
    GatewayRig.Budget budget = rig.budget("anthropic");
    rig.provider.when(
        "m-stream",
        (asked, answer) -> {
          answer.events();
          Samples.messageStart(answer);
          Samples.messageText(answer, "hello");
          Samples.messageEnd(answer);
        });
    StringBuilder text = new StringBuilder();
    try (StreamResponse<RawMessageStreamEvent> stream =
        sdk(budget).messages().createStreaming(message("m-stream"))) {
      stream.stream()
          .flatMap(event -> event.contentBlockDelta().stream())
          .flatMap(delta -> delta.delta().text().stream())
          .forEach(delta -> text.append(delta.text()));
    }
    assertThat(text).hasToString("hello");
    budget.awaitSpent(COST, TOKENS);
  }

  /**
   * The provider tells the tokens read at the beginning; those written are counted by their bytes.
   */
  @Test
  void aClientThatGoesInTheMiddlePaysForWhatWasWritten() throws Exception {
    GatewayRig.Budget budget = rig.budget("anthropic");
    CountDownLatch hungUp = new CountDownLatch(1);
    rig.provider.when(
        "m-left",
        (asked, answer) -> {
          answer.events();
          Samples.messageStart(answer);
          Samples.messageText(answer, "ten bytes!");
          answer.awaitHangUp();
          hungUp.countDown();
        });
    try (StreamResponse<RawMessageStreamEvent> stream =
        sdk(budget).messages().createStreaming(message("m-left"))) {
      Iterator<RawMessageStreamEvent> events = stream.stream().iterator();
      for (RawMessageStreamEvent event = events.next();
          event.contentBlockDelta().isEmpty();
          event = events.next()) {
        assertThat(event.isMessageStop()).isFalse();
      }
    }
    hungUp.await();
    budget.awaitSpent(7 + 1 + 6 + 100, 22);
  }

  /** Reasoning that nobody sees may be as long as was asked for. */
  @Test
  void aThinkerThatIsCutOffPaysForAllThatItMayHaveThought() throws Exception {
    GatewayRig.Budget budget = rig.budget("anthropic");
    CountDownLatch hungUp = new CountDownLatch(1);
    rig.provider.when(
        "thinker-1",
        (asked, answer) -> {
          answer.events();
          Samples.messageStart(answer);
          Samples.messageText(answer, "hm");
          answer.awaitHangUp();
          hungUp.countDown();
        });
    try (StreamResponse<RawMessageStreamEvent> stream =
        sdk(budget).messages().createStreaming(message("thinker-1"))) {
      assertThat(stream.stream().iterator().hasNext()).isTrue();
    }
    hungUp.await();
    budget.awaitSettled();
    assertThat(budget.spent().get("tokens")).isGreaterThanOrEqualTo(100);
  }

  @Test
  void anOverloadedProviderIsAskedAgainByTheSdkAndCountedOnce() {
    GatewayRig.Budget budget = rig.budget("anthropic");
    AtomicInteger calls = new AtomicInteger();
    rig.provider.when(
        "m-busy",
        (asked, answer) -> {
          if (calls.incrementAndGet() < 3) {
            answer.json(
                calls.get() == 1 ? 529 : 429,
                "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"x\"}}",
                "Retry-After-Ms: 1");
          } else {
            answer.json(200, Samples.MESSAGE);
          }
        });
    assertThat(sdk(budget).messages().create(message("m-busy")).id()).isEqualTo("msg_1");
    budget.awaitSpent(COST, TOKENS);
  }

  @Test
  void aBudgetThatCannotCarryACallIsA402ThatTheSdkDoesNotRepeat() throws Exception {
    GatewayRig.Budget budget = rig.budget("anthropic", Map.of("tokens", 50L));
    rig.provider.when("m-dear", (asked, answer) -> answer.json(200, Samples.MESSAGE));
    AnthropicServiceException error =
        catchThrowableOfType(
            AnthropicServiceException.class,
            () -> sdk(budget).messages().create(message("m-dear")));
    assertThat(error.statusCode()).isEqualTo(402);
    assertThat(error).hasMessageContaining("50 tokens").hasMessageContaining("billing_error");
    assertThat(rig.provider.asked("m-dear")).isEmpty();
    assertThat(rig.metric("leasehold_gateway_calls_total", "m-dear", "refused")).isEqualTo(1);
  }

  @Test
  void aWrongKeyIsRefusedInTheSdksWords() {
    AnthropicClient stranger =
        AnthropicOkHttpClient.builder().apiKey("sk-ant-own").baseUrl(rig.gateway.url()).build();
    AnthropicServiceException error =
        catchThrowableOfType(
            AnthropicServiceException.class,
            () -> stranger.messages().create(message("m-stranger")));
    assertThat(error.statusCode()).isEqualTo(401);
    assertThat(error).hasMessageContaining("authentication_error");
    assertThat(rig.provider.asked("m-stranger")).isEmpty();
  }
}
