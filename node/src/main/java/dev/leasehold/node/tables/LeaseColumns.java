package dev.leasehold.node.tables;

import static dev.leasehold.node.tables.ParticularsColumns.orEmpty;
import static dev.leasehold.node.tables.Statuses.seconds;

import dev.leasehold.kernel.Ending;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.ExpiryCause;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Particulars;
import dev.leasehold.kernel.scope.Scope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A lease as a row of {@code leases}, and back. */
final class LeaseColumns {

  /** What never changes. */
  private static final List<String> FIXED =
      List.of(
          "position",
          "id",
          "file_path",
          "agent_id",
          "max_renewals",
          "policy",
          "policy_version",
          "space",
          "session",
          "labels",
          "request_id",
          "request_caller",
          "request_fingerprint");

  private static final List<String> CHANGING =
      List.of(
          "created_at",
          "expires_at",
          "ttl_seconds",
          "status",
          "renewal_count",
          "updated_at",
          "state",
          "mode",
          "issued_tick",
          "issued_nanos",
          "deadline_tick",
          "expires_nanos",
          "ttl_nanos",
          "last_renewed_nanos",
          "fencing_token",
          "epoch",
          "ended_tick",
          "ended_nanos",
          "cause",
          "reason",
          "ended_by",
          "grace_end_tick");

  /** For a lease that never had anything special. */
  static final String UPSERT_PLAIN = upsert(List.of());

  static final String UPSERT = upsert(ParticularsColumns.NAMES);

  private LeaseColumns() {}

  /** Only what changes is set anew, so that the indexes of the rest are left alone. */
  private static String upsert(List<String> particulars) {
    List<String> changing = new ArrayList<>(CHANGING);
    changing.addAll(particulars);
    List<String> all = new ArrayList<>(FIXED);
    all.addAll(changing);
    return "INSERT INTO leases ("
        + String.join(", ", all)
        + ") VALUES ("
        + String.join(", ", Collections.nCopies(all.size(), "?"))
        + ") ON CONFLICT (position) DO UPDATE SET "
        + changing.stream()
            .map(name -> name + " = excluded." + name)
            .collect(Collectors.joining(", "));
  }

  static boolean isPlain(Lease lease) {
    return lease.particulars() == Particulars.NONE;
  }

  /**
   * @param made the request that made the lease; of no meaning if its row is there already
   */
  static void bind(Lease lease, Event.Request made, long wallNanos, Binder row)
      throws SQLException {
    boolean hasRequest = !lease.requestId().isEmpty();
    row.begin()
        .number(lease.position())
        .text(lease.id())
        .text(scopeText(lease.scope()))
        .text(lease.holder())
        .number(lease.maxRenewals())
        .text(lease.policy().name())
        .number(lease.policy().version())
        .text(lease.space())
        .textOrNull(lease.session())
        .textOrNull(lease.labels().isEmpty() ? "" : JsonColumn.write(lease.labels()))
        .textOrNull(lease.requestId())
        .textOrNull(hasRequest ? made.caller() : "");
    if (hasRequest) {
      row.number(made.fingerprint());
    } else {
      row.nothing();
    }
    bindChanging(lease, wallNanos, row);
    if (!isPlain(lease)) {
      ParticularsColumns.bind(lease.particulars(), row);
    }
  }

  private static void bindChanging(Lease lease, long wallNanos, Binder row) throws SQLException {
    row.number(seconds(lease.issuedWallNanos()))
        .number(seconds(lease.expiresWallNanos()))
        .number(seconds(lease.ttlNanos()))
        .text(Statuses.of(lease.state()))
        .number(lease.renewalCount())
        .number(seconds(wallNanos))
        .text(lease.state().name())
        .text(lease.mode().name())
        .number(lease.issuedTick())
        .number(lease.issuedWallNanos())
        .number(lease.deadlineTick())
        .number(lease.expiresWallNanos())
        .number(lease.ttlNanos())
        .numberOrNull(lease.lastRenewedWallNanos())
        .number(lease.fencingToken())
        .number(lease.epoch());
    Ending ending = lease.ending();
    if (ending == null) {
      row.nothing().nothing().nothing().nothing().nothing().nothing();
    } else {
      row.number(ending.tick())
          .number(ending.wallNanos())
          .textOrNull(ending.cause() == null ? "" : ending.cause().name())
          .textOrNull(ending.reason())
          .textOrNull(ending.endedBy())
          .numberOrNull(ending.graceEndTick());
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
