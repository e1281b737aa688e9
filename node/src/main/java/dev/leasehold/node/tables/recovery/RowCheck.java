package dev.leasehold.node.tables.recovery;

import dev.leasehold.kernel.RecordedState;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.persist.TablesReader;
import dev.leasehold.node.tables.Policies;
import dev.leasehold.node.tables.PoolColumns;
import dev.leasehold.node.tables.Sql;
import dev.leasehold.node.tables.StoredLease;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the rows of leases and pools with the leases and pools themselves. */
public final class RowCheck {

  /** Characters of a value that a difference shows. */
  private static final int MAX_TEXT = 100;

  private RowCheck() {}

  /**
   * @param recorded all that is remembered at the position that the tables have reached
   * @return a text that names a difference; null if there is none
   */
  public static @Nullable String difference(TablesReader tables, RecordedState recorded)
      throws IOException {
    return tables
        .read(
            connection -> {
              String wrong = difference(connection, recorded.leases());
              return Optional.ofNullable(
                  wrong != null ? wrong : poolDifference(connection, recorded.pools()));
            })
        .orElse(null);
  }

  private static @Nullable String poolDifference(Connection connection, List<Pool> pools)
      throws SQLException {
    List<Pool> stored;
    try {
      stored =
          Sql.all(
              connection,
              "SELECT " + PoolColumns.NAMES + " FROM lease_pools ORDER BY id",
              PoolColumns::read);
    } catch (IllegalArgumentException | IllegalStateException | ClassCastException e) {
      return "has a pool that makes no sense (" + e.getMessage() + ")";
    }
    return stored.equals(pools)
        ? null
        : "has pools that differ (" + text(stored) + ", not " + text(pools) + ")";
  }

  private static @Nullable String difference(Connection connection, List<Lease> leases)
      throws SQLException {
    Policies policies = new Policies();
    policies.load(connection);
    long living = 0;
    try (PreparedStatement select =
        connection.prepareStatement("SELECT * FROM leases WHERE position = ?")) {
      for (Lease lease : leases) {
        boolean lives = lease.state() == LeaseState.ACTIVE || lease.isWaitingToBeGranted();
        living += lives ? 1 : 0;
        select.setLong(1, lease.position());
        String wrong = difference(lease, lives, select, policies);
        if (wrong != null) {
          return wrong;
        }
      }
    }
    long rows =
        Sql.number(connection, "SELECT count(*) FROM leases WHERE state IN ('PENDING', 'ACTIVE')");
    return rows == living
        ? null
        : "has " + rows + " leases that are pending or active, and there are " + living;
  }

  private static @Nullable String difference(
      Lease lease, boolean mustBeThere, PreparedStatement select, Policies policies)
      throws SQLException {
    try (ResultSet row = select.executeQuery()) {
      if (!row.next()) {
        return mustBeThere ? "has no row for lease " + lease.id() : null;
      }
      Lease stored = StoredLease.read(row, policies);
      if (!stored.equals(lease)) {
        return "has a row for lease " + lease.id() + " that differs in " + parts(stored, lease);
      }
      return row.getLong("expires_at") == TimeUnit.NANOSECONDS.toSeconds(lease.expiresWallNanos())
              && row.getLong("created_at")
                  == TimeUnit.NANOSECONDS.toSeconds(lease.issuedWallNanos())
          ? null
          : "has a row for lease " + lease.id() + " whose times in seconds are not its own";
    } catch (IllegalArgumentException | IllegalStateException e) {
      return "has a row for lease " + lease.id() + " that makes no sense (" + e.getMessage() + ")";
    }
  }

  /** Names the fields that differ, with the stored and the expected value. */
  private static String parts(Lease stored, Lease lease) {
    return Arrays.stream(Lease.class.getRecordComponents())
        .filter(part -> !Objects.equals(value(part, stored), value(part, lease)))
        .map(
            part -> part.getName() + " (" + text(part, stored) + ", not " + text(part, lease) + ")")
        .collect(Collectors.joining(", "));
  }

  private static String text(RecordComponent part, Lease lease) {
    return text(value(part, lease));
  }

  private static String text(@Nullable Object value) {
    String text = String.valueOf(value);
    return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text;
  }

  private static @Nullable Object value(RecordComponent part, Lease lease) {
    try {
      return part.getAccessor().invoke(lease);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a part of a lease that cannot be read", e);
    }
  }
}
