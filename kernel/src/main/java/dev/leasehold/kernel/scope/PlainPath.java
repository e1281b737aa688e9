package dev.leasehold.kernel.scope;

/** One path, by its name. */
final class PlainPath extends Pattern {

  private final String path;

  PlainPath(String path) {
    this.path = path;
  }

  /** The path itself, with no escaping. */
  String path() {
    return path;
  }

  @Override
  public int characters() {
    return path.length();
  }

  @Override
  String text() {
    return escape(path);
  }

  @Override
  ScopeEntry entry() {
    return new ScopeEntry(path, ScopeEntry.Reach.EXACT);
  }

  @Override
  String anchor() {
    return path;
  }

  @Override
  String head() {
    return path;
  }

  @Override
  String tail() {
    return path;
  }

  @Override
  int depth() {
    return depthOf(path);
  }

  String parent() {
    return path.substring(0, path.lastIndexOf('/'));
  }

  @Override
  Automaton automaton() {
    Automaton.Builder builder = new Automaton.Builder();
    builder.text(path);
    return builder.accepting();
  }

  @Override
  boolean matches(String candidate, StepLimit work) {
    return path.equals(candidate);
  }

  @Override
  boolean overlaps(Pattern other, StepLimit work) {
    return other.matches(path, work);
  }

  /** Makes every special character literal by a class of one. */
  static String escape(String name) {
    if (!hasSpecial(name)) {
      return name;
    }
    StringBuilder escaped = new StringBuilder(2 * name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (isSpecial(c)) {
        escaped.append('[').append(c).append(']');
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** Whether a character is there that means something else in a pattern than itself. */
  static boolean hasSpecial(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isSpecial(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSpecial(char c) {
    return c == '*' || c == '?' || c == '[' || c == '{';
  }
}
