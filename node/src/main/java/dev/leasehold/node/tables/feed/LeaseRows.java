package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.Lease;
import dev.leasehold.node.tables.Binder;
import dev.leasehold.node.tables.ConfigRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the row of a changed lease, then a row of history for each event. SQL copies most of those
 * from the row of the lease: handing SQLite one number costs a fraction of handing it all columns.
 */
final class LeaseRows implements AutoCloseable {

  private final ConfigRows config;
  private final RequestSink requests;
  private final List<Binder> all = new ArrayList<>();
  private final Binder insertBare;
  private final Binder insertPlain;
  private final Binder insert;
  private final Binder updateEnd;
  private final Binder updatePlain;
  private final Binder update;
  private final Binder updateEndRequest;
  private final Binder history;
  private final Binder historyOfGrant;
  private final Binder historyOfEnd;
  private final Binder historyOfEvident;
  private final Binder beginHistory;

  /** The first of a run of new leases whose history is still to be copied from their rows. */
  private long firstEvident;

  private long lastEvident;

  LeaseRows(Connection connection, ConfigRows config, RequestSink requests) throws SQLException {
    this.config = config;
    this.requests = requests;
    this.insertBare = binder(connection, LeaseColumns.INSERT_BARE);
    this.insertPlain = binder(connection, LeaseColumns.INSERT_PLAIN);
    this.insert = binder(connection, LeaseColumns.INSERT);
    this.updateEnd = binder(connection, LeaseColumns.UPDATE_END);
    this.updatePlain = binder(connection, LeaseColumns.UPDATE_PLAIN);
    this.update = binder(connection, LeaseColumns.UPDATE);
    this.updateEndRequest = binder(connection, LeaseColumns.UPDATE_END_REQUEST);
    this.history = binder(connection, HistoryColumns.INSERT);
    this.historyOfGrant = binder(connection, HistoryColumns.INSERT_GRANT);
    this.historyOfEnd = binder(connection, HistoryColumns.INSERT_END);
    this.historyOfEvident = binder(connection, HistoryColumns.INSERT_EVIDENT);
    this.beginHistory = binder(connection, HistoryColumns.INSERT_BEGIN);
  }

  private Binder binder(Connection connection, String sql) throws SQLException {
    Binder binder = new Binder(connection.prepareStatement(sql));
    all.add(binder);
    return binder;
  }

  /** Writes changes in the order of positions; {@link #finish} ends them. */
  void write(LeaseChange change) throws SQLException {
    long position = change.lease().position();
    if (change.isNew()) {
      insert(change);
    } else {
      if (!change.rows().isEmpty() && position < config.keptFrom()) {
        beginHistory.begin().number(position).execute();
      }
      // The row may have been trimmed.
      if (update(change) == 0) {
        insert(change);
      }
    }
    if (change.isEvident()) {
      firstEvident = firstEvident == 0 ? position : firstEvident;
      lastEvident = position;
    } else {
      finish();
      writeHistory(change);
    }
  }

  /**
   * Copies the history of a run of new leases. All leases behind a new one are new, so the run has
   * no gap.
   */
  void finish() throws SQLException {
    if (firstEvident != 0) {
      historyOfEvident.begin().number(firstEvident).number(lastEvident).execute();
      firstEvident = 0;
    }
  }

  private void insert(LeaseChange change) throws SQLException {
    if (LeaseColumns.isBare(change)) {
      LeaseColumns.bindBare(change, insertBare);
      insertBare.execute();
    } else {
      Lease lease = change.lease();
      if (change.isNew() && !lease.requestId().isEmpty()) {
        requests.add(lease.position(), change.maker().caller(), lease.requestId());
      }
      Binder binder = LeaseColumns.isPlain(lease) ? insertPlain : insert;
      LeaseColumns.bindNew(change, binder);
      binder.execute();
    }
  }

  private int update(LeaseChange change) throws SQLException {
    if (change.end() != null) {
      LeaseColumns.bindEndRequest(change, updateEndRequest.begin());
      updateEndRequest.number(change.lease().position()).execute();
    }
    boolean plain = LeaseColumns.isPlain(change.lease());
    if (plain && change.onlyEnds()) {
      LeaseColumns.bindEnd(change, updateEnd);
      return updateEnd.execute();
    }
    Binder binder = plain ? updatePlain : update;
    LeaseColumns.bindChange(change, binder);
    return binder.execute();
  }

  private void writeHistory(LeaseChange change) throws SQLException {
    List<HistoryRow> rows = change.rows();
    int first = 0;
    int end = rows.size();
    long position = change.lease().position();
    if (change.isGrantEvident()) {
      historyOfGrant.begin().number(position).execute();
      first++;
    }
    if (change.isEndEvident()) {
      end--;
    }
    for (HistoryRow row : rows.subList(first, end)) {
      HistoryColumns.bind(row, history);
      history.execute();
    }
    if (end < rows.size()) {
      HistoryColumns.bindEnd(rows.get(end), historyOfEnd);
      historyOfEnd.execute();
    }
  }

  @Override
  public void close() throws SQLException {
    for (Binder binder : all) {
      binder.close();
    }
  }
}
