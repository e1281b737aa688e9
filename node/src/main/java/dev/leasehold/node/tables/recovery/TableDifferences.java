package dev.leasehold.node.tables.recovery;

import dev.leasehold.node.tables.Sql;
import dev.leasehold.node.tables.Trimming;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds rows that differ between the tables of a connection and those attached to it as {@code
 * rebuilt}. Rows that retention may have deleted may be missing.
 */
final class TableDifferences {

  /** Differences that are shown of each kind. */
  private static final int SHOWN = 3;

  private static final int SHOWN_CHARACTERS = 80;

  /**
   * Settings that no event has changed have the time when their file was made, which differs here.
   */
  static final String FORGET_WHEN_CONFIG_WAS_PREPARED =
      "UPDATE lease_configs SET created_at = 0, updated_at = 0";

  /** Whether an event has changed a setting. */
  private static final String WAS_CHANGED = "r.updated_at <> 0";

  /** Files of servers that did not know a setting have no row for it; the next start adds one. */
  private static final String CONFIG_MUST_BE_THERE =
      "r.config_key NOT IN ('agents_see', 'budget_thresholds', 'daily_sums_retention_days',"
          + " 'notice_domains') OR "
          + WAS_CHANGED;

  /** See {@link Trimming}. */
  private static final String LEASE_MUST_BE_THERE =
      """
      (r.ended_tick IS NULL OR r.grace_end_tick IS NOT NULL
        OR r.ended_tick >= CASE WHEN r.budget IS NULL THEN %1$d ELSE %2$d END
        OR EXISTS (SELECT 1 FROM main.leases AS parent WHERE parent.id = r.parent_id))\
      """;

  private static final String HISTORY_MUST_BE_THERE =
      """
      EXISTS (SELECT 1 FROM main.leases AS lease WHERE lease.position = r.lease_position)
        AND (r.tick >= %1$d OR NOT EXISTS (SELECT 1 FROM rebuilt.lease_entries AS later
          WHERE later.lease_position = r.lease_position
          AND later.position > r.position AND later.tick < %1$d))\
      """;

  private final Connection connection;
  private final long cutoffTick;
  private final long sumsCutoffTick;
  private final List<String> found = new ArrayList<>();

  /**
   * @param cutoffTick the latest before which anything may have been deleted
   * @param sumsCutoffTick the same for daily sums
   */
  TableDifferences(Connection connection, long cutoffTick, long sumsCutoffTick) {
    this.connection = connection;
    this.cutoffTick = cutoffTick;
    this.sumsCutoffTick = sumsCutoffTick;
  }

  /**
   * A table and how its rows are compared.
   *
   * @param name tells people which row of {@code $} it is
   * @param key the columns that make it the same row
   * @param others the columns that have to be equal
   * @param mustBeThere which rows {@code r} have not been deleted
   */
  private record Compared(
      String table, String name, List<String> key, List<String> others, String mustBeThere) {

    String join() {
      return key.stream()
          .map(column -> "r.%1$s = t.%1$s".formatted(column))
          .collect(Collectors.joining(" AND "));
    }

    String columns(String of) {
      return others.stream().map(column -> of + "." + column).collect(Collectors.joining(", "));
    }

    /** Names a row of one of the two. */
    String nameOf(String of) {
      return name.replace("$", of);
    }
  }

  List<String> all() throws SQLException {
    long moneyCutoffTick = cutoffTick - Trimming.MONEY_KEPT_NANOS;
    compare(
        "leases",
        "$.id",
        List.of("position"),
        LEASE_MUST_BE_THERE.formatted(cutoffTick, moneyCutoffTick));
    compare(
        "lease_entries",
        "$.lease_position || '-' || $.position",
        List.of("lease_position", "position"),
        HISTORY_MUST_BE_THERE.formatted(cutoffTick));
    compare("lease_policies", "$.name", List.of("name", "version"), "TRUE");
    compare("lease_spaces", "$.name", List.of("name"), "TRUE");
    compare("lease_pools", "$.id", List.of("id"), "TRUE");
    compare("lease_reservations", "$.id", List.of("lease_position", "id"), "TRUE");
    compare(
        "spend_days",
        "$.day || ' ' || $.pool || ' ' || $.agent",
        List.of("day", "pool", "agent", "model", "provider", "unit"),
        "r.last_tick >= " + sumsCutoffTick);
    compareConfig();
    return List.copyOf(found);
  }

