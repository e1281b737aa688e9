package dev.leasehold.node.tables;

import static dev.leasehold.node.tables.ParticularsColumns.orEmpty;
import static dev.leasehold.node.tables.Statuses.seconds;

import dev.leasehold.kernel.Ending;
import dev.leasehold.kernel.ExpiryCause;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Particulars;
import dev.leasehold.kernel.scope.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A lease as a row of {@code leases}, and back. */
final class LeaseColumns {

  /** What never changes. */
  private static final List<String> FIXED_OF_ALL =
      List.of(
          "position",
          "id",
          "file_path",
          "agent_id",
          "max_renewals",
          "policy",
          "policy_version",
          "space",
          "request_caller");

  private static final List<String> FIXED_OF_FEW =
      List.of("session", "labels", "request_id", "request_fingerprint");

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

  private static final String ENDED_POSITION = "ended_position";

  private static final List<String> ENDING =
      List.of(
          "status",
          "updated_at",
          "state",
          "ended_tick",
          "ended_nanos",
          "reason",
          "ended_by",
          ENDED_POSITION);

  /** Of these a lease has none that did not run out. */
  private static final List<String> EXPIRY = List.of("cause", "grace_end_tick");

  /** Of these a lease has none that was not renewed. */
  private static final List<String> RENEWAL = List.of("renewal_count", "last_renewed_nanos");

  /** Whether or not there is history, a request that ended the lease is known when retried. */
  private static final List<String> END_REQUEST =
      List.of("end_request_id", "end_request_caller", "end_request_fingerprint", "successor");

  /** For a new lease of which most columns have their default. */
  static final String INSERT_BARE = insert(FIXED_OF_ALL, TERMS, ENDING);

  /** For a new lease without anything special. */
  static final String INSERT_PLAIN =
      insert(FIXED_OF_ALL, FIXED_OF_FEW, TERMS, ENDING, EXPIRY, RENEWAL, END_REQUEST);

  static final String INSERT =
      insert(
          FIXED_OF_ALL,
          FIXED_OF_FEW,
          TERMS,
          ENDING,
          EXPIRY,
          RENEWAL,
          END_REQUEST,
          ParticularsColumns.NAMES);

  static final String UPDATE_END_REQUEST = update(END_REQUEST) + WHERE;

  /** For a lease that nothing happened to but its end. */
  static final String UPDATE_END = update(ENDING, EXPIRY) + WHERE;

  /** For a lease that never had anything special. */
  static final String UPDATE_PLAIN = update(TERMS, ENDING, EXPIRY, RENEWAL) + WHERE;

  static final String UPDATE =
      update(TERMS, ENDING, EXPIRY, RENEWAL, ParticularsColumns.NAMES) + WHERE;

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

  /** Only what changes is set anew, so that the indexes of the rest are left alone. */
  @SafeVarargs
  private static String update(List<String>... columns) {
    return Stream.of(columns)
        .flatMap(List::stream)
        .map(LeaseColumns::change)
        .collect(Collectors.joining(", ", "UPDATE leases SET ", ""));
  }

  /** An end that was there before is known by nothing, and 0 takes it away. */
  private static String change(String name) {
    return name.equals(ENDED_POSITION)
        ? name + " = nullif(coalesce(?, " + name + "), 0)"
        : name + " = ?";
  }

  static boolean isPlain(Lease lease) {
    return lease.particulars() == Particulars.NONE;
  }

  static boolean isBare(LeaseChange change) {
    Lease lease = change.lease();
    Ending ending = lease.ending();
    return isPlain(lease)
        && change.end() == null
        && lease.requestId().isEmpty()
        && lease.session().isEmpty()
        && lease.labels().isEmpty()
        && lease.renewalCount() == 0
        && lease.lastRenewedWallNanos() == 0
        && (ending == null || (ending.cause() == null && ending.graceEndTick() == 0));
  }

  static void bindBare(LeaseChange change, Binder row) throws SQLException {
    bindFixed(change, row.begin());
    bindTerms(change.lease(), row);
    bindEnding(change, row);
    row.numberOrNull(change.endedPosition());
  }

