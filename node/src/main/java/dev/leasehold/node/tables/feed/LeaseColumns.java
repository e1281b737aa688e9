package dev.leasehold.node.tables.feed;

import static dev.leasehold.node.tables.ReadableColumns.seconds;

import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.RareProperties;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.JsonColumn;
import dev.leasehold.node.tables.RareColumns;
import dev.leasehold.node.tables.ReadableColumns;
import dev.leasehold.node.tables.ScopeColumns;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A lease as a row of {@code leases}; {@link dev.leasehold.node.tables.StoredLease} is the way
 * back.
 */
final class LeaseColumns {

  /** Columns that never change. */
  private static final List<String> FIXED_OF_ALL =
      List.of(
          "position",
          "id",
          "file_path",
          "path_kind",
          "agent_id",
          "max_renewals",
          "policy",
          "policy_version",
          "space",
          "request_caller");

  /** The request that made the lease. */
  private static final List<String> REQUEST = List.of("request_id", "request_fingerprint");

  private static final List<String> FIXED_OF_FEW = List.of("session", "labels");

  private static final String WHERE = " WHERE position = ?";

  private static final List<String> TERMS =
      List.of(
          "created_at",
          "expires_at",
          "ttl_seconds",
          "mode",
          "issued_tick",
          "issued_nanos",
          "deadline_tick",
          "expires_nanos",
          "ttl_nanos",
          "fencing_token",
          "epoch");

  private static final List<String> ENDING =
      List.of(
          "status",
          "updated_at",
          "state",
          "ended_tick",
          "ended_nanos",
          "reason",
          "ended_by",
          "ended_position");

  /** Columns that hardly any lease has but those that expired. */
  private static final List<String> EXPIRY =
      List.of("cause", "grace_end_tick", "recorded_tick", "recorded_nanos");

  /** Columns about the event that ended the lease, and about its history. */
  private static final Set<String> KEPT =
      Set.of("ended_position", "recorded_tick", "recorded_nanos", "has_entries");

  private static final List<String> HISTORY = List.of("has_entries");

  /** Columns that only a renewed lease has. */
  private static final List<String> RENEWAL = List.of("renewal_count", "last_renewed_nanos");

  /** The request that ended the lease, kept here for retries, since history may be switched off. */
  private static final List<String> END_REQUEST =
      List.of("end_request_id", "end_request_caller", "end_request_fingerprint", "successor");

  /** Inserts a lease that has defaults in most columns. */
  static final String INSERT_BARE = insert(FIXED_OF_ALL, REQUEST, TERMS, ENDING, END_REQUEST);

  static final String INSERT =
      insert(
          FIXED_OF_ALL,
          REQUEST,
          TERMS,
          ENDING,
          END_REQUEST,
          FIXED_OF_FEW,
          EXPIRY,
          RENEWAL,
          HISTORY,
          RareColumns.NAMES);

  static final String UPDATE_END_REQUEST = update(END_REQUEST) + WHERE;

  /** Updates a lease that has ended and to which nothing happened before but its grant. */
  static final String UPDATE_END = update(ENDING, EXPIRY) + WHERE + " AND has_entries IS NULL";

  static final String UPDATE =
      update(TERMS, ENDING, EXPIRY, RENEWAL, HISTORY, RareColumns.NAMES) + WHERE;

  private LeaseColumns() {}

  @SafeVarargs
  private static String insert(List<String>... columns) {
    List<String> names = Stream.of(columns).flatMap(List::stream).toList();
    return "INSERT INTO leases ("
        + String.join(", ", names)
        + ") VALUES ("
        + String.join(", ", Collections.nCopies(names.size(), "?"))
        + ")";
  }

  /** Sets only columns that change, to spare the indexes of the others. */
  @SafeVarargs
  private static String update(List<String>... columns) {
    return Stream.of(columns)
        .flatMap(List::stream)
        .map(LeaseColumns::change)
        .collect(Collectors.joining(", ", "UPDATE leases SET ", ""));
  }

  /**
   * For columns of {@link #KEPT} a null parameter keeps the value that is there, and 0 removes it.
   */
  private static String change(String name) {
    return KEPT.contains(name) ? name + " = nullif(coalesce(?, " + name + "), 0)" : name + " = ?";
  }

  /** Whether it has nothing in columns that few leases have. */
  static boolean isPlain(Lease lease) {
    return lease.rare() == RareProperties.NONE;
  }

  static boolean isBare(LeaseChange change) {
    Lease lease = change.lease();
    Ending ending = lease.ending();
    return isPlain(lease)
        && !change.hasEntries()
        && lease.session().isEmpty()
        && lease.labels().isEmpty()
        && lease.renewalCount() == 0
        && lease.lastRenewedWallNanos() == 0
        && (ending == null
            || (ending.cause() == null && ending.graceEndTick() == 0 && !change.isEndLate()));
  }

