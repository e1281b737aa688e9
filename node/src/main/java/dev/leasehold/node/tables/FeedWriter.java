package dev.leasehold.node.tables;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.node.sequence.Durable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Brings blocks into the tables: one row for a lease however often it changed, one for each event.
 * Rows are written in the order of their keys. Runs inside the caller's transaction.
 */
final class FeedWriter {

  private record Changed(Lease lease, long wallNanos) {}

  /** The successor is the position of the lease that a transfer made, or 0. */
  private record EndRequest(Event.Request request, long successor) {}

  private final Connection connection;
  private final Policies policies;
  private final ConfigRows config;
  private final Binder plainLease;
  private final Binder lease;
  private final Binder ender;
  private final Binder history;
  private final Binder reached;
  private final PreparedStatement stateBefore;

  /** Of the blocks that are being written. */
  private final Map<Long, Changed> changed = new HashMap<>();

  private final Map<Long, Event.Request> makers = new HashMap<>();
  private final Map<Long, EndRequest> enders = new HashMap<>();

  /** Of leases with money, after the last event that concerned them. */
  private final Map<Long, LeaseState> reachedStates = new HashMap<>();

  FeedWriter(Connection connection, Policies policies, ConfigRows config) throws SQLException {
    this.connection = connection;
    this.policies = policies;
    this.config = config;
    this.plainLease = new Binder(connection.prepareStatement(LeaseColumns.UPSERT_PLAIN));
    this.lease = new Binder(connection.prepareStatement(LeaseColumns.UPSERT));
    this.ender =
        new Binder(
            connection.prepareStatement(
                "UPDATE leases SET end_request_id = ?, end_request_caller = ?,"
                    + " end_request_fingerprint = ?, successor = ? WHERE position = ?"));
    this.history = new Binder(connection.prepareStatement(HistoryColumns.INSERT));
    this.reached =
        new Binder(
            connection.prepareStatement(
                "UPDATE feed SET position = ?, tick = ?, wall_nanos = ? WHERE id = 1"));
    this.stateBefore = connection.prepareStatement("SELECT state FROM leases WHERE position = ?");
  }

  void write(List<Durable> blocks) throws SQLException {
    changed.clear();
    makers.clear();
    enders.clear();
    reachedStates.clear();
    for (Durable block : blocks) {
      for (Durable.Step step : block.steps()) {
        writeStep(step);
      }
    }
    List<Long> positions = new ArrayList<>(changed.keySet());
    positions.sort(null);
    for (long position : positions) {
      Changed row = changed.get(position);
      if (row != null) {
        Binder binder = LeaseColumns.isPlain(row.lease) ? plainLease : lease;
        Event.Request made = makers.getOrDefault(position, Event.Request.NONE);
        LeaseColumns.bind(row.lease, made, row.wallNanos, binder);
        binder.execute();
      }
      writeEnder(position);
    }
    List<Event> events = blocks.get(blocks.size() - 1).events();
    Event last = events.get(events.size() - 1);
    reached.begin().number(last.position()).number(last.tick()).number(last.wallNanos());
    reached.execute();
  }

  /** Whether or not there is history, a request that ended the lease is known when retried. */
  private void writeEnder(long position) throws SQLException {
    EndRequest end = enders.get(position);
    if (end != null) {
      ender
          .begin()
          .text(end.request.requestId())
          .text(end.request.caller())
          .number(end.request.fingerprint())
          .numberOrNull(end.successor)
          .number(position)
          .execute();
    }
  }

  private void writeStep(Durable.Step step) throws SQLException {
    Map<String, Lease> byId = new HashMap<>();
    for (Lease after : step.leases()) {
      byId.put(after.id(), after);
    }
    for (Event event : step.events()) {
      switch (event) {
        case Event.OfLease e -> writeHistory(e, byId);
        case Event.PolicyAdded e -> policies.add(connection, e);
        case Event.SpaceDeclared e -> declare(e);
        case Event.ConfigChanged e -> config.change(connection, e);
        default -> {}
      }
    }
    if (!step.leases().isEmpty()) {
      long wallNanos = step.events().get(step.events().size() - 1).wallNanos();
      for (Lease after : step.leases()) {
        changed.put(after.position(), new Changed(after, wallNanos));
      }
    }
  }

  private void writeHistory(Event.OfLease event, Map<String, Lease> leases) throws SQLException {
    switch (event) {
      case Event.Granted e -> makers.put(e.position(), e.claim().request());
      case Event.Queued e -> makers.put(e.position(), e.claim().request());
      case Event.Transferred e -> {
        makers.put(e.position(), e.request());
        endedBy(e.request(), e.position(), leases.get(e.leaseId()));
      }
      case Event.Ended e -> endedBy(e.request(), 0, leases.get(e.leaseId()));
      case Event.EndPlanned e -> endedBy(e.request(), 0, leases.get(e.leaseId()));
      default -> {}
    }
    if (!config.keepsHistory()) {
      return;
    }
    Lease after = leases.get(event.leaseId());
    if (after != null) {
      writeHistory(event, after, HistoryEntry.of(event, after));
    }
    if (event instanceof Event.Transferred e) {
      Lease successor = leases.get(e.newLeaseId());
      if (successor != null) {
        writeHistory(event, successor, HistoryEntry.ofSuccessor(e));
      }
    }
  }

  private void endedBy(Event.Request request, long successor, @Nullable Lease lease) {
    if (lease != null && !request.requestId().isEmpty()) {
      enders.put(lease.position(), new EndRequest(request, successor));
    }
  }

  private void writeHistory(Event event, Lease after, HistoryEntry entry) throws SQLException {
    LeaseState before = entry.before();
    LeaseState state = entry.after();
    if (before == HistoryEntry.UNKNOWN) {
      before = before(after);
      state = state == HistoryEntry.UNKNOWN ? before : state;
    }
    if (after.budget() != null) {
      reachedStates.put(after.position(), state);
    }
    HistoryColumns.bind(event, after, entry, before, state, history);
    history.execute();
  }

  private void declare(Event.SpaceDeclared event) throws SQLException {
    String change =
        event.caseInsensitive()
            ? "INSERT OR IGNORE INTO lease_spaces (name) VALUES (?)"
            : "DELETE FROM lease_spaces WHERE name = ?";
    try (PreparedStatement statement = connection.prepareStatement(change)) {
      new Binder(statement).begin().text(event.space()).execute();
    }
  }

  private LeaseState before(Lease after) throws SQLException {
    LeaseState inThisFeed = reachedStates.get(after.position());
    if (inThisFeed != null) {
      return inThisFeed;
    }
    stateBefore.setLong(1, after.position());
    try (ResultSet row = stateBefore.executeQuery()) {
      // What happens to a lease whose row is gone, such as money that comes back, ends nothing.
      return row.next() ? LeaseState.valueOf(row.getString(1)) : after.state();
    }
  }
}