  static void bindNew(LeaseChange change, Binder row) throws SQLException {
    Lease lease = change.lease();
    bindFixed(change, row.begin());
    row.textOrNull(lease.session())
        .textOrNull(lease.labels().isEmpty() ? "" : JsonColumn.write(lease.labels()))
        .textOrNull(lease.requestId());
    if (lease.requestId().isEmpty()) {
      row.nothing();
    } else {
      row.number(change.maker().fingerprint());
    }
    bindTerms(lease, row);
    bindEnding(change, row);
    row.numberOrNull(change.endedPosition());
    bindExpiry(lease, row);
    bindRenewal(lease, row);
    bindEndRequest(change, row);
    if (!isPlain(lease)) {
      ParticularsColumns.bind(lease.particulars(), row);
    }
  }

  static void bindEnd(LeaseChange change, Binder row) throws SQLException {
    bindEnding(change, row.begin());
    row.number(change.endedPosition());
    bindExpiry(change.lease(), row);
    row.number(change.lease().position());
  }

  static void bindChange(LeaseChange change, Binder row) throws SQLException {
    Lease lease = change.lease();
    bindTerms(lease, row.begin());
    bindEnding(change, row);
    if (lease.ending() == null) {
      row.number(0);
    } else {
      row.numberOrNull(change.endedPosition());
    }
    bindExpiry(lease, row);
    bindRenewal(lease, row);
    if (!isPlain(lease)) {
      ParticularsColumns.bind(lease.particulars(), row);
    }
    row.number(lease.position());
  }

  private static void bindFixed(LeaseChange change, Binder row) throws SQLException {
    Lease lease = change.lease();
    String maker = change.maker().caller();
    boolean evident = lease.requestId().isEmpty() && maker.equals(lease.holder());
    row.number(lease.position())
        .text(lease.id())
        .text(scopeText(lease.scope()))
        .text(lease.holder())
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
    row.text(Statuses.of(lease.state()))
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

  /** Patterns hold no line breaks. */
  static String scopeText(Scope scope) {
    List<String> patterns = scope.patternTexts();
    return patterns.size() == 1 ? patterns.get(0) : String.join("\n", patterns);
  }

  static Lease read(ResultSet row, Policies policies) throws SQLException {
    return new Lease(
        row.getString("id"),
        row.getLong("position"),
        policies.find(row.getString("policy"), row.getInt("policy_version")),
        row.getString("space"),
        Scope.ofCanonical(List.of(row.getString("file_path").split("\n", -1))),
        Mode.valueOf(row.getString("mode")),
        row.getString("agent_id"),
        orEmpty(row.getString("session")),
        LeaseState.valueOf(row.getString("state")),
        row.getLong("issued_tick"),
        row.getLong("issued_nanos"),
        row.getLong("deadline_tick"),
        row.getLong("expires_nanos"),
        row.getLong("ttl_nanos"),
        row.getInt("renewal_count"),
        row.getInt("max_renewals"),
        row.getLong("last_renewed_nanos"),
        row.getLong("fencing_token"),
        row.getLong("epoch"),
        labels(row.getString("labels")),
        orEmpty(row.getString("request_id")),
        ending(row),
        ParticularsColumns.read(row));
  }

  private static Map<String, String> labels(@Nullable String text) {
    if (text == null) {
      return Map.of();
    }
    Map<String, String> labels = new TreeMap<>();
    JsonColumn.readMap(text).forEach((name, value) -> labels.put(name, (String) value));
    return Collections.unmodifiableMap(labels);
  }

  private static @Nullable Ending ending(ResultSet row) throws SQLException {
    long tick = row.getLong("ended_tick");
    if (row.wasNull()) {
      return null;
    }
    String cause = row.getString("cause");
    return new Ending(
        tick,
        row.getLong("ended_nanos"),
        cause == null ? null : ExpiryCause.valueOf(cause),
        orEmpty(row.getString("reason")),
        orEmpty(row.getString("ended_by")),
        row.getLong("grace_end_tick"));
  }
}
