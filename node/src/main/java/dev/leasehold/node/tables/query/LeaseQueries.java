package dev.leasehold.node.tables.query;

import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.Sql;
import dev.leasehold.node.tables.StoredLease;
import dev.leasehold.node.tables.TableFile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds single leases in the tables. */
public record LeaseQueries(TableFile file) {

  /**
   * A lease with the fingerprint of the request that made or changed it.
   *
   * @param asked the id of the request for more that it was; else empty
   */
  public record Made(Lease lease, long fingerprint, String asked) {

    public static Made of(Lease lease, long fingerprint) {
      return new Made(lease, fingerprint, "");
    }

    public Made as(Lease now) {
      return new Made(now, fingerprint, asked);
    }
  }

  /** The types of history rows whose position is the id of a request for more. */
  private static final Set<String> REQUESTS_FOR_MORE =
      Set.of("more_requested", "extension_requested");

  /** How many parts of the index of requests make one of the parts that filters know. */
  private static final int INDEX_PARTS = 8;

  public @Nullable Lease byId(Connection connection, String leaseId) throws SQLException {
    return Sql.first(
        connection,
        "SELECT * FROM leases WHERE id = ? ORDER BY position DESC LIMIT 1",
        this::read,
        leaseId);
  }

  private Lease read(ResultSet row) throws SQLException {
    return StoredLease.read(row, file.policies());
  }

  /** Close it before the connection is used for anything else. */
  public ByRequest byRequest(Connection connection) throws SQLException {
    return new ByRequest(connection);
  }

  /** Finds one lease after the other, with one statement. */
  public final class ByRequest implements AutoCloseable {

    private final PreparedStatement select;

    private ByRequest(Connection connection) throws SQLException {
      this.select =
          connection.prepareStatement(
              "SELECT * FROM leases WHERE position >> 15 IN (?"
                  + ", ?".repeat(INDEX_PARTS - 1)
                  + ") AND request_id = ? AND request_caller = ? AND space = ?"
                  + " ORDER BY position DESC LIMIT 1");
    }

    /**
     * The newest lease in the space that the caller has made under the request id.
     *
     * @param parts where it may be, the newest first
     */
    public @Nullable Made find(List<Long> parts, String caller, String requestId, String space)
        throws SQLException {
      for (long part : parts) {
        Made found = find(part, caller, requestId, space);
        if (found != null) {
          return found;
        }
      }
      return null;
    }

    private @Nullable Made find(long part, String caller, String requestId, String space)
        throws SQLException {
      Binder parameters = new Binder(select).begin();
      for (int i = 0; i < INDEX_PARTS; i++) {
        parameters.number(part * INDEX_PARTS + i);
      }
      parameters.text(requestId).text(caller).text(space);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Made.of(read(row), row.getLong("request_fingerprint")) : null;
      }
    }

    @Override
    public void close() throws SQLException {
      select.close();
    }
  }

  /**
   * Finds the lease that a request of the caller has changed; for a transfer, the lease that it
   * made.
   */
  public @Nullable Made byChange(
      Connection connection, Lease lease, String caller, String requestId) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT position, event_type, request_fingerprint FROM lease_history"
                + " WHERE lease_position = ? AND request_id = ? AND actor = ?"
                + " AND position > lease_position ORDER BY position DESC LIMIT 1")) {
      select.setLong(1, lease.position());
      select.setString(2, requestId);
      select.setString(3, caller);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          return byEnd(connection, lease, caller, requestId);
        }
        long position = row.getLong(1);
        String type = row.getString(2);
        Lease answer = type.equals("transferred") ? byPosition(connection, position) : lease;
        String asked = REQUESTS_FOR_MORE.contains(type) ? Long.toString(position) : "";
        return answer == null ? null : new Made(answer, row.getLong(3), asked);
      }
    }
  }

  /** Looks only for the request that ended the lease, for history may be switched off. */
  private @Nullable Made byEnd(Connection connection, Lease lease, String caller, String requestId)
      throws SQLException {
    return Sql.first(
        connection,
        "SELECT successor, end_request_fingerprint FROM leases"
            + " WHERE position = ? AND end_request_id = ? AND end_request_caller = ?",
        row -> {
          long successor = row.getLong(1);
          Lease answer = successor == 0 ? lease : byPosition(connection, successor);
          return answer == null ? null : Made.of(answer, row.getLong(2));
        },
        lease.position(),
        requestId,
        caller);
  }

  private @Nullable Lease byPosition(Connection connection, long position) throws SQLException {
    return Sql.first(connection, "SELECT * FROM leases WHERE position = ?", this::read, position);
  }
}
