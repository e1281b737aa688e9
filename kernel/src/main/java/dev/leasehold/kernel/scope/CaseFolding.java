package dev.leasehold.kernel.scope;

import java.text.Normalizer;

/** Patterns as a space sees them that ignores case: in lower case, classes included. */
final class CaseFolding {

  /** Nobody means a range of more characters where case is ignored. */
  private static final int MAX_RANGE = 256;

  private final String text;
  private final StringBuilder folded;
  private int at;

  private CaseFolding(String text) {
    this.text = text;
    this.folded = new StringBuilder(text.length());
  }

  static Pattern fold(Pattern pattern) throws PatternSyntax {
    if (pattern instanceof PlainPath plain) {
      return new PlainPath(normal(new CaseFolding(plain.path()).plain()));
    }
    return PatternReader.canonical(normal(new CaseFolding(pattern.text()).glob()));
  }

  private static String normal(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  private static int fold(int codePoint) {
    return Character.toLowerCase(Character.toUpperCase(codePoint));
  }

  private String plain() {
    while (at < text.length()) {
      folded.appendCodePoint(fold(next()));
    }
    return folded.toString();
  }

  private String glob() throws PatternSyntax {
    while (at < text.length()) {
      int c = next();
      folded.appendCodePoint(fold(c));
      if (c == '[') {
        characterClass();
      }
    }
    return folded.toString();
  }

  /** The text was read before, so the class is well-formed. */
  private void characterClass() throws PatternSyntax {
    if (text.charAt(at) == '!') {
      folded.append((char) next());
    }
    boolean first = true;
    while (first || text.charAt(at) != ']') {
      first = false;
      int low = next();
      folded.appendCodePoint(fold(low));
      if (text.charAt(at) == '-' && text.charAt(at + 1) != ']') {
        folded.append((char) next());
        int high = next();
        checkRange(low, high);
        folded.appendCodePoint(fold(high));
      }
    }
    folded.append((char) next());
  }

  /** A range stays one only if all its members move by the same distance. */
  private static void checkRange(int low, int high) throws PatternSyntax {
    int distance = fold(low) - low;
    boolean even = high - low <= MAX_RANGE;
    for (int c = low; c <= high && even; c++) {
      even = fold(c) - c == distance;
    }
    if (!even) {
      throw new PatternSyntax("a range in [...] must be of letters of one case, or of no letters");
    }
  }

  private int next() {
    int c = text.codePointAt(at);
    at += Character.charCount(c);
    return c;
  }
}
