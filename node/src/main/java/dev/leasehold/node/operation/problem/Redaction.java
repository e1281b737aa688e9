package dev.leasehold.node.operation.problem;

import dev.leasehold.api.v1.Problem;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Takes tokens out of what callers are told about their own input: a token that was put in the
 * wrong place must not travel on in error messages, which people log and pass around.
 */
public final class Redaction {

  /** Leasehold's own tokens, of which the id is no secret, JWTs, and keys of common providers. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(lh_[0-9a-f]++_)[A-Za-z0-9_-]++|(eyJ)[A-Za-z0-9_-]++\\.[A-Za-z0-9_.-]++"
              + "|(sk-)[A-Za-z0-9_-]{16,}+");

  /** Nearly all texts have none of these, and most refusals are in a hurry. */
  private static final List<String> BEGINNINGS = List.of("lh_", "eyJ", "sk-");

  private Redaction() {}

  /**
   * A copy without tokens in its texts. Its conflicts and notices stay: they name what was accepted
   * before.
   */
  public static Problem of(Problem problem) {
    Problem.Builder hidden = null;
    for (var field : problem.getAllFields().entrySet()) {
      if (field.getValue() instanceof String text && !hide(text).equals(text)) {
        hidden = hidden == null ? problem.toBuilder() : hidden;
        hidden.setField(field.getKey(), hide(text));
      }
    }
    return hidden == null ? problem : hidden.build();
  }

  private static String hide(String text) {
    return BEGINNINGS.stream().noneMatch(text::contains)
        ? text
        : TOKEN.matcher(text).replaceAll(token -> beginningOf(token) + "***");
  }

  private static String beginningOf(MatchResult token) {
    return token.group(1) != null
        ? token.group(1)
        : token.group(2) != null ? token.group(2) : token.group(3);
  }
}
