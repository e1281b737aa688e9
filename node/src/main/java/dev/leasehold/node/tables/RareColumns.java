package dev.leasehold.node.tables;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Authority;
import dev.leasehold.kernel.Budget;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.PlannedEnd;
import dev.leasehold.kernel.QueuePlace;
import dev.leasehold.kernel.RareProperties;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The columns of {@code leases} that are null for most leases. */
public final class RareColumns {

  public static final List<String> NAMES =
      List.of(
          "heartbeat_nanos",
          "heartbeat_deadline_tick",
          "place",
          "announced_end",
          "delayed_release",
          "authority",
          "pool",
          "budget",
          "parent_id",
          "ancestor_tokens",
          "reminded");

  private RareColumns() {}

  public static void bind(RareProperties rare, Binder row) throws SQLException {
    row.numberOrNull(rare.heartbeatNanos())
        .numberOrNull(rare.heartbeatDeadlineTick())
        .textOrNull(placeText(rare.place()))
        .textOrNull(endText(rare.announcedEnd()))
        .textOrNull(endText(rare.delayedRelease()))
        .textOrNull(authorityText(rare.authority()))
        .textOrNull(rare.pool())
        .textOrNull(budgetText(rare.budget()))
        .textOrNull(rare.parentId())
        .textOrNull(rare.ancestorTokens().isEmpty() ? "" : JsonColumn.write(rare.ancestorTokens()))
        .numberOrNull(rare.reminded() ? 1 : 0);
  }

  static RareProperties read(ResultSet row) throws SQLException {
    RareProperties read =
        new RareProperties(
            row.getLong("heartbeat_nanos"),
            row.getLong("heartbeat_deadline_tick"),
            place(row.getString("place")),
            end(row.getString("announced_end")),
            end(row.getString("delayed_release")),
            authority(row.getString("authority")),
            orEmpty(row.getString("pool")),
            budget(row.getString("budget")),
            orEmpty(row.getString("parent_id")),
            tokens(row.getString("ancestor_tokens")),
            row.getBoolean("reminded"),
            0);
    return read.equals(RareProperties.NONE) ? RareProperties.NONE : read;
  }

  public static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static @Nullable String placeText(@Nullable QueuePlace place) {
    return place == null
        ? null
        : JsonColumn.write(
            ordered(
                "position", place.position(),
                "sinceTick", place.sinceTick(),
                "deadlineTick", place.deadlineTick(),
                "priority", (long) place.priority(),
                "conversion", place.conversion()));
  }

  private static @Nullable QueuePlace place(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Map<String, Object> map = JsonColumn.readMap(text);
    return new QueuePlace(
        number(map, "position"),
        number(map, "sinceTick"),
        number(map, "deadlineTick"),
        Math.toIntExact(number(map, "priority")),
        (Boolean) value(map, "conversion"));
  }

  private static @Nullable String endText(@Nullable PlannedEnd end) {
    return end == null
        ? null
        : JsonColumn.write(
            ordered(
                "tick", end.tick(),
                "state", end.state().name(),
                "reason", end.reason(),
                "by", end.by()));
  }

  private static @Nullable PlannedEnd end(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Map<String, Object> map = JsonColumn.readMap(text);
    return new PlannedEnd(
        number(map, "tick"),
        LeaseState.valueOf((String) value(map, "state")),
        (String) value(map, "reason"),
        (String) value(map, "by"));
  }

  private static @Nullable String authorityText(@Nullable Authority authority) {
    return authority == null
        ? null
        : JsonColumn.write(
            ordered(
                "workIds", authority.workIds(),
                "tools", authority.tools(),
                "namespaces", authority.namespaces()));
  }

  private static @Nullable Authority authority(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Map<String, Object> map = JsonColumn.readMap(text);
    return Authority.of(texts(map, "workIds"), texts(map, "tools"), texts(map, "namespaces"));
  }

  private static @Nullable String budgetText(@Nullable Budget budget) {
    return budget == null
        ? null
        : JsonColumn.write(
            ordered(
                "granted", budget.granted().asMap(),
                "reserved", budget.reserved().asMap(),
                "delegated", budget.delegated().asMap(),
                "spent", budget.spent().asMap(),
                "returned", budget.returned().asMap()));
  }

  private static @Nullable Budget budget(@Nullable String text) {
    if (text == null) {
      return null;
    }
    Map<String, Object> map = JsonColumn.readMap(text);
    return new Budget(
        amounts(map, "granted"),
        amounts(map, "reserved"),
        amounts(map, "delegated"),
        amounts(map, "spent"),
        amounts(map, "returned"));
  }

  private static Amounts amounts(Map<String, Object> map, String name) {
    return amounts((Map<?, ?>) value(map, name));
  }

  /** Reads a column of amounts; none if it is empty. */
  public static Amounts amounts(@Nullable String text) {
    return text == null ? Amounts.NONE : amounts(JsonColumn.readMap(text));
  }

  private static Amounts amounts(Map<?, ?> read) {
    Map<String, Long> figures = new TreeMap<>();
    read.forEach((unit, figure) -> figures.put((String) unit, (Long) figure));
    return Amounts.of(figures);
  }

  private static List<Long> tokens(@Nullable String text) {
    List<Long> tokens = new ArrayList<>();
    if (text != null) {
      ((List<?>) JsonColumn.read(text)).forEach(token -> tokens.add((Long) token));
    }
    return List.copyOf(tokens);
  }

  private static List<String> texts(Map<String, Object> map, String name) {
    return ((List<?>) value(map, name)).stream().map(String.class::cast).toList();
  }

  private static long number(Map<String, Object> map, String name) {
    return (Long) value(map, name);
  }

  private static Object value(Map<String, Object> map, String name) {
    return Objects.requireNonNull(map.get(name), name);
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }
}
