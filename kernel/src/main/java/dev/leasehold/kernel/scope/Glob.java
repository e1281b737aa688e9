package dev.leasehold.kernel.scope;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pattern with wildcards. */
final class Glob extends Pattern {

  private static final String SUBTREE = "/**";

  private final String text;
  private final String anchor;

  /** Whether it is a directory with all below it, by far the most frequent kind. */
  private final boolean subtree;

  /** Built when first needed: most globs are told apart by their anchors. */
  private @Nullable Automaton automaton;

  Glob(String text, String anchor) {
    this.text = text;
    this.anchor = anchor;
    this.subtree = text.equals(PlainPath.escape(anchor) + SUBTREE);
  }

  @Override
  String text() {
    return text;
  }

  @Override
  String anchor() {
    return anchor;
  }

  boolean isEverything() {
    return text.equals(SUBTREE);
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
          List<Glyph> glyphs = SegmentReader.read(segment);
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
  boolean matches(String path, Work work) {
    if (subtree || !isWithin(anchor, path)) {
      return isWithin(anchor, path);
    }
    return Matching.matches(automaton(), path, work);
  }

  @Override
  boolean overlaps(Pattern other, Work work) {
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
    return Overlap.between(automaton(), glob.automaton(), work);
  }
}
