package dev.leasehold.gateway.answer;

import dev.leasehold.client.meter.TokenCount;
import java.util.HashMap;
import java.util.Map;

/** The figures of a provider's {@code usage}, by their names; of nested ones by a path. */
final class Usage {

  /** No answer has a hundredth of that; a larger figure is an error or a lie. */
  private static final long MAX_TOKENS = 10_000_000_000L;

  private static final int MAX_FIGURES = 64;

  private final Map<String, Long> figures = new HashMap<>();

  /** A later figure replaces an earlier one: streams count on. */
  void put(String path, long figure) {
    if (figure >= 0
        && figure <= MAX_TOKENS
        && (figures.size() < MAX_FIGURES || figures.containsKey(path))) {
      figures.put(path, figure);
    }
  }

  boolean isEmpty() {
    return figures.isEmpty();
  }

  boolean hasInput() {
    return figures.containsKey("prompt_tokens") || figures.containsKey("input_tokens");
  }

  /** As OpenAI counts: the whole contains the parts. */
  TokenCount openAi() {
    return TokenCount.inclusive(
        either("prompt_tokens", "input_tokens"),
        either("prompt_tokens_details.cached_tokens", "input_tokens_details.cached_tokens"),
        either("completion_tokens", "output_tokens"),
        either(
            "completion_tokens_details.reasoning_tokens",
            "output_tokens_details.reasoning_tokens"));
  }

  /** As Anthropic counts: every token in one place. */
  TokenCount anthropic() {
    return new TokenCount(
        of("input_tokens"),
        of("cache_read_input_tokens"),
        of("cache_creation_input_tokens"),
        of("output_tokens"),
        0);
  }

  private long either(String name, String other) {
    return figures.containsKey(name) ? of(name) : of(other);
  }

  private long of(String name) {
    return figures.getOrDefault(name, 0L);
  }
}
