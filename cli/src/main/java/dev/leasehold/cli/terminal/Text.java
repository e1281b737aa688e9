package dev.leasehold.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Text from elsewhere, measured and made harmless for a terminal. */
public final class Text {

  private static final String ELLIPSIS = "…";
  private static final char REPLACEMENT = '\uFFFD';

  private Text() {}

  /** Replaces all that could move the cursor, end a line or change the order of reading. */
  public static String harmless(String text) {
    StringBuilder harmless = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isHarmful(c)) {
        if (harmless == null) {
          harmless = new StringBuilder(text);
        }
        harmless.setCharAt(i, REPLACEMENT);
      }
    }
    return harmless == null ? text : harmless.toString();
  }

  private static boolean isHarmful(char c) {
    return Character.isISOControl(c)
        || (c >= '\u200e' && c <= '\u200f')
        || (c >= '\u2028' && c <= '\u202e')
        || (c >= '\u2066' && c <= '\u2069');
  }

  /** How many cells a terminal needs for it; East Asian and pictorial characters take two. */
  public static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      width += width(character);
      i += Character.charCount(character);
    }
    return width;
  }

  private static int width(int character) {
    if (character < 0x300) {
      return 1;
    }
    int type = Character.getType(character);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    return isWide(character) ? 2 : 1;
  }

  /** The blocks of Unicode's East Asian Width that are wide as a whole, more or less. */
  private static boolean isWide(int character) {
    return (character >= 0x1100 && character <= 0x115f)
        || (character >= 0x2e80 && character <= 0xa4cf)
        || (character >= 0xac00 && character <= 0xd7a3)
        || (character >= 0xf900 && character <= 0xfaff)
        || (character >= 0xfe30 && character <= 0xfe6f)
        || (character >= 0xff00 && character <= 0xff60)
        || (character >= 0xffe0 && character <= 0xffe6)
        || (character >= 0x1f300 && character <= 0x1faff)
        || (character >= 0x20000 && character <= 0x3fffd);
  }

  /** The text, or as much of it as fits with an ellipsis. */
  public static String fitted(String text, int columns) {
    if (columns == Screen.UNLIMITED || width(text) <= columns) {
      return text;
    }
    return columns <= 1 ? ELLIPSIS : text.substring(0, cut(text, columns - 1)) + ELLIPSIS;
  }

  /** Breaks text between words into lines of so many cells; a longer word stands out. */
  public static List<String> folded(String text, int columns) {
    return columns == Screen.UNLIMITED ? List.of(text) : folded(text, columns, false);
  }

  /** Like {@link #folded(String, int)}; a word that is longer is broken too. */
  static List<String> broken(String text, int columns) {
    return folded(text, columns, true);
  }

  private static List<String> folded(String text, int columns, boolean words) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      if (!line.isEmpty() && width(line.toString()) + 1 + width(word) > columns) {
        lines.add(line.toString());
        line.setLength(0);
      }
      String rest = word;
      while (words && width(rest) > columns) {
        int end = cut(rest, columns);
        lines.add(rest.substring(0, end));
        rest = rest.substring(end);
      }
      line.append(line.isEmpty() ? "" : " ").append(rest);
    }
    lines.add(line.toString());
    return lines;
  }

  /** How many characters fit, at least one. */
  private static int cut(String text, int columns) {
    int end = 0;
    int width = 0;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      width += width(character);
      if (width > columns && end > 0) {
        break;
      }
      end += Character.charCount(character);
    }
    return end;
  }

  static String padded(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - width(text)));
  }
}
