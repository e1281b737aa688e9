package dev.leasehold.cli.report;

import dev.leasehold.cli.remote.Fields;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A report of what was spent, as the server answered it: bars for each unit. */
final class Report {

  /** More days without a spend are left out, for nobody could read them. */
  private static final int MAX_FILLED_DAYS = 366;

  /**
   * @param label the day, pool or other part that the bar is for
   */
  record Bar(String label, long amount, long count) {}

  private final Fields report;
  private final List<Fields> rows = new ArrayList<>();

  /** Begins with the first page. */
  Report(Fields report) {
    this.report = report;
    add(report);
  }

  /** Adds the rows of a page. */
  final void add(Fields page) {
    rows.addAll(page.objects("rows"));
  }

  List<String> by() {
    return report.texts("by");
  }

  List<Fields> rows() {
    return Collections.unmodifiableList(rows);
  }

  String title() {
    return "Spent from " + report.text("from") + " to " + report.text("to");
  }

  /** The bars of each unit, in the order of the units. */
  Map<String, List<Bar>> bars() {
    Set<String> units = new LinkedHashSet<>();
    rows().stream().map(row -> row.text("unit")).sorted().forEach(units::add);
    Map<String, List<Bar>> bars = new LinkedHashMap<>();
    for (String unit : units) {
      bars.put(unit, by().equals(List.of("day")) ? days(unit) : bars(unit));
    }
    return bars;
  }

  private List<Bar> bars(String unit) {
    List<Bar> bars = new ArrayList<>();
    for (Fields row : rows()) {
      if (row.text("unit").equals(unit)) {
        bars.add(new Bar(label(row), row.number("amount"), row.number("count")));
      }
    }
    return bars;
  }

  private String label(Fields row) {
    List<String> parts = new ArrayList<>();
    for (String part : by()) {
      parts.add(row.text(part).isEmpty() ? "(no " + part + ")" : row.text(part));
    }
    return String.join(" ", parts);
  }

  /** Days on which nothing was spent have bars, too: a gap is news. */
  private List<Bar> days(String unit) {
    List<Bar> spent = bars(unit);
    Map<String, Bar> byDay = new LinkedHashMap<>();
    spent.forEach(bar -> byDay.put(bar.label, bar));
    try {
      LocalDate from = LocalDate.parse(report.text("from"));
      LocalDate to = LocalDate.parse(report.text("to"));
      if (from.plusDays(MAX_FILLED_DAYS).isBefore(to)) {
        return spent;
      }
      return from.datesUntil(to.plusDays(1))
          .map(day -> byDay.getOrDefault(day.toString(), new Bar(day.toString(), 0, 0)))
          .toList();
    } catch (DateTimeParseException e) {
      return spent;
    }
  }
}
