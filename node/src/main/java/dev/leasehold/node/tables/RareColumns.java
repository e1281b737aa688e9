package dev.leasehold.node.tables;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.kernel.view.RareProperties;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The columns of {@code leases} that are null for most leases. */
public final class RareColumns {

  public static final List<String> NAMES = List.of("parent_id", "pool", "budget", "rare");

  private RareColumns() {}

  /**
   * @param pool that it asked, also while it has no budget
   */
  public static void bind(RareProperties rare, String pool, Binder row) throws SQLException {
    row.textOrNull(rare.parentId())
        .textOrNull(pool)
        .textOrNull(budgetText(rare.budget()))
        .textOrNull(rareText(rare));
  }

  /** All that has no column of its own; null if there is nothing. */
  private static @Nullable String rareText(RareProperties rare) {
    Map<String, Object> map = new LinkedHashMap<>();
    putUnless(map, "heartbeatNanos", rare.heartbeatNanos(), 0L);
    putUnless(map, "heartbeatDeadlineTick", rare.heartbeatDeadlineTick(), 0L);
    putUnless(map, "place", placeMap(rare.place()), null);
    putUnless(map, "announcedEnd", endMap(rare.announcedEnd()), null);
    putUnless(map, "delayedRelease", endMap(rare.delayedRelease()), null);
    putUnless(map, "authority", authorityMap(rare.authority()), null);
    putUnless(map, "ancestorTokens", rare.ancestorTokens(), List.of());
    putUnless(map, "reminded", rare.reminded(), false);
    putUnless(map, "lateCommit", rare.lateCommit(), "");
    return map.isEmpty() ? null : JsonColumn.write(map);
  }

  private static void putUnless(
      Map<String, Object> map, String name, @Nullable Object value, @Nullable Object nothing) {
    if (value != null && !value.equals(nothing)) {
      map.put(name, value);
    }
  }

  static RareProperties read(ResultSet row) throws SQLException {
    String parentId = orEmpty(row.getString("parent_id"));
    Budget budget = budget(row.getString("budget"));
    String pool = budget == null || !parentId.isEmpty() ? "" : orEmpty(row.getString("pool"));
    String text = row.getString("rare");
    if (text == null && parentId.isEmpty() && budget == null) {
      return RareProperties.NONE;
    }
    Map<String, Object> map = text == null ? Map.of() : JsonColumn.readMap(text);
    return new RareProperties(
        number(map, "heartbeatNanos", 0),
        number(map, "heartbeatDeadlineTick", 0),
        place(map(map, "place")),
        end(map(map, "announcedEnd")),
        end(map(map, "delayedRelease")),
        authority(map(map, "authority")),
        pool,
        budget,
        parentId,
        ((List<?>) map.getOrDefault("ancestorTokens", List.of()))
            .stream().map(Long.class::cast).toList(),
        Boolean.TRUE.equals(map.get("reminded")),
        0,
        map.get("lateCommit") instanceof String commit ? commit : "");
  }

  public static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static @Nullable Map<String, Object> placeMap(@Nullable QueuePlace place) {
    return place == null
        ? null
        : ordered(
            "position", place.position(),
            "sinceTick", place.sinceTick(),
            "deadlineTick", place.deadlineTick(),
            "priority", (long) place.priority(),
            "conversion", place.conversion());
  }

  private static @Nullable QueuePlace place(@Nullable Map<String, Object> map) {
    return map == null
        ? null
        : new QueuePlace(
            number(map, "position"),
            number(map, "sinceTick"),
            number(map, "deadlineTick"),
            Math.toIntExact(number(map, "priority")),
            (Boolean) value(map, "conversion"));
  }

  private static @Nullable Map<String, Object> endMap(@Nullable PlannedEnd end) {
    return end == null
        ? null
        : ordered(
            "tick", end.tick(),
            "state", end.state().name(),
            "reason", end.reason(),
            "by", end.by());
  }

  private static @Nullable PlannedEnd end(@Nullable Map<String, Object> map) {
    return map == null
        ? null
        : new PlannedEnd(
            number(map, "tick"),
            LeaseState.valueOf((String) value(map, "state")),
            (String) value(map, "reason"),
            (String) value(map, "by"));
  }

  private static @Nullable Map<String, Object> authorityMap(@Nullable Authority authority) {
    return authority == null
        ? null
        : ordered(
            "workIds", authority.workIds(),
            "tools", authority.tools(),
            "namespaces", authority.namespaces());
  }

  private static @Nullable Authority authority(@Nullable Map<String, Object> map) {
    return map == null
        ? null
        : Authority.of(texts(map, "workIds"), texts(map, "tools"), texts(map, "namespaces"));
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

  /** Reads a column of labels; none if it is empty. */
  public static Map<String, String> labels(@Nullable String text) {
    if (text == null) {
      return Map.of();
    }
    Map<String, String> labels = new TreeMap<>();
    JsonColumn.readMap(text).forEach((name, value) -> labels.put(name, (String) value));
    return Collections.unmodifiableMap(labels);
  }

  private static Amounts amounts(Map<?, ?> read) {
    Map<String, Long> figures = new TreeMap<>();
    read.forEach((unit, figure) -> figures.put((String) unit, (Long) figure));
    return Amounts.of(figures);
  }

  private static List<String> texts(Map<String, Object> map, String name) {
    return ((List<?>) value(map, name)).stream().map(String.class::cast).toList();
  }

  private static long number(Map<String, Object> map, String name) {
    return (Long) value(map, name);
  }

  private static long number(Map<String, Object> map, String name, long otherwise) {
    return map.get(name) instanceof Long found ? found : otherwise;
  }

  @SuppressWarnings("unchecked") // an object has text keys
  private static @Nullable Map<String, Object> map(Map<String, Object> map, String name) {
    return (Map<String, Object>) map.get(name);
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
