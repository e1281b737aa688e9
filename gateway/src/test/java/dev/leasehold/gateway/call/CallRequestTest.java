package dev.leasehold.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.client.meter.PriceTable;
import dev.leasehold.client.meter.TokenCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The most that a call may cost is estimated from its request. */
class CallRequestTest {

  private static CallRequest read(Api api, String body) {
    return CallRequest.read(api, body.getBytes(StandardCharsets.UTF_8));
  }

  private static String sent(CallRequest request) {
    return new String(request.body(), StandardCharsets.UTF_8);
  }

  @Test
  void theBodyIsSentAsItCameUnlessUsageIsMissing() {
    String plain = "{ \"model\" : \"m\", \"max_tokens\":5 }";
    assertThat(sent(read(Api.CHAT_COMPLETIONS, plain))).isEqualTo(plain);
    String streamed = "{ \"model\" : \"m\", \"stream\":true, \"extra\":[1.50] }";
    assertThat(sent(read(Api.MESSAGES, streamed))).isEqualTo(streamed);
    assertThat(sent(read(Api.RESPONSES, streamed))).isEqualTo(streamed);
    CallRequest asking = read(Api.CHAT_COMPLETIONS, streamed);
    assertThat(asking.hidesUsage()).isTrue();
    assertThat(sent(asking)).contains("\"stream_options\":{\"include_usage\":true}", "1.50");
    String options = "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"x\":1}}";
    assertThat(sent(read(Api.CHAT_COMPLETIONS, options)))
        .contains("{\"x\":1,\"include_usage\":true}");
    String asked = "{\"model\":\"m\",\"stream\":true,\"stream_options\":{\"include_usage\":true}}";
    assertThat(read(Api.CHAT_COMPLETIONS, asked).hidesUsage()).isFalse();
    assertThat(sent(read(Api.CHAT_COMPLETIONS, asked))).isEqualTo(asked);
  }

  @Test
  void theMostIsTheSizeAndTheLimit() throws IOException {
    PriceTable prices =
        PriceTable.parse(
            "{\"models\":{\"m\":{\"input\":\"1\",\"output\":\"10\",\"maxOutput\":50}}}", "p");
    String body = "{\"model\":\"m\",\"max_tokens\":20,\"n\":3}";
    Set<String> units = Set.of("usd_micros", "tokens");
    long input = (body.length() + 1) / 2;
    assertThat(
            CallCost.of(
                    Api.CHAT_COMPLETIONS, read(Api.CHAT_COMPLETIONS, body), prices.of("m"), units)
                .most())
        .isEqualTo(Map.of("usd_micros", input + 600, "tokens", input + 60));
    String unlimited = "{\"model\":\"m\"}";
    CallRequest request = read(Api.RESPONSES, unlimited);
    assertThat(CallCost.of(Api.RESPONSES, request, prices.of("m"), Set.of("tokens")).most())
        .isEqualTo(Map.of("tokens", 57L));
    assertThat(CallCost.of(Api.EMBEDDINGS, request, prices.of("m"), Set.of("tokens")).most())
        .isEqualTo(Map.of("tokens", 7L));
  }

  /** A reservation of nothing is refused, and a call without one is not forwarded. */
  @Test
  void evenWhatCostsNothingIsSetAside() throws IOException {
    PriceTable free =
        PriceTable.parse("{\"models\":{\"m\":{\"input\":\"0\",\"output\":\"0\"}}}", "p");
    CallRequest request = read(Api.CHAT_COMPLETIONS, "{\"model\":\"m\",\"max_tokens\":9}");
    CallCost cost =
        CallCost.of(Api.CHAT_COMPLETIONS, request, free.of("m"), Set.of("usd_micros", "tokens"));
    assertThat(cost.most()).containsEntry("usd_micros", 1L);
    assertThat(cost.exact(TokenCount.of(5, 9))).containsEntry("usd_micros", 0L);
  }

  /** Each takes far more memory than its two bytes in the body. */
  @Test
  void aBodyOfVeryManyValuesIsRefused() {
    String values = "0,".repeat(1_000_000);
    String body = "{\"model\":\"m\",\"input\":[" + values + "0]}";
    assertThatThrownBy(() -> read(Api.EMBEDDINGS, body)).isInstanceOf(ApiError.class);
    String fewer = "{\"model\":\"m\",\"input\":[" + values.substring(1_000_000) + "0]}";
    assertThat(read(Api.EMBEDDINGS, fewer).model()).isEqualTo("m");
  }

  /** A picture of a megabyte is not half a million tokens. */
  @Test
  void picturesCountByWhatProvidersTakeThemFor() {
    String picture = "data:image/png;base64," + "iVBORw0KGgo".repeat(90_000);
    String body = "{\"model\":\"m\",\"messages\":[{\"url\":\"" + picture + "\"}]}";
    assertThat(read(Api.CHAT_COMPLETIONS, body).inputTokens()).isBetween(15_000L, 16_000L);
    String text = "{\"model\":\"m\",\"messages\":[\"" + "some words ".repeat(1_000) + "\"]}";
    assertThat(read(Api.CHAT_COMPLETIONS, text).inputTokens()).isBetween(5_500L, 5_600L);
  }

  /** A client that hangs up before the usage is told pays the estimate. */
  @Test
  void whatOnlyLooksLikeAPictureIsTextAndWhatIsElsewhereIsRead() {
    String text = "{\"model\":\"m\",\"input\":\"" + "abcd".repeat(1_000) + "\"}";
    assertThat(read(Api.RESPONSES, text).inputTokens()).isGreaterThan(2_000);
    String earlier = "{\"model\":\"m\",\"previous_response_id\":\"r1\"}";
    assertThat(read(Api.RESPONSES, earlier).inputTokens()).isGreaterThan(128_000);
    String file = "{\"model\":\"m\",\"input\":[{\"file_id\":\"f1\"}]}";
    assertThat(read(Api.RESPONSES, file).inputTokens()).isGreaterThan(128_000);
    String tool = "{\"model\":\"m\",\"tools\":[{\"properties\":{\"prompt\":{},\"file_id\":{}}}]}";
    assertThat(read(Api.RESPONSES, tool).inputTokens()).isLessThan(100);
  }

  @Test
  void aLimitCountsWhereTheApiKnowsIt() {
    String body = "{\"model\":\"m\",\"max_tokens\":5}";
    assertThat(read(Api.CHAT_COMPLETIONS, body).outputLimit()).hasValue(5);
    assertThat(read(Api.MESSAGES, body).outputLimit()).hasValue(5);
    assertThat(read(Api.RESPONSES, body).outputLimit()).isEmpty();
  }
}
