package dev.leasehold.client.meter;

import java.util.Map;
import java.util.TreeMap;

/**
 * Turns what a call used into amounts of a budget: {@code usd_micros}, exact and rounded up, and
 * {@code tokens}.
 */
public final class Meter {

  public static final String USD_MICROS = "usd_micros";
  public static final String TOKENS = "tokens";

  private final PriceTable prices;

  public Meter(PriceTable prices) {
    this.prices = prices;
  }

  /**
   * The cost of a call.
   *
   * @throws UnknownModelException if the table has no price for the model
   */
  public Map<String, Long> cost(String model, TokenCount used) {
    return cost(prices.of(model), used);
  }

  /**
   * The most that a call can cost, to be set aside before it.
   *
   * @throws UnknownModelException if the table has no price for the model
   */
  public Map<String, Long> most(String model, long inputTokens, long outputTokens) {
    return most(prices.of(model), inputTokens, outputTokens);
  }

  public static Map<String, Long> cost(ModelPrice price, TokenCount used) {
    return amounts(price.usdMicros(used), used.total());
  }

  public static Map<String, Long> most(ModelPrice price, long inputTokens, long outputTokens) {
    return amounts(
        price.mostUsdMicros(inputTokens, outputTokens), Math.addExact(inputTokens, outputTokens));
  }

  private static Map<String, Long> amounts(long usdMicros, long tokens) {
    Map<String, Long> amounts = new TreeMap<>();
    amounts.put(USD_MICROS, usdMicros);
    amounts.put(TOKENS, tokens);
    return amounts;
  }
}
