package dev.leasehold.kernel.scope;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pattern with wildcards. */
final class Glob extends Pattern {

  static final String EVERYTHING = "/**";

  private final String text;
  private final String anchor;

  /** Whether it is a directory with all below it, by far the most frequent kind. */
  private final boolean subtree;

  private final int depth;

  /** Where the characters that stand for themselves end, and where they begin again. */
  private final int headEnd;

  private final int tailStart;

  /** Built when first needed: most globs are told apart by their anchors. */
  private @Nullable Automaton automaton;

  Glob(String text, String anchor) {
    this.text = text;
    this.anchor = anchor;
    this.subtree = text.equals(PlainPath.escape(anchor) + EVERYTHING);
    boolean fixed = !text.endsWith(EVERYTHING) && !text.contains(EVERYTHING + "/");
    this.depth = fixed ? depthOf(text) : -1;
    this.headEnd = headEnd(text);
    this.tailStart = tailStart(text);
  }

  /** A directory with all below it. */
  static Glob subtree(String directory) {
    return new Glob(PlainPath.escape(directory) + EVERYTHING, directory);
  }

  /** Any number of segments may be none, and then the separator before them is not there. */
  private static int headEnd(String text) {
    int end = 0;
    while ("*?[{".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return text.startsWith(PatternReader.ANY_DEPTH, end) ? end - 1 : end;
  }

  /** A bracket or brace that stands for itself only makes the tail shorter than it could be. */
  private static int tailStart(String text) {
    int start = text.length();
    while ("*?]}".indexOf(text.charAt(start - 1)) < 0) {
      start--;
    }
    return start;
  }

  boolean isSubtree() {
    return subtree;
  }

  @Override
  String head() {
    return text.substring(0, headEnd);
  }

  @Override
  String tail() {
    return text.substring(tailStart);
  }

  @Override
  int depth() {
    return depth;
  }

  @Override
  public int characters() {
    return text.length();
  }

  @Override
  String text() {
    return text;
  }

  @Override
  ScopeEntry entry() {
    if (!subtree) {
      return new ScopeEntry(text, ScopeEntry.Reach.PATTERN);
    }
    return new ScopeEntry(anchor.isEmpty() ? "/" : anchor, ScopeEntry.Reach.SUBTREE);
  }

  @Override
  String anchor() {
    return anchor;
  }

  @Override
  Automaton automaton() {
    Automaton built = automaton;
    if (built == null) {
      built = build();
      automaton = built;
    }
    return built;
  }

  private Automaton build() {
    Automaton.Builder builder = new Automaton.Builder();
    try {
      for (String segment : PatternReader.segments(text)) {
        if (segment.equals(PatternReader.ANY_DEPTH)) {
          builder.anySegments();
        } else {
          List<Glyph> glyphs = SegmentReader.readBack(segment);
          builder.exactly('/');
          builder.glyphs(glyphs);
        }
      }
    } catch (PatternSyntax impossible) {
      throw new IllegalStateException("a pattern that was read before: " + text, impossible);
    }
    return builder.accepting();
  }

  @Override
  boolean matches(String path, StepLimit work) {
    if (subtree) {
      return isWithin(anchor, path);
    }
    int tail = text.length() - tailStart;
    return path.regionMatches(0, text, 0, headEnd)
        && path.regionMatches(path.length() - tail, text, tailStart, tail)
        && Matching.matches(automaton(), path, work);
  }

  @Override
  boolean overlaps(Pattern other, StepLimit work) {
    if (other instanceof PlainPath plain) {
      return matches(plain.path(), work);
    }
    Glob glob = (Glob) other;
    boolean below = isWithin(anchor, glob.anchor);
    boolean above = isWithin(glob.anchor, anchor);
    if (!below && !above) {
      return false;
    }
    if ((subtree && below) || (glob.subtree && above)) {
      return true;
    }
    return headsAgree(glob)
        && tailsAgree(glob)
        && namesAgree(text, glob.text)
        && Overlap.between(automaton(), glob.automaton(), work);
  }

  private boolean headsAgree(Glob other) {
    return text.regionMatches(0, other.text, 0, Math.min(headEnd, other.headEnd));
  }

  private boolean tailsAgree(Glob other) {
    int common = Math.min(text.length() - tailStart, other.text.length() - other.tailStart);
    return text.regionMatches(
        text.length() - common, other.text, other.text.length() - common, common);
  }

  /**
   * Whether no two plain names stand at the same depth and differ, as far as that can be told: up
   * to the first segment that may be several, and not through brackets and braces.
   */
  private static boolean namesAgree(String left, String right) {
    int leftStart = 1;
    int rightStart = 1;
    while (true) {
      int leftEnd = segmentEnd(left, leftStart);
      int rightEnd = segmentEnd(right, rightStart);
      if (leftEnd < 0 || rightEnd < 0) {
        return true;
      }
      if (isPlain(left, leftStart, leftEnd)
          && isPlain(right, rightStart, rightEnd)
          && !left.substring(leftStart, leftEnd).equals(right.substring(rightStart, rightEnd))) {
        return false;
      }
      leftStart = leftEnd + 1;
      rightStart = rightEnd + 1;
    }
  }

  /**
   * Where the segment ends; negative if there is none, or it is not one name or simple wildcard.
   */
  private static int segmentEnd(String text, int start) {
    if (start >= text.length() || text.startsWith(PatternReader.ANY_DEPTH, start)) {
      return -1;
    }
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '/') {
        return i;
      }
      if (c == '[' || c == '{') {
        return -1;
      }
    }
    return text.length();
  }

  private static boolean isPlain(String text, int start, int end) {
    for (int i = start; i < end; i++) {
      if (text.charAt(i) == '*' || text.charAt(i) == '?') {
        return false;
      }
    }
    return true;
  }
}
