package dev.leasehold.kernel.scope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads one segment of a pattern by recursive descent. */
final class SegmentReader {

  /** Nobody nests deeper by hand, and a bound keeps the recursion shallow. */
  private static final int MAX_NESTING = 16;

  private static final int FIRST_JOINING_JAMO = 0x1160;
  private static final int LAST_JOINING_JAMO = 0x11FF;

  private final String text;

  /** Whether the text comes from a caller; what was accepted once is read back as it is. */
  private final boolean strict;

  private int at;

  private SegmentReader(String text, boolean strict) {
    this.text = text;
    this.strict = strict;
  }

  /** Reads what a caller wrote. */
  static List<Glyph> read(String segment) throws PatternSyntax {
    return new SegmentReader(segment, true).sequence(0);
  }

  /** Reads what was accepted before, perhaps by a JDK that knows fewer characters. */
  static List<Glyph> readBack(String segment) throws PatternSyntax {
    return new SegmentReader(segment, false).sequence(0);
  }

  private List<Glyph> sequence(int nesting) throws PatternSyntax {
    List<Glyph> glyphs = new ArrayList<>(text.length());
    while (at < text.length()) {
      int c = text.codePointAt(at);
      if (nesting > 0 && (c == ',' || c == '}')) {
        break;
      }
      at += Character.charCount(c);
      switch (c) {
        case '*' -> {
          if (at < text.length() && text.charAt(at) == '*') {
            throw new PatternSyntax("** must be a whole segment, as in /docs/**/x");
          }
          glyphs.add(new Glyph.AnyRun());
        }
        case '?' -> glyphs.add(new Glyph.AnyOne());
        case '[' -> glyphs.add(characterClass());
        case '{' -> glyphs.add(choice(nesting + 1));
        default -> {
          boolean first = at == Character.charCount(c);
          if (!first && !followsPlain(at - Character.charCount(c))) {
            refuseCombining(c);
          }
          glyphs.add(new Glyph.Exactly(c));
        }
      }
    }
    return glyphs;
  }

  private boolean followsPlain(int position) {
    return "*?]{},".indexOf(text.charAt(position - 1)) < 0;
  }

  /**
   * A mark that combines with the character before it would make names that are not in NFC, and so
   * another spelling of a name that others hold.
   */
  private void refuseCombining(int c) throws PatternSyntax {
    boolean combining =
        switch (Character.getType(c)) {
          case Character.NON_SPACING_MARK,
              Character.COMBINING_SPACING_MARK,
              Character.ENCLOSING_MARK ->
              true;
          default -> c >= FIRST_JOINING_JAMO && c <= LAST_JOINING_JAMO;
        };
    if (strict && combining) {
      throw new PatternSyntax(
          "a combining character (U+%04X) may only follow a plain one".formatted(c));
    }
  }

  private Glyph choice(int nesting) throws PatternSyntax {
    if (nesting > MAX_NESTING) {
      throw new PatternSyntax("braces are nested more than " + MAX_NESTING + " deep");
    }
    List<List<Glyph>> alternatives = new ArrayList<>();
    while (true) {
      alternatives.add(sequence(nesting));
      if (at >= text.length()) {
        throw new PatternSyntax(
            "{ is not closed within its segment; write [{] for the character itself");
      }
      if (text.charAt(at++) == '}') {
        return new Glyph.Choice(alternatives);
      }
    }
  }

  private Glyph characterClass() throws PatternSyntax {
    if (peek() == '^') {
      throw new PatternSyntax("write [!...] to exclude characters, not [^...]");
    }
    boolean negated = peek() == '!';
    if (negated) {
      at++;
    }
    int[] ranges = new int[2 * (text.length() - at)];
    int used = 0;
    boolean first = true;
    while (first || peek() != ']') {
      first = false;
      int low = next();
      refuseCombining(low);
      int high = low;
      if (peek() == '-' && at + 1 < text.length() && text.charAt(at + 1) != ']') {
        at++;
        high = next();
        refuseCombining(high);
      }
      if (high < low) {
        throw new PatternSyntax("a range in [...] runs backwards");
      }
      ranges[used++] = low;
      ranges[used++] = high;
    }
    at++;
    int[] pairs = Arrays.copyOf(ranges, used);
    return simplest(negated ? CharSet.legalExcept(pairs) : CharSet.legalOf(pairs));
  }

  private static Glyph simplest(CharSet set) {
    return set.single() >= 0 ? new Glyph.Exactly(set.single()) : new Glyph.OneOf(set);
  }

  private int peek() {
    return at < text.length() ? text.charAt(at) : -1;
  }

  private int next() throws PatternSyntax {
    if (at >= text.length()) {
      throw new PatternSyntax(
          "[ is not closed within its segment; write [[] for the character itself");
    }
    int c = text.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }
}
