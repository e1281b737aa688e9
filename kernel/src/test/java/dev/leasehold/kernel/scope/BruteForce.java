package dev.leasehold.kernel.scope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The meaning of patterns, said again in the simplest way that can be right: write out the braces,
 * then backtrack. Shares no code with what it checks, and takes well-formed patterns only.
 */
final class BruteForce {

  private BruteForce() {}

  static boolean matches(String pattern, String path) {
    String whole = pattern.endsWith("/") ? pattern + "**" : pattern;
    return matches(segments(whole), segments(path));
  }

  static List<String> segments(String text) {
    return Arrays.asList(text.substring(1).split("/", -1));
  }

  private static boolean matches(List<String> pattern, List<String> names) {
    if (pattern.isEmpty()) {
      return names.isEmpty();
    }
    if (pattern.getFirst().equals("**")) {
      return matches(tail(pattern), names) || (!names.isEmpty() && matches(pattern, tail(names)));
    }
    return !names.isEmpty()
        && segmentMatches(pattern.getFirst(), names.getFirst())
        && matches(tail(pattern), tail(names));
  }

  private static List<String> tail(List<String> list) {
    return list.subList(1, list.size());
  }

  private static boolean segmentMatches(String segment, String name) {
    return withoutBraces(segment).stream().anyMatch(glob -> globMatches(glob, name));
  }

  /** How many characters a name must have at least, in the longest way to write out the braces. */
  static int weight(String segment) {
    return withoutBraces(segment).stream().mapToInt(BruteForce::fixedGlyphs).max().orElseThrow();
  }

  private static int fixedGlyphs(String glob) {
    int count = 0;
    for (int at = 0; at < glob.length(); at = endOfGlyph(glob, at)) {
      count += glob.charAt(at) == '*' ? 0 : 1;
    }
    return count;
  }

  /** All ways to choose from the braces. */
  static List<String> withoutBraces(String text) {
    int open = 0;
    while (open < text.length() && text.charAt(open) != '{') {
      open = endOfGlyph(text, open);
    }
    if (open == text.length()) {
      return List.of(text);
    }
    List<String> alternatives = new ArrayList<>();
    int from = open + 1;
    int depth = 1;
    int at = from;
    while (depth > 0) {
      char c = text.charAt(at);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth == 0 || (depth == 1 && c == ',')) {
        alternatives.add(text.substring(from, at));
        from = at + 1;
      }
      at = endOfGlyph(text, at);
    }
    List<String> written = new ArrayList<>();
    for (String alternative : alternatives) {
      written.addAll(withoutBraces(text.substring(0, open) + alternative + text.substring(at)));
    }
    return written;
  }

  /** For a segment without braces. */
  static boolean globMatches(String glob, String name) {
    return globMatches(glob, 0, name, 0);
  }

  private static boolean globMatches(String glob, int g, String name, int n) {
    if (g == glob.length()) {
      return n == name.length();
    }
    int rest = endOfGlyph(glob, g);
    if (glob.charAt(g) == '*') {
      return globMatches(glob, rest, name, n)
          || (n < name.length() && globMatches(glob, g, name, endOfCharacter(name, n)));
    }
    return n < name.length()
        && glyphMatches(glob, g, rest, name.codePointAt(n))
        && globMatches(glob, rest, name, endOfCharacter(name, n));
  }

  private static boolean glyphMatches(String glob, int from, int to, int c) {
    return switch (glob.charAt(from)) {
      case '?' -> true;
      case '[' -> classMatches(glob.substring(from + 1, to - 1), c);
      default -> glob.codePointAt(from) == c;
    };
  }

  private static boolean classMatches(String members, int c) {
    boolean negated = members.length() > 1 && members.charAt(0) == '!';
    return negated != hasMember(negated ? members.substring(1) : members, c);
  }

  private static boolean hasMember(String members, int c) {
    int[] m = members.codePoints().toArray();
    for (int i = 0; i < m.length; i++) {
      boolean range = i + 2 < m.length && m[i + 1] == '-';
      if (m[i] <= c && c <= (range ? m[i + 2] : m[i])) {
        return true;
      }
      i += range ? 2 : 0;
    }
    return false;
  }

  private static int endOfCharacter(String text, int at) {
    return at + Character.charCount(text.codePointAt(at));
  }

  /** The end of a character, or of a class, whose first member may be a closing bracket. */
  private static int endOfGlyph(String text, int at) {
    if (text.charAt(at) != '[') {
      return endOfCharacter(text, at);
    }
    int first = text.charAt(at + 1) == '!' ? at + 2 : at + 1;
    return text.indexOf(']', first + 1) + 1;
  }
}
