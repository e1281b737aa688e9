package dev.leasehold.client.meter;

/**
 * The tokens of one call, each counted in one place only.
 *
 * @param input read afresh
 * @param cachedInput read from the provider's cache
 * @param cacheWrite read and written to the provider's cache
 * @param output written, without reasoning
 * @param reasoning written and not shown
 */
public record TokenCount(
    long input, long cachedInput, long cacheWrite, long output, long reasoning) {

  public static final TokenCount NONE = new TokenCount(0, 0, 0, 0, 0);

  public TokenCount {
    if (input < 0 || cachedInput < 0 || cacheWrite < 0 || output < 0 || reasoning < 0) {
      throw new IllegalArgumentException(
          "a count of tokens is 0 or more, not %d, %d, %d, %d, %d"
              .formatted(input, cachedInput, cacheWrite, output, reasoning));
    }
  }

  /** Tokens of a call without cache and reasoning. */
  public static TokenCount of(long input, long output) {
    return new TokenCount(input, 0, 0, output, 0);
  }

  /**
   * The tokens as OpenAI counts them, where the input contains what was cached and the output what
   * was reasoned. A part that is larger than its whole is taken as the whole.
   */
  public static TokenCount inclusive(long input, long cached, long output, long reasoning) {
    long fromCache = Math.min(cached, input);
    long reasoned = Math.min(reasoning, output);
    return new TokenCount(input - fromCache, fromCache, 0, output - reasoned, reasoned);
  }

  /** All tokens, of whatever kind. */
  public long total() {
    return Math.addExact(
        Math.addExact(Math.addExact(input, cachedInput), cacheWrite),
        Math.addExact(output, reasoning));
  }
}
