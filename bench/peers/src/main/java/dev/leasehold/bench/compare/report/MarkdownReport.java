package dev.leasehold.bench.compare.report;

import dev.leasehold.bench.compare.client.ClientKind;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The figures for people, as tables. */
public final class MarkdownReport {

  private static final String NAMES_OF_COLUMNS =
      " | p50 | p99 | p99.9 | client, server µs | memory | others | Leasehold is |";

  private final StringBuilder text = new StringBuilder();
  private final List<Row> rows;

  private MarkdownReport(List<Row> rows) {
    this.rows = rows;
  }

  public static String of(List<Row> rows, Facts facts) {
    MarkdownReport report = new MarkdownReport(rows);
    report.begin(facts);
    report.cycles();
    report.table(
        Work.CONTENTION,
        "Many contenders, one resource",
        "Times are from a release to the next grant.",
        "contenders",
        "hand-overs/s",
        "");
    report.table(
        Work.COLD,
        "The first seconds of a server",
        "A new server, a client that is warm.",
        "in flight",
        "cycles/s",
        "of its warm rate");
    report.table(
        Work.CROWD,
        "Cycles among many leases",
        "",
        "held, in flight",
        "cycles/s",
        "of its rate with the fewest");
    report.table(
        Work.RENEWAL,
        "Renewals of many leases",
        "Only where a lock has a deadline of its own.",
        "held, in flight",
        "renewals/s",
        "of its rate with the fewest");
    report.table(
        Work.SUSTAINED,
        "Without a pause",
        "Median and range of its minutes.",
        "in flight",
        "cycles/s",
        "of its rate in bursts");
    report.end(facts);
    return report.text.toString();
  }

  private void begin(Facts facts) {
    text.append("Measured ").append(facts.date()).append(" with `").append(facts.command());
    text.append("`.\n\n");
    facts.machine().forEach(line -> text.append("- ").append(line).append('\n'));
  }

  private void end(Facts facts) {
    text.append("\n#### Settings\n\n");
    facts.settings().forEach(line -> text.append("- ").append(line).append('\n'));
    if (!facts.notes().isEmpty()) {
      text.append("\n#### Left out\n\n");
      facts.notes().forEach(line -> text.append("- ").append(line).append('\n'));
    }
  }

  private void cycles() {
    List<Row> cycles = rows.stream().filter(row -> row.work() == Work.CYCLE).toList();
    if (cycles.isEmpty()) {
      return;
    }
    List<Integer> levels = cycles.stream().map(Row::inFlight).distinct().sorted().toList();
    text.append("\n#### Acquire and release of distinct resources\n\n");
    text.append("Cycles a second by the number in flight; in parentheses how many times as many");
    text.append(" Leasehold does.\n\n| |");
    levels.forEach(level -> text.append(' ').append(level).append(" |"));
    text.append("\n|---|").append("---|".repeat(levels.size())).append('\n');
    for (ClientKind kind : ClientKind.values()) {
      List<Row> own = cycles.stream().filter(row -> row.kind() == kind).toList();
      if (!own.isEmpty()) {
        text.append("| ").append(name(kind)).append(" |");
        levels.forEach(level -> text.append(' ').append(cell(own, level)).append(" |"));
        text.append('\n');
      }
    }
    table(Work.CYCLE, "The same in detail", "", "in flight", "cycles/s", "");
  }

  private static String cell(List<Row> own, int level) {
    return own.stream()
        .filter(row -> row.inFlight() == level)
        .findFirst()
        .map(
            row ->
                count(row.perSecond().median())
                    + (row.ratio() == null ? "" : " (" + times(row.ratio().median()) + ")"))
        .orElse("");
  }

  private void table(
      Work work, String title, String remark, String group, String rate, String share) {
    Stream<Row> wanted = rows.stream().filter(row -> row.work() == work);
    List<Row> sorted =
        wanted
            .sorted(
                java.util.Comparator.comparingLong(Row::held)
                    .thenComparing(Row::inFlight)
                    .thenComparing(Row::kind))
            .toList();
    if (sorted.isEmpty()) {
      return;
    }
    text.append("\n#### ").append(title).append("\n\n");
    if (!remark.isEmpty()) {
      text.append(remark).append("\n\n");
    }
    text.append("| ").append(group).append(" | | ").append(rate).append(NAMES_OF_COLUMNS);
    text.append(share.isEmpty() ? "" : " " + share + " |");
    text.append("\n|---|---|---|---|---|---|---|---|---|---|");
    text.append(share.isEmpty() ? "\n" : "---|\n");
    for (Row row : sorted) {
      line(row);
      if (!share.isEmpty()) {
        text.append(' ').append(Share.of(row, rows).map(MarkdownReport::times).orElse(""));
        text.append(" |");
      }
      text.append('\n');
    }
  }

  private void line(Row row) {
    Figure ratio = row.ratio();
    String held = row.held() > 0 ? count(row.held()) + ", " : "";
    text.append(
        String.format(
            Locale.ROOT,
            "| %s%d | %s | %s (%s to %s) | %s | %s | %s | %.0f, %.0f | %,.0f MB | %.0f %% | %s |",
            held,
            row.inFlight(),
            name(row.kind()),
            count(row.perSecond().median()),
            count(row.perSecond().least()),
            count(row.perSecond().largest()),
            time(row.p50Micros()),
            time(row.p99Micros()),
            time(row.p999Micros()),
            row.clientMicros(),
            row.serverMicros(),
            row.residentBytes() / 1e6,
            row.othersPercent(),
            ratio == null
                ? ""
                : times(ratio.median())
                    + " ("
                    + times(ratio.least())
                    + " to "
                    + times(ratio.largest())
                    + ")"));
  }

  static String name(ClientKind kind) {
    return switch (kind) {
      case JAVA -> "**Leasehold**, Java client";
      case JAVA_WORK -> "Leasehold, policy `work`, which signs";
      case LETTUCE -> "Redis, Lettuce, raw commands";
      case REDISSON -> "Redis, Redisson's lock";
      case REDIS_BENCHMARK -> "Redis, redis-benchmark, SETs halved";
      case ZOOKEEPER_ASYNC -> "ZooKeeper, asynchronous client";
      case CURATOR -> "ZooKeeper, Curator's mutex";
      case HIKARI -> "PostgreSQL, pool of 64";
      case JETCD -> "etcd, jetcd";
    };
  }

  private static String count(double figure) {
    return String.format(Locale.ROOT, "%,.0f", figure);
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.2f×" : "%.1f×", ratio);
  }

  /** Milliseconds from a hundred on without decimals. */
  private static String time(double micros) {
    double millis = micros / 1_000;
    return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.0f ms", millis);
  }
}
