package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.tables.Policies;
import dev.leasehold.node.tables.RareColumns;
import dev.leasehold.node.tables.StoredLease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The leases that events have changed since rows were last written. A lease that is not among them
 * is read from its row; those that were written last are kept for a while.
 */
final class ChangedLeases implements AutoCloseable {

  /** More than are in flight with most callers, and a few megabytes. */
  private static final int MAX_RECENT = 8_192;

  private static final String BY_ID = "SELECT * FROM leases WHERE id = ?";
  private static final String NEWEST = " ORDER BY position DESC LIMIT 1";

  private final Policies policies;
  private final List<PreparedStatement> byId = new ArrayList<>();
  private final PreparedStatement children;
  private final Map<String, LeaseChange> changes = new HashMap<>();
  private final List<LeaseChange> all = new ArrayList<>();

  private final LinkedHashMap<String, LeaseDraft> recent =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, LeaseDraft> eldest) {
          return size() > MAX_RECENT;
        }
      };

  ChangedLeases(Connection connection, Policies policies) throws SQLException {
    this.policies = policies;
    // Each but the last has an index of its own, of few leases.
    byId.add(connection.prepareStatement(BY_ID + " AND status IN ('active', 'pending')" + NEWEST));
    byId.add(
        connection.prepareStatement(
            BY_ID + " AND (budget IS NOT NULL OR grace_end_tick IS NOT NULL)" + NEWEST));
    byId.add(connection.prepareStatement(BY_ID + NEWEST));
    this.children = connection.prepareStatement("SELECT * FROM leases WHERE parent_id = ?");
  }

  /** Adds a lease that an event has made. */
  LeaseChange make(LeaseDraft draft, Event.Request maker) {
    LeaseChange change = new LeaseChange(draft);
    change.madeBy(maker);
    add(change);
    return change;
  }

  private void add(LeaseChange change) {
    changes.put(change.draft().id(), change);
    all.add(change);
  }

  /** Makes a lease out of an event's claim. */
  LeaseChange make(Claim claim, long position) throws SQLException {
    return make(
        LeaseDraft.of(claim, position, policies.find(claim.policy(), claim.policyVersion())),
        claim.request());
  }

  /** Finds a lease to be changed; null if its row was deleted. */
  @Nullable LeaseChange find(String id) throws SQLException {
    LeaseChange known = known(id);
    if (known != null) {
      return known;
    }
    LeaseDraft draft = read(id);
    return draft == null ? null : change(draft);
  }

  /** Finds a lease whose row need not be read. */
  private @Nullable LeaseChange known(String id) {
    LeaseChange known = changes.get(id);
    if (known != null) {
      return known;
    }
    LeaseDraft draft = recent.remove(id);
    return draft == null ? null : change(draft);
  }

  private LeaseChange change(LeaseDraft draft) {
    LeaseChange change = new LeaseChange(draft);
    add(change);
    return change;
  }

  private @Nullable LeaseDraft read(String id) throws SQLException {
    for (PreparedStatement select : byId) {
      select.setString(1, id);
      try (ResultSet row = select.executeQuery()) {
        if (row.next()) {
          return read(row);
        }
      }
    }
    return null;
  }

  private LeaseDraft read(ResultSet row) throws SQLException {
    return new LeaseDraft(
        StoredLease.read(row, policies), RareColumns.orEmpty(row.getString("pool")));
  }

  /** The leases derived from one; most that were are over, and only their rows tell of them. */
  List<LeaseChange> childrenOf(String parentId) throws SQLException {
    children.setString(1, parentId);
    try (ResultSet rows = children.executeQuery()) {
      while (rows.next()) {
        if (known(rows.getString("id")) == null) {
          change(read(rows));
        }
      }
    }
    return inOrder().stream().filter(change -> change.draft().parentId.equals(parentId)).toList();
  }

  /** All changes in the order of the leases' positions. */
  List<LeaseChange> inOrder() {
    all.sort(Comparator.comparingLong(change -> change.draft().position()));
    return all;
  }

  /** All changes are in the tables now. */
  void written() {
    for (LeaseChange change : all) {
      if (change.draft().isLiving()) {
        recent.put(change.draft().id(), change.draft());
      }
    }
    all.clear();
    changes.clear();
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement select : byId) {
      select.close();
    }
    children.close();
  }
}
