package dev.leasehold.node.tables.feed;

import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.ConfigRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the row of a changed lease, and an entry of history for each event unless the row alone
 * tells them: a lease that was granted and has ended needs no entries.
 */
final class LeaseRows implements AutoCloseable {

  private final ConfigRows config;
  private final KeySink keys;
  private final List<Binder> all = new ArrayList<>();
  private final Binder insertBare;
  private final Binder insert;
  private final Binder updateEnd;
  private final Binder update;
  private final Binder updateEndRequest;
  private final Binder insertEntry;
  private final Binder insertEvident;
  private final Binder beginHistory;

  LeaseRows(Connection connection, ConfigRows config, KeySink keys) throws SQLException {
    this.config = config;
    this.keys = keys;
    this.insertBare = binder(connection, LeaseColumns.INSERT_BARE);
    this.insert = binder(connection, LeaseColumns.INSERT);
    this.updateEnd = binder(connection, LeaseColumns.UPDATE_END);
    this.update = binder(connection, LeaseColumns.UPDATE);
    this.updateEndRequest = binder(connection, LeaseColumns.UPDATE_END_REQUEST);
    this.insertEntry = binder(connection, HistoryColumns.INSERT);
    this.insertEvident = binder(connection, HistoryColumns.INSERT_EVIDENT);
    this.beginHistory = binder(connection, HistoryColumns.INSERT_BEGIN);
  }

  private Binder binder(Connection connection, String sql) throws SQLException {
    Binder binder = new Binder(connection.prepareStatement(sql));
    all.add(binder);
    return binder;
  }

  void write(LeaseChange change) throws SQLException {
    if (change.isNew()) {
      insert(change);
    } else if (change.onlyEnds() && tellEnd(change)) {
      return;
    } else {
      change.tellAll();
      prepareEntries(change);
      update(change, change.hasEntries());
    }
    for (HistoryRow row : change.rows()) {
      HistoryColumns.bind(row, insertEntry);
      insertEntry.execute();
    }
  }

  /** Lets the row tell the end of the lease, unless its history has entries. */
  private boolean tellEnd(LeaseChange change) throws SQLException {
    if (change.lease().position() < config.keptFrom()) {
      return false;
    }
    LeaseColumns.bindEnd(change, updateEnd);
    boolean told = updateEnd.execute() > 0;
    if (told && LeaseColumns.isPlain(change.lease())) {
      writeEndRequest(change);
    } else if (told) {
      update(change, false);
    }
    return told;
  }

  private void prepareEntries(LeaseChange change) throws SQLException {
    if (!change.rows().isEmpty()) {
      long position = change.lease().position();
      Binder before = position < config.keptFrom() ? beginHistory : insertEvident;
      before.begin().number(position).execute();
    }
  }

  private void insert(LeaseChange change) throws SQLException {
    keys.add(change.lease(), change.maker().caller());
    if (LeaseColumns.isBare(change)) {
      LeaseColumns.bindBare(change, insertBare);
      insertBare.execute();
    } else {
      LeaseColumns.bindNew(change, insert);
      insert.execute();
    }
  }

  private void update(LeaseChange change, boolean hasEntries) throws SQLException {
    writeEndRequest(change);
    LeaseColumns.bindChange(change, hasEntries, update);
    update.execute();
  }

  private void writeEndRequest(LeaseChange change) throws SQLException {
    if (change.end() != null) {
      LeaseColumns.bindEndRequest(change, updateEndRequest.begin());
      updateEndRequest.number(change.lease().position()).execute();
    }
  }

  @Override
  public void close() throws SQLException {
    for (Binder binder : all) {
      binder.close();
    }
  }
}
