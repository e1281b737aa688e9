package dev.leasehold.node.tables.query;

import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.RareColumns;
import dev.leasehold.node.tables.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Sums of what was spent, read from {@code spend_days}. */
public final class SpendReport {

  /** Rows of one page: more than anybody reads, and a reply of a megabyte. */
  public static final int MAX_ROWS = 10_000;

  private SpendReport() {}

  /** The parts that sums are kept by; each is a column. */
  public enum Part {
    DAY,
    POOL,
    AGENT,
    MODEL,
    PROVIDER;

    String column() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * @param from the first day
   * @param to the last day
   * @param by the parts that each row is for, in the order in which rows are sorted
   * @param pool only this one; empty for all, as with those that follow up to the unit
   * @param after the key of the last row of the page before; empty for the first page
   * @param rows how many a page has
   */
  public record Asked(
      String from,
      String to,
      List<Part> by,
      String pool,
      String agent,
      String model,
      String provider,
      String unit,
      List<String> after,
      int rows) {}

  /**
   * @param parts the values of its parts, in the order that was asked for
   */
  public record Row(Map<Part, String> parts, String unit, long amount, long count) {

    /** The row's value of a part; empty if rows are not by that part. */
    public String part(Part part) {
      return parts.getOrDefault(part, "");
    }
  }

  /**
   * @param since the first day of which there are sums; empty if there are none
   * @param next the key to go on after; empty if there are no more rows
   */
  public record Found(List<Row> rows, String since, List<String> next) {}

  /**
   * Reads a page of the sums. Pools are summed up here and not by SQLite, for sums of several may
   * be larger than a number; then the largest number is told. Rows are in the order of SQLite, in
   * which the next page goes on.
   */
  static Found read(Connection connection, Asked asked) throws SQLException {
    List<String> key = new ArrayList<>(asked.by.stream().map(Part::column).toList());
    key.add("unit");
    String columns = String.join(", ", key);
    List<String> values = new ArrayList<>(List.of(asked.from, asked.to));
    StringBuilder sql =
        new StringBuilder("SELECT ")
            .append(columns)
            .append(", sum(amount), sum(spends) FROM spend_days WHERE day >= ? AND day <= ?");
    only(sql, values, "pool", asked.pool);
    only(sql, values, "agent", asked.agent);
    only(sql, values, "model", asked.model);
    only(sql, values, "provider", asked.provider);
    only(sql, values, "unit", asked.unit);
    if (!asked.after.isEmpty()) {
      String marks = String.join(", ", Collections.nCopies(key.size(), "?"));
      sql.append(" AND (").append(columns).append(") > (").append(marks).append(")");
      values.addAll(asked.after);
    }
    sql.append(" GROUP BY ").append(columns).append(", spend_days.pool ORDER BY ").append(columns);
    Map<List<String>, long[]> sums = new LinkedHashMap<>();
    List<String> next = List.of();
    try (PreparedStatement select = connection.prepareStatement(sql.toString())) {
      Binder binder = new Binder(select).begin();
      for (String value : values) {
        binder.text(value);
      }
      try (ResultSet row = select.executeQuery()) {
        List<String> last = List.of();
        while (row.next() && next.isEmpty()) {
          List<String> read = key(row, key.size());
          if (sums.size() == asked.rows && !sums.containsKey(read)) {
            next = last;
          } else {
            add(row, read, sums);
            last = read;
          }
        }
      }
    }
    List<Row> rows = new ArrayList<>();
    sums.forEach((of, sum) -> rows.add(row(asked.by, of, sum)));
    return new Found(List.copyOf(rows), since(connection), next);
  }

  private static void only(StringBuilder sql, List<String> values, String column, String value) {
    if (!value.isEmpty()) {
      sql.append(" AND ").append(column).append(" = ?");
      values.add(value);
    }
  }

  private static List<String> key(ResultSet row, int columns) throws SQLException {
    List<String> key = new ArrayList<>();
    for (int i = 1; i <= columns; i++) {
      key.add(String.valueOf(row.getString(i)));
    }
    return key;
  }

  private static void add(ResultSet row, List<String> key, Map<List<String>, long[]> sums)
      throws SQLException {
    long[] sum = sums.computeIfAbsent(key, each -> new long[2]);
    sum[0] = saturated(sum[0], row.getLong(key.size() + 1));
    sum[1] = saturated(sum[1], row.getLong(key.size() + 2));
  }

  private static long saturated(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private static Row row(List<Part> by, List<String> key, long[] sum) {
    Map<Part, String> parts = new TreeMap<>();
    for (int i = 0; i < by.size(); i++) {
      parts.put(by.get(i), key.get(i));
    }
    return new Row(parts, key.get(by.size()), sum[0], sum[1]);
  }

  private static String since(Connection connection) throws SQLException {
    return RareColumns.orEmpty(
        Sql.first(connection, "SELECT min(day) FROM spend_days", row -> row.getString(1)));
  }
}
