package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.ConfigKey;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Lease;
import dev.leasehold.node.sequence.Durable;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.ConfigRows;
import dev.leasehold.node.tables.Policies;
import dev.leasehold.node.tables.TimeIndex;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the events of blocks into rows: one row of {@code leases} for a lease however often it
 * changed, and one row of {@code lease_history} for each event. Rows of leases are written in the
 * order of their keys. Runs inside the caller's transaction.
 */
public final class FeedWriter implements AutoCloseable {

  private final Connection connection;
  private final Policies policies;
  private final ConfigRows config;
  private final LeaseRows leaseRows;
  private final TimeIndex moments;
  private final Binder reached;

  /** The leases that the blocks changed, by position. */
  private final Map<Long, LeaseChange> changes = new HashMap<>();

  public FeedWriter(
      Connection connection, Policies policies, ConfigRows config, RequestSink requests)
      throws SQLException {
    this.connection = connection;
    this.policies = policies;
    this.config = config;
    this.leaseRows = new LeaseRows(connection, config, requests);
    this.moments = new TimeIndex(connection);
    this.reached =
        new Binder(
            connection.prepareStatement(
                "UPDATE feed SET position = ?, tick = ?, wall_nanos = ? WHERE id = 1"));
  }

  public void write(List<Durable> blocks) throws SQLException {
    changes.clear();
    moments.begin();
    for (Durable block : blocks) {
      List<Fact> facts = block.facts();
      for (int i = 0; i < facts.size(); i++) {
        if (Fact.isFirstOfEvent(facts, i)) {
          add(facts.get(i).event());
        }
        add(facts.get(i));
      }
    }
    writeChanges();
    List<Fact> facts = blocks.get(blocks.size() - 1).facts();
    Event last = facts.get(facts.size() - 1).event();
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

  private void add(Event event) throws SQLException {
    moments.pass(event);
    switch (event) {
      case Event.PolicyAdded e -> policies.add(connection, e);
      case Event.SpaceDeclared e -> declare(e);
      case Event.ConfigChanged e -> change(e);
      default -> {}
    }
  }

  private void add(Fact fact) {
    Lease after = fact.after();
    if (after == null) {
      return;
    }
    LeaseChange change = changeOf(after);
    if (fact.event() instanceof Event.OfLease event
        && (fact.isAboutNamedLease() || fact.isBirth())) {
      switch (event) {
        case Event.Granted e -> change.madeBy(e.claim().request());
        case Event.Queued e -> change.madeBy(e.claim().request());
        case Event.Transferred e when fact.isBirth() -> change.madeBy(e.request());
        case Event.Transferred e -> change.endedBy(e.request(), e.position());
        case Event.Ended e -> change.endedBy(e.request(), 0);
        case Event.EndPlanned e -> change.endedBy(e.request(), 0);
        default -> {}
      }
      HistoryRow row = HistoryRow.of(event, fact, after);
      if (row.isEnd()) {
        change.endedAt(event.position());
      }
      if (config.keepsHistory()) {
        change.tell(row);
      }
    }
    change.became(after, fact.event().wallNanos());
  }

  /** Writes the changes before, for which the old setting counts. */
  private void change(Event.ConfigChanged event) throws SQLException {
    if (event.key().equals(ConfigKey.KEEP_HISTORY.text())) {
      writeChanges();
      moments.mark(event);
    }
    config.change(connection, event);
  }

  private LeaseChange changeOf(Lease lease) {
    return changes.computeIfAbsent(lease.position(), position -> new LeaseChange(lease));
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

  @Override
  public void close() throws SQLException {
    leaseRows.close();
    moments.close();
    reached.close();
  }
}