  /** Descriptions are for people and may be those of an older version. */
  private void compareConfig() throws SQLException {
    List<String> others = columnsOf("lease_configs");
    others.removeAll(List.of("config_key", "description", "created_at", "updated_at"));
    Compared config =
        new Compared(
            "lease_configs", "$.config_key", List.of("config_key"), others, CONFIG_MUST_BE_THERE);
    findChanged(config, "");
    findAdded(config);
    findMissing(config);
    findChanged(
        new Compared(
            "lease_configs", "$.config_key", List.of("config_key"), List.of("updated_at"), "TRUE"),
        " AND " + WAS_CHANGED);
  }

  private void compare(String table, String name, List<String> key, String mustBeThere)
      throws SQLException {
    List<String> others = columnsOf(table);
    others.removeAll(key);
    Compared compared = new Compared(table, name, key, others, mustBeThere);
    if (!others.isEmpty()) {
      findChanged(compared, "");
    }
    findAdded(compared);
    findMissing(compared);
  }

  /** Finds the columns that both have. */
  private List<String> columnsOf(String table) throws SQLException {
    List<String> expected = columnsOf(table, "rebuilt");
    List<String> there = columnsOf(table, "main");
    for (String column : expected) {
      if (!there.contains(column)) {
        found.add("has no column %s in %s".formatted(column, table));
      }
    }
    expected.retainAll(there);
    return expected;
  }

  private List<String> columnsOf(String table, String schema) throws SQLException {
    return Sql.all(
        connection,
        "SELECT name FROM pragma_table_info(?, ?)",
        row -> row.getString(1),
        table,
        schema);
  }

  private void findChanged(Compared compared, String condition) throws SQLException {
    String sql =
        ("SELECT %s, %s, %s FROM main.%s AS t CROSS JOIN rebuilt.%s AS r ON %s"
                + " WHERE (%s) IS NOT (%s)%s%s")
            .formatted(
                compared.nameOf("t"),
                compared.columns("t"),
                compared.columns("r"),
                compared.table,
                compared.table,
                compared.join(),
                compared.columns("t"),
                compared.columns("r"),
                condition,
                limit());
    found.addAll(Sql.all(connection, sql, row -> changed(compared, row)));
  }

  private static String changed(Compared compared, ResultSet row) throws SQLException {
    List<String> parts = new ArrayList<>();
    int count = compared.others.size();
    for (int i = 0; i < count; i++) {
      String there = row.getString(2 + i);
      String rebuilt = row.getString(2 + count + i);
      if (!Objects.equals(there, rebuilt)) {
        parts.add(compared.others.get(i) + " = " + shown(there) + " and not " + shown(rebuilt));
      }
    }
    return "has a row of %s, %s, that says %s"
        .formatted(
            compared.table,
            row.getString(1),
            parts.isEmpty() ? "the same in another type" : String.join(", ", parts));
  }

  private static String shown(@Nullable String value) {
    if (value == null) {
      return "null";
    }
    return value.length() <= SHOWN_CHARACTERS
        ? "'" + value + "'"
        : "'" + value.substring(0, SHOWN_CHARACTERS) + "...'";
  }

  private void findAdded(Compared compared) throws SQLException {
    String sql =
        "SELECT %s FROM main.%s AS t WHERE NOT EXISTS (SELECT 1 FROM rebuilt.%s AS r WHERE %s)%s"
            .formatted(
                compared.nameOf("t"), compared.table, compared.table, compared.join(), limit());
    String added = "has a row of %s, %s, that does not come from the journal";
    found.addAll(
        Sql.all(connection, sql, row -> added.formatted(compared.table, row.getString(1))));
  }

  private void findMissing(Compared compared) throws SQLException {
    String sql =
        ("SELECT %s FROM rebuilt.%s AS r WHERE NOT EXISTS"
                + " (SELECT 1 FROM main.%s AS t WHERE %s) AND (%s)%s")
            .formatted(
                compared.nameOf("r"),
                compared.table,
                compared.table,
                compared.join(),
                compared.mustBeThere,
                limit());
    String missing = "has no row of " + compared.table + " for ";
    found.addAll(Sql.all(connection, sql, row -> missing + row.getString(1)));
  }

  private static String limit() {
    return " LIMIT " + SHOWN;
  }
}