  static void bindBare(LeaseChange change, Binder row) throws SQLException {
    bindFixed(change, row.begin());
    bindRequest(change, row);
    bindTerms(change.lease(), row);
    bindEnding(change, row);
    row.numberOrNull(change.endedPosition());
    bindEndRequest(change, row);
  }

  static void bindNew(LeaseChange change, Binder row) throws SQLException {
    Lease lease = change.lease();
    bindBare(change, row);
    row.textOrNull(lease.session())
        .textOrNull(lease.labels().isEmpty() ? "" : JsonColumn.write(lease.labels()));
    bindExpiry(lease, row);
    row.numberOrNull(change.recordedTick()).numberOrNull(change.recordedWallNanos());
    bindRenewal(lease, row);
    row.numberOrNull(change.hasEntries() ? 1 : 0);
    RareColumns.bind(lease.rare(), change.draft().claimedPool, row);
  }

  private static void bindRequest(LeaseChange change, Binder row) throws SQLException {
    String requestId = change.lease().requestId();
    row.textOrNull(requestId);
    if (requestId.isEmpty()) {
      row.nothing();
    } else {
      row.number(change.maker().fingerprint());
    }
  }

  static void bindEnd(LeaseChange change, Binder row) throws SQLException {
    bindEnding(change, row.begin());
    row.number(change.endedPosition());
    bindExpiry(change.lease(), row);
    row.number(change.recordedTick()).number(change.recordedWallNanos());
    row.number(change.lease().position());
  }

  static void bindChange(LeaseChange change, boolean hasEntries, Binder row) throws SQLException {
    Lease lease = change.lease();
    bindTerms(lease, row.begin());
    bindEnding(change, row);
    boolean ends = lease.ending() == null || change.endedPosition() != 0;
    if (ends) {
      row.number(change.endedPosition());
    } else {
      row.nothing();
    }
    bindExpiry(lease, row);
    if (ends) {
      row.number(change.recordedTick()).number(change.recordedWallNanos());
    } else {
      row.nothing().nothing();
    }
    bindRenewal(lease, row);
    row.numberOrNull(hasEntries ? 1 : 0);
    RareColumns.bind(lease.rare(), change.draft().claimedPool, row);
    row.number(lease.position());
  }

  private static void bindFixed(LeaseChange change, Binder row) throws SQLException {
    Lease lease = change.lease();
    String maker = change.maker().caller();
    boolean evident = lease.requestId().isEmpty() && maker.equals(lease.holder());
    row.number(lease.position()).text(lease.id());
    ScopeColumns.bind(lease.scope(), row);
    row.text(lease.holder())
        .number(lease.maxRenewals())
        .text(lease.policy().name())
        .number(lease.policy().version())
        .text(lease.space())
        .textOrNull(evident ? "" : maker);
  }

  private static void bindTerms(Lease lease, Binder row) throws SQLException {
    row.number(seconds(lease.issuedWallNanos()))
        .number(seconds(lease.expiresWallNanos()))
        .number(seconds(lease.ttlNanos()))
        .text(lease.mode().name())
        .number(lease.issuedTick())
        .number(lease.issuedWallNanos())
        .number(lease.deadlineTick())
        .number(lease.expiresWallNanos())
        .number(lease.ttlNanos())
        .number(lease.fencingToken())
        .number(lease.epoch());
  }

  private static void bindEnding(LeaseChange change, Binder row) throws SQLException {
    Lease lease = change.lease();
    row.text(ReadableColumns.status(lease.state()))
        .number(seconds(change.wallNanos()))
        .text(lease.state().name());
    Ending ending = lease.ending();
    if (ending == null) {
      row.nothing().nothing().nothing().nothing();
    } else {
      row.number(ending.tick())
          .number(ending.wallNanos())
          .textOrNull(ending.reason())
          .textOrNull(ending.endedBy());
    }
  }

  private static void bindExpiry(Lease lease, Binder row) throws SQLException {
    Ending ending = lease.ending();
    ExpiryCause cause = ending == null ? null : ending.cause();
    row.textOrNull(cause == null ? "" : cause.name())
        .numberOrNull(ending == null ? 0 : ending.graceEndTick());
  }

  private static void bindRenewal(Lease lease, Binder row) throws SQLException {
    row.number(lease.renewalCount()).numberOrNull(lease.lastRenewedWallNanos());
  }

  static void bindEndRequest(LeaseChange change, Binder row) throws SQLException {
    LeaseChange.EndRequest end = change.end();
    if (end == null) {
      row.nothing().nothing().nothing().nothing();
    } else {
      row.text(end.request().requestId())
          .text(end.request().caller())
          .number(end.request().fingerprint())
          .numberOrNull(end.successor());
    }
  }
}
