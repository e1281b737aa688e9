package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.tables.Binder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sums of what was spent, as rows of {@code spend_days}: for each day, pool, agent, model, provider
 * and unit. They are added up here and written with the other rows. Days are those of UTC.
 *
 * <p>Agents choose the labels, so each has a bounded number of rows in a day; spends beyond it are
 * summed up as {@link #OTHER}. Rows come in the order in which they are first spent on, so that the
 * same journal gives the same rows, however many events are written together.
 */
final class SpendSums {

  /** The label that models are named by. */
  private static final String MODEL = "model";

  private static final String PROVIDER = "provider";

  /** Models and providers of one agent, pool and unit in a day: more than anybody chooses from. */
  static final int MAX_OF_ONE = 100;

  static final String OTHER = "(other)";

  private static final String UPDATE =
      """
      UPDATE spend_days SET amount = amount + ?, spends = spends + ?, last_tick = max(last_tick, ?)
        WHERE day = ? AND pool = ? AND agent = ? AND model = ? AND provider = ? AND unit = ?\
      """;

  private static final String INSERT =
      """
      INSERT INTO spend_days (amount, spends, last_tick, day, pool, agent, model, provider, unit)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private static final String COUNT =
      "SELECT count(*) FROM spend_days WHERE day = ? AND pool = ? AND agent = ? AND unit = ?";

  private record Key(
      String day, String pool, String agent, String model, String provider, String unit) {

    Key other() {
      return new Key(day, pool, agent, OTHER, OTHER, unit);
    }
  }

  private static final class Sum {
    long amount;
    long spends;
    long lastTick;
  }

  private final Connection connection;
  private final Map<Key, Sum> sums = new LinkedHashMap<>();

  SpendSums(Connection connection) {
    this.connection = connection;
  }

  /** Counts what an agent has spent of a pool. */
  void add(String pool, String agent, Amounts amounts, Map<String, String> labels, Event e) {
    String day = LocalDate.ofEpochDay(Math.floorDiv(e.wallNanos(), Limits.DAY)).toString();
    amounts
        .asMap()
        .forEach(
            (unit, figure) -> {
              Key key =
                  new Key(
                      day,
                      pool,
                      agent,
                      labels.getOrDefault(MODEL, ""),
                      labels.getOrDefault(PROVIDER, ""),
                      unit);
              Sum sum = sums.computeIfAbsent(key, each -> new Sum());
              sum.amount += figure;
              sum.spends++;
              sum.lastTick = e.tick();
            });
  }

  void write() throws SQLException {
    if (sums.isEmpty()) {
      return;
    }
    try (PreparedStatement update = connection.prepareStatement(UPDATE);
        PreparedStatement insert = connection.prepareStatement(INSERT);
        PreparedStatement count = connection.prepareStatement(COUNT)) {
      for (Map.Entry<Key, Sum> each : sums.entrySet()) {
        Key key = each.getKey();
        Sum sum = each.getValue();
        if (run(update, key, sum) > 0) {
          continue;
        }
        boolean full = count(count, key) >= MAX_OF_ONE;
        if (!full || run(update, key.other(), sum) == 0) {
          run(insert, full ? key.other() : key, sum);
        }
      }
    }
    sums.clear();
  }

  private static int run(PreparedStatement statement, Key key, Sum sum) throws SQLException {
    return new Binder(statement)
        .begin()
        .number(sum.amount)
        .number(sum.spends)
        .number(sum.lastTick)
        .text(key.day)
        .text(key.pool)
        .text(key.agent)
        .text(key.model)
        .text(key.provider)
        .text(key.unit)
        .execute();
  }

  private static long count(PreparedStatement count, Key key) throws SQLException {
    new Binder(count).begin().text(key.day).text(key.pool).text(key.agent).text(key.unit);
    try (ResultSet row = count.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    }
  }
}
