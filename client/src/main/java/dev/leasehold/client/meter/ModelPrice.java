package dev.leasehold.client.meter;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.OptionalLong;

/**
 * The prices of a model in dollars for a million tokens, which is microdollars for one.
 *
 * @param maxOutput the most tokens that it writes in one answer, if the file says so
 * @param hidesReasoning whether it reasons without showing it, which the file says by a price
 */
public record ModelPrice(
    BigDecimal input,
    BigDecimal cachedInput,
    BigDecimal cacheWrite,
    BigDecimal output,
    BigDecimal reasoning,
    OptionalLong maxOutput,
    boolean hidesReasoning) {

  /** The price of the tokens in microdollars, exact and then rounded up. */
  public long usdMicros(TokenCount tokens) {
    return cost(input, tokens.input())
        .add(cost(cachedInput, tokens.cachedInput()))
        .add(cost(cacheWrite, tokens.cacheWrite()))
        .add(cost(output, tokens.output()))
        .add(cost(reasoning, tokens.reasoning()))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  private static BigDecimal cost(BigDecimal price, long tokens) {
    return price.multiply(BigDecimal.valueOf(tokens));
  }

  /** The dearest way to read a token. */
  public BigDecimal dearestInput() {
    return input.max(cachedInput).max(cacheWrite);
  }

  /** The dearest way to write a token. */
  public BigDecimal dearestOutput() {
    return output.max(reasoning);
  }

  /** The most that so many tokens can cost, in microdollars, whatever they turn out to be. */
  public long mostUsdMicros(long inputTokens, long outputTokens) {
    return cost(dearestInput(), inputTokens)
        .add(cost(dearestOutput(), outputTokens))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }
}
