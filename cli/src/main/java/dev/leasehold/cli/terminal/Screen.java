package dev.leasehold.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The terminal or file that output goes to.
 *
 * @param columns how wide it is; {@link #UNLIMITED} if nobody looks
 */
public record Screen(boolean isTerminal, boolean hasColour, int columns, int rows) {

  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final int USUAL_COLUMNS = 80;
  private static final int USUAL_ROWS = 24;

  /** Narrower than this nothing is readable; lines may wrap then. */
  private static final int FEWEST_COLUMNS = 20;

  /** A file or a pipe. */
  public static final Screen NONE = new Screen(false, false, UNLIMITED, USUAL_ROWS);

  /**
   * @param terminal the launcher's finding, such as {@code out,err,24x80}
   */
  static Screen of(String terminal, Map<String, String> environment) {
    if (!terminal.contains("out")) {
      return NONE;
    }
    int rows = USUAL_ROWS;
    int columns = USUAL_COLUMNS;
    String size = terminal.substring(terminal.lastIndexOf(',') + 1);
    int by = size.indexOf('x');
    if (by > 0) {
      rows = number(size.substring(0, by), rows);
      columns = number(size.substring(by + 1), columns);
    }
    columns = number(environment.getOrDefault("COLUMNS", ""), columns);
    boolean colour =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb");
    return new Screen(true, colour, Math.max(FEWEST_COLUMNS, columns), rows);
  }

  /** Returns how many columns are left on a line that begins with this text, at least 1. */
  public int columnsBehind(String beginning) {
    return columns == UNLIMITED ? UNLIMITED : Math.max(1, columns - Text.width(beginning));
  }

  /** A sentence in lines that are broken between words, all but the first indented. */
  public List<String> lines(String sentence, String indent) {
    List<String> lines = new ArrayList<>();
    for (String line : Text.folded(sentence, columnsBehind(indent))) {
      lines.add(lines.isEmpty() ? line : indent + line);
    }
    return lines;
  }

  /** How wide running text should be; also in a pipe, where COLUMNS may say it. */
  public int helpColumns(Map<String, String> environment) {
    return isTerminal ? columns : number(environment.getOrDefault("COLUMNS", ""), USUAL_COLUMNS);
  }

  private static int number(String text, int otherwise) {
    try {
      int number = Integer.parseInt(text.strip());
      return number > 0 ? number : otherwise;
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** The text in a colour if there are any. */
  public String in(Colour colour, String text) {
    return hasColour && !text.isEmpty() ? colour.begin() + text + Colour.END : text;
  }
}
