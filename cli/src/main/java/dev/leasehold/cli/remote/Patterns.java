package dev.leasehold.cli.remote;

import java.util.ArrayList;
import java.util.List;

/** The patterns of scopes, of which most are plain paths, alone or with all below them. */
public final class Patterns {

  private static final String SPECIAL = "*?[{";
  private static final String ALL_BELOW = "/**";

  /** How far a pattern reaches. */
  public enum Reach {
    /** One path. */
    EXACT,
    /** A path and everything below it. */
    SUBTREE,
    /** All that the wildcards match. */
    PATTERN
  }

  /**
   * A pattern as people know it.
   *
   * @param text the plain path, or the pattern as it is
   */
  public record Shown(String text, Reach reach) {}

  private Patterns() {}

  public static boolean hasSpecial(String text) {
    return text.chars().anyMatch(c -> SPECIAL.indexOf(c) >= 0);
  }

  /** A plain name as a pattern: special characters stand in a class of one. */
  public static String escaped(String name) {
    StringBuilder escaped = new StringBuilder();
    for (char c : name.toCharArray()) {
      escaped.append(SPECIAL.indexOf(c) < 0 ? String.valueOf(c) : "[" + c + "]");
    }
    return escaped.toString();
  }

  /** The pattern of what an acquire takes among its paths: a slash at the end means all below. */
  public static String ofPath(String path) {
    return path.endsWith("/") ? escaped(path) + "**" : escaped(path);
  }

  /** The names that the canonical patterns of a scope stand for, in their order. */
  public static List<Shown> shown(List<String> scope) {
    return scope.stream().map(Patterns::shown).toList();
  }

  private static Shown shown(String pattern) {
    boolean below = pattern.endsWith(ALL_BELOW);
    String path = below ? pattern.substring(0, pattern.length() - ALL_BELOW.length()) : pattern;
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (SPECIAL.indexOf(c) < 0) {
        plain.append(c);
      } else if (isClassOfOne(path, i)) {
        plain.append(path.charAt(i + 1));
        i += 2;
      } else {
        return new Shown(pattern, Reach.PATTERN);
      }
    }
    if (!below) {
      return new Shown(plain.toString(), Reach.EXACT);
    }
    return new Shown(plain.isEmpty() ? "/" : plain.toString(), Reach.SUBTREE);
  }

  private static boolean isClassOfOne(String path, int at) {
    return path.charAt(at) == '['
        && at + 2 < path.length()
        && path.charAt(at + 2) == ']'
        && SPECIAL.indexOf(path.charAt(at + 1)) >= 0;
  }

  /** A scope in one line. */
  public static String line(List<String> scope) {
    List<String> texts = new ArrayList<>();
    shown(scope).forEach(each -> texts.add(each.text()));
    return String.join(" ", texts);
  }
}
