package dev.leasehold.kernel.scope;

/** A set of paths: a plain path, or a glob. Patterns that match no path do not exist. */
abstract sealed class Pattern permits PlainPath, Glob {

  /** The canonical text, in which a special character of a name stands in a class of one. */
  abstract String text();

  /** The directory below which all matches lie: the leading segments that are plain names. */
  abstract String anchor();

  abstract Automaton automaton();

  abstract boolean matches(String path, Work work);

  /** Whether some path matches both; true as well if the work runs out. */
  abstract boolean overlaps(Pattern other, Work work);

  /** Whether a directory is the same as, or below, another one; the root is empty. */
  static boolean isWithin(String directory, String path) {
    return path.startsWith(directory)
        && (path.length() == directory.length() || path.charAt(directory.length()) == '/');
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Pattern pattern && text().equals(pattern.text());
  }

  @Override
  public final int hashCode() {
    return text().hashCode();
  }

  @Override
  public final String toString() {
    return text();
  }
}
