package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.ConfigRows;
import dev.leasehold.node.tables.Policies;
import dev.leasehold.node.tables.TimeIndex;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Turns the events of blocks into rows: one row of {@code leases} for a lease however often it
 * changed, and for leases to which more happens than a grant and an end a row of {@code
 * lease_entries} for each event. Rows of leases are written in the order of their keys. Runs inside
 * the caller's transaction.
 */
public final class FeedWriter implements AutoCloseable {

  /**
   * Events after which rows are written: what was decoded is dropped before the garbage collector
   * copies much of it.
   */
  static final int EVENTS_PER_WRITE = 1_000;

  private final Connection connection;
  private final Policies policies;
  private final ConfigRows config;
  private final LeaseRows leaseRows;
  private final TimeIndex moments;
  private final Binder reached;
  private @Nullable Event last;
  private int unwritten;

  private final ChangedLeases leases;
  private final MoneyRows money;
  private final LeaseEffects effects;

  public FeedWriter(Connection connection, Policies policies, ConfigRows config, KeySink keys)
      throws SQLException {
    this.connection = connection;
    this.policies = policies;
    this.config = config;
    this.leaseRows = new LeaseRows(connection, config, keys);
    this.leases = new ChangedLeases(connection, policies);
    this.money = new MoneyRows(connection, leases);
    this.effects = new LeaseEffects(leases, money);
    this.moments = new TimeIndex(connection);
    this.reached =
        new Binder(
            connection.prepareStatement(
                "UPDATE feed SET position = ?, tick = ?, wall_nanos = ? WHERE id = 1"));
  }

  /** Begins a transaction. */
  public void begin() throws SQLException {
    moments.begin();
  }

  public void add(Event event) throws SQLException {
    moments.pass(event);
    switch (event) {
      case Event.OfLease e -> effects.apply(e, config.keepsHistory());
      case AdminEvent.PolicyAdded e -> policies.add(connection, e);
      case AdminEvent.SpaceDeclared e -> declare(e);
      case AdminEvent.ConfigChanged e -> change(e);
      case PoolEvent.PoolCreated e -> money.create(e);
      case PoolEvent.PoolChanged e -> money.change(e);
      case PoolEvent.PoolConfirmed e -> money.confirm(e);
      case PoolEvent.RecurrenceSet e -> money.recur(e);
      case PoolEvent.ToppedUp e -> money.topUp(e);
      case AdminEvent.Restored e -> money.restored();
      default -> {}
    }
    last = event;
    if (++unwritten >= EVENTS_PER_WRITE) {
      writeChanges();
    }
  }

  /** Writes all that is left, and the position that was reached. */
  public void finish() throws SQLException {
    writeChanges();
    if (last != null) {
      reached.begin().number(last.position()).number(last.tick()).number(last.wallNanos());
      reached.execute();
    }
  }

  private void writeChanges() throws SQLException {
    for (LeaseChange change : leases.inOrder()) {
      if (change.isChanged()) {
        leaseRows.write(change);
      }
    }
    leases.written();
    money.write();
    unwritten = 0;
  }

  /** Writes the changes before, for which the old setting counts. */
  private void change(AdminEvent.ConfigChanged event) throws SQLException {
    if (event.key().equals(ConfigKey.KEEP_HISTORY.text())) {
      writeChanges();
      moments.mark(event);
    }
    config.change(connection, event);
  }

  private void declare(AdminEvent.SpaceDeclared event) throws SQLException {
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
    leases.close();
    leaseRows.close();
    moments.close();
    reached.close();
  }
}
