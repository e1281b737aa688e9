package dev.leasehold.node.tables;

import dev.leasehold.kernel.ConfigKey;
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
 * Brings blocks into the tables: one row for a lease however often it changed, and one for each
 * event that the lease does not tell. Rows of leases are written in the order of their keys. Runs
 * inside the caller's transaction.
 */
final class FeedWriter implements AutoCloseable {

  private final Connection connection;
  private final Policies policies;
  private final ConfigRows config;
  private final LeaseRows leaseRows;
  private final Moments moments;
  private final Binder reached;
  private final PreparedStatement stateBefore;

  /** Of the blocks that are being written, by position. */
  private final Map<Long, LeaseChange> changes = new HashMap<>();

  /** Of leases with money, after the last event that concerned them. */
  private final Map<Long, LeaseState> reachedStates = new HashMap<>();

  FeedWriter(Connection connection, Policies policies, ConfigRows config, RequestSink requests)
      throws SQLException {
    this.connection = connection;
    this.policies = policies;
    this.config = config;
    this.leaseRows = new LeaseRows(connection, config, requests);
    this.moments = new Moments(connection);
    this.reached =
        new Binder(
            connection.prepareStatement(
                "UPDATE feed SET position = ?, tick = ?, wall_nanos = ? WHERE id = 1"));
    this.stateBefore = connection.prepareStatement("SELECT state FROM leases WHERE position = ?");
  }

  void write(List<Durable> blocks) throws SQLException {
    changes.clear();
    reachedStates.clear();
    moments.begin();
    for (Durable block : blocks) {
      for (Durable.Step step : block.steps()) {
        add(step);
      }
    }
    writeChanges();
    List<Event> events = blocks.get(blocks.size() - 1).events();
    Event last = events.get(events.size() - 1);
    reached.begin().number(last.position()).number(last.tick()).number(last.wallNanos());
    reached.execute();
  }

  private void writeChanges() throws SQLException {
    List<Long> positions = new ArrayList<>(changes.keySet());
    positions.sort(null);
    for (Long position : positions) {
      LeaseChange change = changes.get(position);
      if (change != null) {
        leaseRows.write(change);
      }
    }
    leaseRows.finish();
    changes.clear();
  }

  private void add(Durable.Step step) throws SQLException {
    List<Lease> leases = step.leases();
    Map<String, Lease> byId = leases.size() > 4 ? new HashMap<>() : Map.of();
    if (leases.size() > 4) {
      leases.forEach(lease -> byId.put(lease.id(), lease));
    }
    for (Event event : step.events()) {
      moments.pass(event);
      switch (event) {
        case Event.OfLease e -> add(e, step.between().get(e.position()), leases, byId);
        case Event.PolicyAdded e -> policies.add(connection, e);
        case Event.SpaceDeclared e -> declare(e);
        case Event.ConfigChanged e -> change(e);
        default -> {}
      }
    }
    if (!leases.isEmpty()) {
      long wallNanos = step.events().get(step.events().size() - 1).wallNanos();
      for (Lease after : leases) {
        changeOf(after).became(after, wallNanos);
      }
    }
  }

  /** Whether history is kept holds for whole leases as they are written. */
  private void change(Event.ConfigChanged event) throws SQLException {
    if (event.key().equals(ConfigKey.KEEP_HISTORY.text())) {
      writeChanges();
      reachedStates.clear();
      moments.mark(event);
    }
    config.change(connection, event);
  }

  private LeaseChange changeOf(Lease lease) {
    return changes.computeIfAbsent(lease.position(), position -> new LeaseChange(lease));
  }

  private static @Nullable Lease find(String id, List<Lease> leases, Map<String, Lease> byId) {
    if (leases.size() > 4) {
      return byId.get(id);
    }
    for (Lease lease : leases) {
      if (lease.id().equals(id)) {
        return lease;
      }
    }
    return null;
  }

  /**
   * @param overtaken how the event left the lease, if later ones of the command changed it again
   */
  private void add(
      Event.OfLease event, @Nullable Lease overtaken, List<Lease> leases, Map<String, Lease> byId)
      throws SQLException {
    Lease after = overtaken == null ? find(event.leaseId(), leases, byId) : overtaken;
    if (after != null) {
      LeaseChange change = changeOf(after);
      switch (event) {
        case Event.Granted e -> change.madeBy(e.claim().request());
        case Event.Queued e -> change.madeBy(e.claim().request());
        case Event.Transferred e -> change.endedBy(e.request(), e.position());
        case Event.Ended e -> change.endedBy(e.request(), 0);
        case Event.EndPlanned e -> change.endedBy(e.request(), 0);
        default -> {}
      }
      tell(change, event, after, HistoryEntry.of(event, after));
    }
    if (event instanceof Event.Transferred e) {
      Lease successor = find(e.newLeaseId(), leases, byId);
      if (successor != null) {
        LeaseChange change = changeOf(successor);
        change.madeBy(e.request());
        tell(change, event, successor, HistoryEntry.ofSuccessor(e));
      }
    }
  }

  private void tell(LeaseChange change, Event event, Lease after, HistoryEntry entry)
      throws SQLException {
    if (entry.isEnd()) {
      change.endedAt(event.position());
    }
    if (!config.keepsHistory()) {
      return;
    }
    LeaseState before = entry.before();
    LeaseState state = entry.after();
    if (before == HistoryEntry.UNKNOWN) {
      before = before(after);
      state = state == HistoryEntry.UNKNOWN ? before : state;
    }
    if (after.budget() != null) {
      reachedStates.put(after.position(), state);
    }
    change.tell(new HistoryRow(event, after, entry, before, state));
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

  @Override
  public void close() throws SQLException {
    leaseRows.close();
    moments.close();
    reached.close();
    stateBefore.close();
  }
}
