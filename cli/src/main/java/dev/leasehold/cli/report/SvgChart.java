package dev.leasehold.cli.report;

import dev.leasehold.cli.money.Amount;
import dev.leasehold.cli.terminal.Text;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The bars of a report as a picture that stands alone: no script, no style from elsewhere. */
final class SvgChart {

  private static final int WIDTH = 800;
  private static final int MARGIN = 20;
  private static final int LABELS = 240;
  private static final int FIGURES = 140;
  private static final int LINE = 22;
  private static final int BAR = 14;
  private static final int MOST_LABEL_CELLS = 34;

  private SvgChart() {}

  static String of(Report report) {
    StringBuilder body = new StringBuilder();
    int y = MARGIN + LINE;
    text(body, MARGIN, y, "title", report.title());
    for (Map.Entry<String, List<Report.Bar>> unit : report.bars().entrySet()) {
      y += 2 * LINE;
      text(body, MARGIN, y, "unit", unit.getKey());
      long most = unit.getValue().stream().mapToLong(Report.Bar::amount).max().orElse(0);
      for (Report.Bar bar : unit.getValue()) {
        y += LINE;
        add(body, y, unit.getKey(), bar, most);
      }
    }
    int height = y + MARGIN + LINE / 2;
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" \
    role="img">
    <style>text{font:13px sans-serif;fill:#222}.title{font-size:17px;font-weight:bold}\
    .unit{font-weight:bold}.figure{text-anchor:end}rect{fill:#3b6ea8}.page{fill:#fff}</style>
    <rect class="page" width="%1$d" height="%2$d"/>
    %3$s</svg>
    """
        .formatted(WIDTH, height, body);
  }

  private static void add(StringBuilder body, int y, String unit, Report.Bar bar, long most) {
    int room = WIDTH - 2 * MARGIN - LABELS - FIGURES;
    double length = most == 0 ? 0 : (double) bar.amount() / most * room;
    String figure = Amount.text(unit, bar.amount());
    text(body, MARGIN, y, "label", Text.fitted(bar.label(), MOST_LABEL_CELLS));
    body.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"><title>%s: %s</title></rect>%n",
            MARGIN + LABELS,
            y - BAR + 2,
            length,
            BAR,
            escaped(bar.label()),
            escaped(figure)));
    text(body, WIDTH - MARGIN, y, "figure", figure);
  }

  private static void text(StringBuilder body, int x, int y, String kind, String words) {
    body.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" class=\"%s\">%s</text>%n",
            x,
            y,
            kind,
            escaped(words)));
  }

  /** Labels are chosen by whoever spends: nothing of them is markup. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (char c : Text.harmless(text).toCharArray()) {
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
