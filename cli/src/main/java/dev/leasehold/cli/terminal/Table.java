package dev.leasehold.cli.terminal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows under headings. Where there is little room, columns of free text are cut first, then the
 * columns that matter least are left out; what identifies a row is never cut. Where even that does
 * not fit, each row becomes a few lines.
 */
public final class Table {

  private static final String GAP = "  ";
  private static final String INDENT = "  ";

  /** A cut column keeps at least so many cells. */
  private static final int FEWEST_CELLS = 8;

  /** Sentences in a narrower column are unpleasant to read. */
  private static final int FEWEST_FOLDED_CELLS = 20;

  /** The way in which a column yields where there is little room. */
  public enum Fit {
    /** Shown as it is. */
    WHOLE,
    /** Cut with an ellipsis. */
    CUT,
    /** Goes on below; for the last column. */
    FOLDED,
    /** Left out; the last such column first. */
    OPTIONAL
  }

  private record Column(String heading, Fit fit) {}

  /** A cell's text and its colour. */
  public record Cell(String text, Colour colour) {

    public Cell {
      text = Text.harmless(text);
    }

    public static Cell of(String text) {
      return new Cell(text, Colour.PLAIN);
    }
  }

  private final List<Column> columns = new ArrayList<>();
  private final List<List<Cell>> rows = new ArrayList<>();

  public Table column(String heading, Fit fit) {
    columns.add(new Column(heading, fit));
    return this;
  }

  public void row(List<Cell> cells) {
    if (cells.size() != columns.size()) {
      throw new IllegalArgumentException(cells.size() + " cells for " + columns.size());
    }
    rows.add(List.copyOf(cells));
  }

  public void row(String... cells) {
    row(List.of(cells).stream().map(Cell::of).toList());
  }

  /** One line a row, headings first, none ending in blanks. */
  public List<String> lines(Screen screen) {
    return lines(screen, true);
  }

  /** The rows alone, where there are few lines. */
  public List<String> linesWithoutHeadings(Screen screen) {
    return lines(screen, false);
  }

  private List<String> lines(Screen screen, boolean withHeadings) {
    List<Integer> shown =
        new ArrayList<>(IntStream.range(0, columns.size()).boxed().collect(Collectors.toList()));
    int[] widths =
        IntStream.range(0, columns.size()).map(i -> naturalWidth(i, withHeadings)).toArray();
    fit(shown, widths, screen.columns());
    if (screen.columns() != Screen.UNLIMITED && excess(shown, widths, screen.columns()) > 0) {
      return stacked(screen);
    }
    List<String> lines = new ArrayList<>();
    if (withHeadings) {
      List<Cell> headings = columns.stream().map(c -> new Cell(c.heading(), Colour.BOLD)).toList();
      lines.add(line(headings, shown, widths, screen));
    }
    for (List<Cell> row : rows) {
      for (List<Cell> part : folded(row, shown, widths)) {
        lines.add(line(part, shown, widths, screen));
      }
    }
    return lines;
  }

  /** The row, and below it what does not fit into its last cell if that may be folded. */
  private List<List<Cell>> folded(List<Cell> row, List<Integer> shown, int[] widths) {
    int last = shown.get(shown.size() - 1);
    if (columns.get(last).fit() != Fit.FOLDED) {
      return List.of(row);
    }
    List<List<Cell>> parts = new ArrayList<>();
    for (String text : Text.broken(row.get(last).text(), widths[last])) {
      List<Cell> part =
          new ArrayList<>(parts.isEmpty() ? row : Collections.nCopies(row.size(), Cell.of("")));
      part.set(last, new Cell(text, row.get(last).colour()));
      parts.add(part);
    }
    return parts;
  }

  /** The first cell of a row on a line of its own, the others below it with their headings. */
  private List<String> stacked(Screen screen) {
    List<String> lines = new ArrayList<>();
    for (List<Cell> row : rows) {
      lines.add(screen.in(Colour.BOLD, row.get(0).text()));
      for (int i = 1; i < columns.size(); i++) {
        String heading = columns.get(i).heading().toLowerCase(Locale.ROOT) + " ";
        String text = row.get(i).text();
        int room = screen.columns() - Text.width(INDENT + heading);
        if (text.isEmpty()) {
          continue;
        }
        if (columns.get(i).fit() == Fit.FOLDED && Text.width(text) > room) {
          Text.broken(heading + text, screen.columns() - INDENT.length())
              .forEach(line -> lines.add(INDENT + line));
          continue;
        }
        lines.add(
            screen.in(Colour.DIM, INDENT + heading)
                + screen.in(row.get(i).colour(), Text.fitted(text, room)));
      }
    }
    return lines;
  }

  private int naturalWidth(int column, boolean withHeadings) {
    int width = withHeadings ? Text.width(columns.get(column).heading()) : 0;
    for (List<Cell> row : rows) {
      width = Math.max(width, Text.width(row.get(column).text()));
    }
    return width;
  }

  private void fit(List<Integer> shown, int[] widths, int available) {
    if (available == Screen.UNLIMITED) {
      return;
    }
    while (excess(shown, widths, available) > 0) {
      int excess = excess(shown, widths, available);
      Integer widest =
          shown.stream()
              .filter(i -> widths[i] > fewest(i))
              .max(Comparator.comparingInt(i -> widths[i]))
              .orElse(null);
      Integer last =
          shown.stream()
              .filter(i -> columns.get(i).fit() == Fit.OPTIONAL)
              .reduce((before, after) -> after)
              .orElse(null);
      if (widest != null && (last == null || widths[widest] - excess >= 2 * FEWEST_CELLS)) {
        widths[widest] = Math.max(fewest(widest), widths[widest] - excess);
      } else if (last != null) {
        shown.remove(last);
      } else {
        return;
      }
    }
  }

  /** How narrow a column may become. */
  private int fewest(int column) {
    return switch (columns.get(column).fit()) {
      case CUT -> FEWEST_CELLS;
      case FOLDED -> Math.max(FEWEST_FOLDED_CELLS, longestWord(column));
      case WHOLE, OPTIONAL -> Integer.MAX_VALUE;
    };
  }

  /** Returns the width of the longest word: a column as wide keeps an id in one piece. */
  private int longestWord(int column) {
    return rows.stream()
        .flatMap(row -> Stream.of(row.get(column).text().split(" ", -1)))
        .mapToInt(Text::width)
        .max()
        .orElse(0);
  }

  private static int excess(List<Integer> shown, int[] widths, int available) {
    int total = GAP.length() * (shown.size() - 1);
    for (int column : shown) {
      total += widths[column];
    }
    return total - available;
  }

  private static String line(List<Cell> cells, List<Integer> shown, int[] widths, Screen screen) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < shown.size(); i++) {
      int column = shown.get(i);
      Cell cell = cells.get(column);
      String text = Text.fitted(cell.text(), widths[column]);
      boolean last = i == shown.size() - 1;
      String padding = last ? "" : Text.padded("", widths[column] - Text.width(text)) + GAP;
      line.append(cell.colour() == Colour.PLAIN ? text : screen.in(cell.colour(), text))
          .append(padding);
    }
    return line.toString().stripTrailing();
  }
}
