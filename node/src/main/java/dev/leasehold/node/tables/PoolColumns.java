package dev.leasehold.node.tables;

import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.budget.Recurrence;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A pool as a row of {@code lease_pools}. */
public final class PoolColumns {

  public static final String NAMES =
      "id, is_open, free, outstanding, spent, recurs_every, time_zone, top_up_to, last_period";

  public static final String REPLACE =
      "INSERT OR REPLACE INTO lease_pools (" + NAMES + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private PoolColumns() {}

  public static void bind(Pool pool, Binder row) throws SQLException {
    Recurrence recurrence = pool.recurrence();
    row.begin()
        .text(pool.id())
        .number(pool.open() ? 1 : 0)
        .text(JsonColumn.write(pool.free().asMap()))
        .text(JsonColumn.write(pool.outstanding().asMap()))
        .text(JsonColumn.write(pool.spent().asMap()));
    if (recurrence == null) {
      row.nothing().nothing().nothing().nothing();
    } else {
      row.text(recurrence.every().text())
          .text(recurrence.zone())
          .text(JsonColumn.write(recurrence.amounts().asMap()))
          .textOrNull(pool.period());
    }
  }

  /** Reads a row of {@link #NAMES}. */
  public static Pool read(ResultSet row) throws SQLException {
    return new Pool(
        row.getString(1),
        RareColumns.amounts(row.getString(3)),
        RareColumns.amounts(row.getString(4)),
        RareColumns.amounts(row.getString(5)),
        row.getBoolean(2),
        recurrence(row),
        RareColumns.orEmpty(row.getString(9)));
  }

  private static @Nullable Recurrence recurrence(ResultSet row) throws SQLException {
    String every = row.getString(6);
    return every == null
        ? null
        : new Recurrence(
            Recurrence.Every.parse(every)
                .orElseThrow(() -> new IllegalArgumentException("no length of a period: " + every)),
            RareColumns.orEmpty(row.getString(7)),
            RareColumns.amounts(row.getString(8)));
  }
}
