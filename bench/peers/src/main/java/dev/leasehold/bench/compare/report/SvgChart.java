package dev.leasehold.bench.compare.report;

import dev.leasehold.bench.compare.client.ClientKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cycles a second over the number in flight, a line for each client with its range, both axes
 * logarithmic: equal ratios are equally far apart.
 */
public final class SvgChart {

  private static final int WIDTH = 860;
  private static final int HEIGHT = 500;
  private static final int LEFT = 70;
  private static final int RIGHT = 640;
  private static final int TOP = 60;
  private static final int BOTTOM = 430;

  /** Labels closer than this would overlap. */
  private static final double LABEL_HEIGHT = 17;

  private static final Map<String, String> COLOURS =
      Map.of(
          "leasehold", "#0b6e4f",
          "redis", "#c0392b",
          "zookeeper", "#b9770e",
          "postgres", "#2c6fbb",
          "etcd", "#7d3c98");

  private final StringBuilder svg = new StringBuilder();
  private final List<Row> rows;
  private final List<Integer> levels;
  private final double lowest;
  private final double highest;

  private SvgChart(List<Row> rows) {
    this.rows = rows;
    this.levels = rows.stream().map(Row::inFlight).distinct().sorted().toList();
    double least = rows.stream().mapToDouble(row -> row.perSecond().least()).min().orElse(1);
    double most = rows.stream().mapToDouble(row -> row.perSecond().largest()).max().orElse(10);
    this.lowest = Math.pow(10, Math.floor(Math.log10(Math.max(1, least))));
    this.highest = Math.pow(10, Math.ceil(Math.log10(Math.max(lowest * 10, most))));
  }

  public static String of(List<Row> all, Facts facts) {
    SvgChart chart = new SvgChart(all.stream().filter(row -> row.work() == Work.CYCLE).toList());
    chart.frame(facts);
    List<Label> labels = new ArrayList<>();
    for (ClientKind kind : ClientKind.values()) {
      List<Row> own =
          chart.rows.stream()
              .filter(row -> row.kind() == kind)
              .sorted(Comparator.comparingInt(Row::inFlight))
              .toList();
      if (!own.isEmpty()) {
        labels.add(chart.line(kind, own));
      }
    }
    chart.labels(labels);
    return chart.svg.append("</svg>\n").toString();
  }

  private record Label(String text, String colour, double at) {}

  private void frame(Facts facts) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
            + " height=\"%d\" font-family=\"sans-serif\" font-size=\"13\">",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    add("<title>Cycles a second over cycles in flight</title>");
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>");
    text(
        LEFT,
        26,
        "start",
        "font-size=\"16\" font-weight=\"bold\"",
        "Acquire and release, durable before the reply: cycles a second");
    text(
        LEFT,
        45,
        "start",
        "fill=\"#555555\"",
        "median and range of the rounds; one machine for"
            + " clients and servers; both axes logarithmic");
    for (double rate = lowest; rate <= highest * 1.001; rate *= 10) {
      double y = y(rate);
      add(
          "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#dddddd\"/>",
          LEFT, y, RIGHT, y);
      text(LEFT - 8, y + 4, "end", "fill=\"#333333\"", String.format(Locale.ROOT, "%,.0f", rate));
    }
    for (int level : levels) {
      text(x(level), BOTTOM + 20, "middle", "fill=\"#333333\"", Integer.toString(level));
    }
    text((LEFT + RIGHT) / 2.0, BOTTOM + 40, "middle", "fill=\"#333333\"", "in flight");
    text(
        LEFT,
        HEIGHT - 10,
        "start",
        "font-size=\"11\" fill=\"#555555\"",
        facts.date() + "  " + facts.command());
  }

  private Label line(ClientKind kind, List<Row> own) {
    String colour = COLOURS.getOrDefault(kind.system(), "#000000");
    String dashes = kind.isFirstOfSystem() ? "" : " stroke-dasharray=\"5 4\"";
    StringBuilder points = new StringBuilder();
    for (Row row : own) {
      double x = x(row.inFlight());
      double y = y(row.perSecond().median());
      points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
      add(
          "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\""
              + " stroke-opacity=\"0.4\"/>",
          x, y(row.perSecond().least()), x, y(row.perSecond().largest()), colour);
      add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>", x, y, colour);
    }
    add(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s/>",
        points.toString().strip(), colour, kind == Row.OURS ? "3" : "1.7", dashes);
    Row last = own.get(own.size() - 1);
    String name = MarkdownReport.name(kind).replace("*", "").replace("`", "");
    return new Label(name, colour, y(last.perSecond().median()));
  }

  /** Beside the ends of the lines, pushed down where they would overlap. */
  private void labels(List<Label> labels) {
    double free = 0;
    double over = 0;
    List<Label> sorted = labels.stream().sorted(Comparator.comparingDouble(Label::at)).toList();
    for (Label label : sorted) {
      free = Math.max(free + LABEL_HEIGHT, label.at);
      over = Math.max(0, free - BOTTOM);
    }
    free = 0;
    for (Label label : sorted) {
      free = Math.max(free + LABEL_HEIGHT, label.at - over);
      text(RIGHT + 12, free + 4, "start", "fill=\"" + label.colour + "\"", label.text);
    }
  }

  private double x(int inFlight) {
    double from = Math.log(levels.get(0));
    double to = Math.log(levels.get(levels.size() - 1));
    double part = to > from ? (Math.log(inFlight) - from) / (to - from) : 0.5;
    return LEFT + 20 + part * (RIGHT - LEFT - 40);
  }

  private double y(double rate) {
    double part = Math.log10(Math.max(lowest, rate) / lowest) / Math.log10(highest / lowest);
    return BOTTOM - part * (BOTTOM - TOP);
  }

  private void text(double x, double y, String anchor, String attributes, String content) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>",
        x, y, anchor, attributes, escaped(content));
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /** Text as XML wants it. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
