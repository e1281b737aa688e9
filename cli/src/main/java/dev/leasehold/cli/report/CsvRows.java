package dev.leasehold.cli.report;

import dev.leasehold.cli.remote.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The rows of a report for spreadsheets, as RFC 4180 has them; amounts are exact. */
final class CsvRows {

  private CsvRows() {}

  static List<String> lines(Report report) {
    List<String> columns = new ArrayList<>(report.by());
    columns.addAll(List.of("unit", "amount", "count"));
    List<String> lines = new ArrayList<>(List.of(String.join(",", columns)));
    for (Fields row : report.rows()) {
      lines.add(
          columns.stream().map(column -> cell(row.text(column))).collect(Collectors.joining(",")));
    }
    return lines;
  }

  /** A text that a spreadsheet would take for a formula is marked as text: agents choose labels. */
  private static String cell(String text) {
    boolean formula = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0;
    String safe = (formula ? "'" : "") + text;
    boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return quoted ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
  }
}
