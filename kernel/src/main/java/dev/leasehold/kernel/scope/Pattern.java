package dev.leasehold.kernel.scope;

/** A set of paths: a plain path, or a glob. Patterns that match no path do not exist. */
abstract sealed class Pattern extends Scope permits PlainPath, Glob {

  @Override
  public final int size() {
    return 1;
  }

  @Override
  final Pattern pattern(int index) {
    return this;
  }

  @Override
  public abstract int characters();

  /** The canonical text, in which a special character of a name stands in a class of one. */
  abstract String text();

  abstract ScopeEntry entry();

  /** The directory below which all matches lie: the leading segments that are plain names. */
  abstract String anchor();

  abstract Automaton automaton();

  abstract boolean matches(String path, StepLimit work);

  /** Whether some path matches both; true as well if the work runs out. */
  abstract boolean overlaps(Pattern other, StepLimit work);

  /** The text that every match begins with. */
  abstract String head();

  /** The text that every match ends with. */
  abstract String tail();

  /** How many segments every match has; -1 if they differ. */
  abstract int depth();

  static int depthOf(String path) {
    int depth = 0;
    for (int i = 0; i < path.length(); i++) {
      if (path.charAt(i) == '/') {
        depth++;
      }
    }
    return depth;
  }

  /** Whether a directory is the same as, or below, another one; the root is empty. */
  static boolean isWithin(String directory, String path) {
    return path.startsWith(directory)
        && (path.length() == directory.length() || path.charAt(directory.length()) == '/');
  }
}
