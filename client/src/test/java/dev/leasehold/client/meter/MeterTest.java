package dev.leasehold.client.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens and prices to amounts, exact, and never too little. */
class MeterTest {

  private static final String TABLE =
      """
      {"models": {
        "small": {"input": "0.15", "cachedInput": "0.075", "output": "0.60"},
        "thinker": {"input": 1.1, "output": "4.40", "reasoning": "8.80", "maxOutput": 100000},
        "writer": {"input": "3", "cachedInput": "0.30", "cacheWrite": "3.75", "output": "15"},
        "writer-*": {"input": "5", "output": "25"},
        "eu/small": {"input": "1", "output": "1"},
        "embed": {"input": "0.02"}
      }}
      """;

  private static PriceTable table() throws IOException {
    return PriceTable.parse(TABLE, "prices.json");
  }

  private static Map<String, Long> amounts(long usdMicros, long tokens) {
    return Map.of("usd_micros", usdMicros, "tokens", tokens);
  }

  @ParameterizedTest
  @CsvSource({
    "small, 1, 0, 0, 0, 0, 1, 1",
    "small, 0, 0, 0, 0, 0, 0, 0",
    "small, 1000000, 0, 0, 0, 0, 150000, 1000000",
    "small, 100, 900, 0, 50, 0, 113, 1050",
    "thinker, 10, 0, 0, 10, 90, 847, 110",
    "writer, 10, 2000, 400, 100, 0, 3630, 2510",
    "writer-2, 1, 0, 0, 1, 0, 30, 2",
    "embed, 7, 0, 0, 0, 0, 1, 7"
  })
  void costIsExactAndRoundedUp(
      String model,
      long input,
      long cached,
      long written,
      long output,
      long reasoning,
      long usdMicros,
      long tokens)
      throws IOException {
    TokenCount used = new TokenCount(input, cached, written, output, reasoning);
    assertThat(new Meter(table()).cost(model, used)).isEqualTo(amounts(usdMicros, tokens));
  }

  @Test
  void theMostIsNeverLessThanTheCost() throws IOException {
    Meter meter = new Meter(table());
    assertThat(meter.most("writer", 1_000, 100)).isEqualTo(amounts(5_250, 1_100));
    assertThat(meter.most("thinker", 1_000, 100)).isEqualTo(amounts(1_980, 1_100));
  }

  @Test
  void theLongestNameCountsAndTheProvidersOwnBeforeOthers() throws IOException {
    PriceTable table = table();
    assertThat(table.of("eu", "small").input()).isEqualTo("1");
    assertThat(table.of("us", "small").input()).isEqualTo("0.15");
    assertThat(table.of("writer").input()).isEqualTo("3");
    assertThat(table.of("us", "writer-2025").input()).isEqualTo("5");
    assertThat(table.of("thinker").maxOutput()).hasValue(100_000);
    assertThat(table.of("thinker").hidesReasoning()).isTrue();
    assertThat(table.of("small").hidesReasoning()).isFalse();
  }

  @Test
  void anUnknownModelIsNamedWithTheFile() throws IOException {
    Meter meter = new Meter(table());
    assertThatThrownBy(() -> meter.cost("gpt-nine", TokenCount.of(1, 1)))
        .isInstanceOf(UnknownModelException.class)
        .hasMessageContainingAll("gpt-nine", "prices.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{\"models\": 1}",
        "{\"model\": {}}",
        "{\"models\": {\"a\": {\"output\": \"1\"}}}",
        "{\"models\": {\"a\": {\"input\": \"-1\"}}}",
        "{\"models\": {\"a\": {\"input\": \"x\"}}}",
        "{\"models\": {\"a\": {\"input\": \"1e9\"}}}",
        "{\"models\": {\"a\": {\"input\": \"1\", \"inptu\": \"1\"}}}",
        "{\"models\": {\"a\": {\"input\": \"1\", \"input\": \"2\"}}}",
        "{\"models\": {\"a\": {\"input\": \"1\"}, \"a\": {\"input\": \"2\"}}}",
        "{\"models\": {\"a\": {\"input\": \"1\", \"maxOutput\": \"1.5\"}}}",
        "{\"models\": {}} x"
      })
  void whatIsNoTableIsRefusedWithTheNameOfTheFile(String text) {
    assertThatThrownBy(() -> PriceTable.parse(text, "prices.json"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("prices.json");
  }

  @Test
  void theSampleIsATable() throws IOException {
    PriceTable sample = PriceTable.read(Path.of("..", "docs", "guides", "prices.json"));
    assertThat(sample.of("gpt-4o").output()).isPositive();
    assertThat(sample.of("claude-sonnet-4-5").output()).isPositive();
  }

  @Test
  void partsAreNeverMoreThanTheWhole() {
    assertThat(TokenCount.inclusive(10, 4, 20, 5)).isEqualTo(new TokenCount(6, 4, 0, 15, 5));
    assertThat(TokenCount.inclusive(10, 40, 20, 50)).isEqualTo(new TokenCount(0, 10, 0, 0, 20));
    assertThatThrownBy(() -> TokenCount.of(-1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
