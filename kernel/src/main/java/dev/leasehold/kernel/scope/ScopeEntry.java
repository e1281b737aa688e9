package dev.leasehold.kernel.scope;

/**
 * One of the patterns of a scope as people know it.
 *
 * @param text a plain path with no escaping, or the canonical text of a pattern
 */
public record ScopeEntry(String text, Reach reach) {

  /** How far an entry reaches. */
  public enum Reach {
    /** The path alone. */
    EXACT,
    /** The path and everything below it; the path may be {@code /}. */
    SUBTREE,
    /** All that the wildcards match. */
    PATTERN
  }

  Pattern pattern() throws PatternSyntax {
    if (!text.startsWith("/") || (text.endsWith("/") && text.length() > 1)) {
      throw new PatternSyntax("an entry begins with / and does not end with it");
    }
    return switch (reach) {
      case EXACT -> new PlainPath(text);
      case SUBTREE -> Glob.subtree(text.equals("/") ? "" : text);
      case PATTERN -> PatternReader.canonical(text);
    };
  }

  @Override
  public String toString() {
    return reach == Reach.SUBTREE ? text + " and below" : text;
  }
}
