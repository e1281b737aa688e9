package dev.leasehold.cli.report;

import dev.leasehold.cli.money.Amount;
import dev.leasehold.cli.terminal.Colour;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Text;
import java.util.ArrayList;
import java.util.List;

/** Bars of blocks, as wide as the terminal, with the amounts behind them. */
final class TerminalChart {

  /** The width where nobody looks, as in a file. */
  private static final int USUAL_COLUMNS = 80;

  private static final int FEWEST_BAR_CELLS = 8;
  private static final int MOST_LABEL_CELLS = 40;
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";
  private static final String FULL = "█";

  private TerminalChart() {}

  static List<String> lines(Report report, Screen screen) {
    List<String> lines = new ArrayList<>();
    lines.add(screen.in(Colour.BOLD, report.title()));
    report.bars().forEach((unit, bars) -> add(unit, bars, screen, lines));
    if (lines.size() == 1) {
      lines.add("nothing");
    }
    return lines;
  }

  private static void add(String unit, List<Report.Bar> bars, Screen screen, List<String> lines) {
    long most = bars.stream().mapToLong(Report.Bar::amount).max().orElse(0);
    long sum = bars.stream().mapToLong(Report.Bar::amount).reduce(0, TerminalChart::saturated);
    int labels =
        Math.min(
            MOST_LABEL_CELLS,
            bars.stream().mapToInt(bar -> Text.width(label(bar))).max().orElse(0));
    int figures =
        bars.stream().mapToInt(bar -> Amount.text(unit, bar.amount()).length()).max().orElse(0);
    int columns = screen.columns() == Screen.UNLIMITED ? USUAL_COLUMNS : screen.columns();
    int room = Math.max(FEWEST_BAR_CELLS, columns - labels - figures - 4);
    lines.add("");
    for (Report.Bar bar : bars) {
      String label = label(bar);
      lines.add(
          (label
                  + " ".repeat(Math.max(0, labels - Text.width(label)))
                  + "  "
                  + screen.in(Colour.GREEN, blocks(bar.amount(), most, room))
                  + "  "
                  + " ".repeat(figures - Amount.text(unit, bar.amount()).length())
                  + Amount.text(unit, bar.amount()))
              .stripTrailing());
    }
    lines.add(screen.in(Colour.DIM, "in all  " + Amount.text(unit, sum)));
  }

  private static long saturated(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private static String label(Report.Bar bar) {
    return Text.fitted(Text.harmless(bar.label()), MOST_LABEL_CELLS);
  }

  /** As many cells as there is room for, the bar itself exact to an eighth of a cell. */
  private static String blocks(long amount, long most, int room) {
    if (most == 0 || amount == 0) {
      return " ".repeat(room);
    }
    int eighths = (int) Math.max(1, Math.round((double) amount / most * room * 8));
    int full = eighths / 8;
    String rest = eighths % 8 == 0 ? "" : String.valueOf(EIGHTHS.charAt(eighths % 8));
    return FULL.repeat(full) + rest + " ".repeat(Math.max(0, room - full - rest.length()));
  }
}
