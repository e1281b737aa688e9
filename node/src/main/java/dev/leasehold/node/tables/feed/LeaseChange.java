package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The change of one lease by all blocks of a transaction. */
final class LeaseChange {

  /**
   * @param successor the position of the lease that a transfer made, or 0
   */
  record EndRequest(Event.Request request, long successor) {}

  private Lease lease;
  private long wallNanos;
  private Event.@Nullable Request maker;
  private @Nullable EndRequest end;
  private long endedPosition;
  private final List<HistoryRow> rows = new ArrayList<>(2);

  LeaseChange(Lease lease) {
    this.lease = lease;
  }

  void madeBy(Event.Request request) {
    maker = request;
  }

  void endedBy(Event.Request request, long successor) {
    if (!request.requestId().isEmpty()) {
      end = new EndRequest(request, successor);
    }
  }

  void endedAt(long position) {
    endedPosition = position;
  }

  void tell(HistoryRow row) {
    rows.add(row);
  }

  void became(Lease after, long atWallNanos) {
    lease = after;
    wallNanos = atWallNanos;
  }

  Lease lease() {
    return lease;
  }

  long wallNanos() {
    return wallNanos;
  }

  /** Whether there was no such lease before. */
  boolean isNew() {
    return maker != null;
  }

  Event.Request maker() {
    return maker == null ? Event.Request.NONE : maker;
  }

  @Nullable EndRequest end() {
    return end;
  }

  /** The position of the event that ended the lease; 0 if these blocks did not end it. */
  long endedPosition() {
    return lease.ending() == null ? 0 : endedPosition;
  }

  /** The rows of its history, in order. */
  List<HistoryRow> rows() {
    return rows;
  }

  /** Whether its first row of history can be copied from the row of the lease as it is now. */
  boolean isGrantEvident() {
    return !rows.isEmpty() && rows.get(0).isGrantOf(lease);
  }

  /** Whether its last row of history can be copied from the row of the lease as it is now. */
  boolean isEndEvident() {
    return !rows.isEmpty() && rows.get(rows.size() - 1).isEndOf(lease);
  }

  /** Whether all its history can be copied from its row: its grant, and perhaps its end. */
  boolean isEvident() {
    return isNew()
        && isGrantEvident()
        && (rows.size() == 1 || (rows.size() == 2 && isEndEvident()));
  }

  /** Whether its only event is its end, which can be copied from its row. */
  boolean onlyEnds() {
    return rows.size() == 1 && isEndEvident();
  }
}
