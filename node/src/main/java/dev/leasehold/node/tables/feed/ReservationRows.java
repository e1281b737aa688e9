package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.JsonColumn;
import dev.leasehold.node.tables.RareColumns;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Open reservations, as rows of {@code lease_reservations}. Most are settled soon after they were
 * made, so changes are kept here until rows are written, and such a reservation never has one.
 */
final class ReservationRows {

  private record Key(long leasePosition, String id) {}

  /**
   * @param stored whether it has a row
   */
  private record Open(String leaseId, Amounts amounts, long deadlineTick, boolean stored) {}

  private final Connection connection;

  /** Those that changed since rows were last written; empty for those that are over. */
  private final Map<Key, Optional<Open>> changed = new LinkedHashMap<>();

  ReservationRows(Connection connection) {
    this.connection = connection;
  }

  void open(long leasePosition, String id, String leaseId, Amounts amounts, long deadlineTick) {
    Open made = new Open(leaseId, amounts, deadlineTick, false);
    changed.put(new Key(leasePosition, id), Optional.of(made));
  }

  /** Sets other amounts aside; gives those of before. */
  Amounts change(long leasePosition, String id, Amounts amounts) throws SQLException {
    Key key = new Key(leasePosition, id);
    Open before = find(key);
    if (before == null) {
      return Amounts.NONE;
    }
    Open after = new Open(before.leaseId, amounts, before.deadlineTick, before.stored);
    changed.put(key, Optional.of(after));
    return before.amounts;
  }

  /** Ends a reservation; gives what was set aside. */
  Amounts end(long leasePosition, String id) throws SQLException {
    Key key = new Key(leasePosition, id);
    Open before = find(key);
    if (before == null) {
      return Amounts.NONE;
    }
    if (before.stored) {
      changed.put(key, Optional.empty());
    } else {
      changed.remove(key);
    }
    return before.amounts;
  }

  private @Nullable Open find(Key key) throws SQLException {
    Optional<Open> known = changed.get(key);
    if (known != null) {
      return known.orElse(null);
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT lease_id, amounts, deadline_tick FROM lease_reservations"
                + " WHERE lease_position = ? AND id = ?")) {
      new Binder(select).begin().number(key.leasePosition).text(key.id);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? new Open(
                RareColumns.orEmpty(row.getString(1)),
                RareColumns.amounts(row.getString(2)),
                row.getLong(3),
                true)
            : null;
      }
    }
  }

  void write() throws SQLException {
    if (changed.isEmpty()) {
      return;
    }
    try (PreparedStatement delete =
            connection.prepareStatement(
                "DELETE FROM lease_reservations WHERE lease_position = ? AND id = ?");
        PreparedStatement replace =
            connection.prepareStatement(
                "INSERT OR REPLACE INTO lease_reservations"
                    + " (lease_position, id, lease_id, amounts, deadline_tick)"
                    + " VALUES (?, ?, ?, ?, ?)")) {
      for (Map.Entry<Key, Optional<Open>> each : changed.entrySet()) {
        Open open = each.getValue().orElse(null);
        Binder row = new Binder(open == null ? delete : replace).begin();
        row.number(each.getKey().leasePosition).text(each.getKey().id);
        if (open != null) {
          row.text(open.leaseId)
              .text(JsonColumn.write(open.amounts.asMap()))
              .number(open.deadlineTick);
        }
        row.execute();
      }
    }
    changed.clear();
  }
}
