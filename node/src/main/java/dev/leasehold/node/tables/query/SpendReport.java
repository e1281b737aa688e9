package dev.leasehold.node.tables.query;

import dev.leasehold.node.tables.Binder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sums of what was spent, read from {@code spend_days}. */
public final class SpendReport {

  /** Rows of one report: more than anybody reads, and a reply of a megabyte. */
  public static final int MAX_ROWS = 10_000;

  private SpendReport() {}

  /** What sums are kept for; each is a column. */
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
   * @param by what each row is for, in the order in which rows are sorted
   * @param pool only this one; empty for all, as with those that follow
   */
  public record Asked(
      String from,
      String to,
      List<Part> by,
      String pool,
      String agent,
      String model,
      String provider,
      String unit) {}

  /**
   * @param parts what it is for, in the order that was asked for
   */
  public record Row(Map<Part, String> parts, String unit, long amount, long count) {

    /** What the row is for; empty if that was not asked for. */
    public String part(Part part) {
      return parts.getOrDefault(part, "");
    }
  }

  /**
   * @param since the first day of which there are sums; empty if there are none
   */
  public record Found(List<Row> rows, String since, boolean isTooLong) {}

  /**
   * Reads the sums. Pools are summed up here and not by SQLite, for sums of several may be larger
   * than a number; then the largest number is told.
   */
  static Found read(Connection connection, Asked asked) throws SQLException {
    String columns =
        asked.by.stream().map(part -> part.column() + ", ").collect(Collectors.joining());
    List<String> values = new ArrayList<>(List.of(asked.from, asked.to));
    StringBuilder sql =
        new StringBuilder("SELECT ")
            .append(columns)
            .append("unit, sum(amount), sum(spends) FROM spend_days WHERE day >= ? AND day <= ?");
    only(sql, values, "pool", asked.pool);
    only(sql, values, "agent", asked.agent);
    only(sql, values, "model", asked.model);
    only(sql, values, "provider", asked.provider);
    only(sql, values, "unit", asked.unit);
    sql.append(" GROUP BY ").append(columns).append("unit, spend_days.pool");
    Map<List<String>, long[]> sums = new TreeMap<>(SpendReport::compare);
    try (PreparedStatement select = connection.prepareStatement(sql.toString())) {
      Binder binder = new Binder(select).begin();
      for (String value : values) {
        binder.text(value);
      }
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          add(row, asked.by.size(), sums);
          if (sums.size() > MAX_ROWS) {
            return new Found(List.of(), "", true);
          }
        }
      }
    }
    List<Row> rows = new ArrayList<>();
    sums.forEach((key, sum) -> rows.add(row(asked.by, key, sum)));
    return new Found(List.copyOf(rows), since(connection), false);
  }

  private static void only(StringBuilder sql, List<String> values, String column, String value) {
    if (!value.isEmpty()) {
      sql.append(" AND ").append(column).append(" = ?");
      values.add(value);
    }
  }

  private static void add(ResultSet row, int parts, Map<List<String>, long[]> sums)
      throws SQLException {
    List<String> key = new ArrayList<>();
    for (int i = 1; i <= parts + 1; i++) {
      key.add(String.valueOf(row.getString(i)));
    }
    long[] sum = sums.computeIfAbsent(key, each -> new long[2]);
    sum[0] = saturated(sum[0], row.getLong(parts + 2));
    sum[1] = saturated(sum[1], row.getLong(parts + 3));
  }

  private static long saturated(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  private static int compare(List<String> a, List<String> b) {
    for (int i = 0; i < a.size(); i++) {
      int order = a.get(i).compareTo(b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static Row row(List<Part> by, List<String> key, long[] sum) {
    Map<Part, String> parts = new TreeMap<>();
    for (int i = 0; i < by.size(); i++) {
      parts.put(by.get(i), key.get(i));
    }
    return new Row(parts, key.get(by.size()), sum[0], sum[1]);
  }

  private static String since(Connection connection) throws SQLException {
    try (Statement select = connection.createStatement();
        ResultSet row = select.executeQuery("SELECT min(day) FROM spend_days")) {
      String first = row.next() ? row.getString(1) : null;
      return orEmpty(first);
    }
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
