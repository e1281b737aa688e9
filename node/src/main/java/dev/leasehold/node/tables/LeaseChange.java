package dev.leasehold.node.tables;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What blocks that are written together have made of one lease. */
final class LeaseChange {

  /**
   * @param successor the position of the lease that a transfer made, or 0
   */
  record EndRequest(Event.Request request, long successor) {}

  private Lease lease;
  private long wallNanos;
  private @Nullable Request maker;
  private @Nullable EndRequest end;
  private long endedPosition;
  private final List<HistoryRow> rows = new ArrayList<>(2);

  private record Request(Event.Request request) {}

  LeaseChange(Lease lease) {
    this.lease = lease;
  }

  void madeBy(Event.Request request) {
    maker = new Request(request);
  }

  void endedBy(Event.Request request, long successor) {
    if (!request.requestId().isEmpty()) {
      end = new EndRequest(request, successor);
    }
  }

  /** By the event at that position. */
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
    return maker == null ? Event.Request.NONE : maker.request;
  }

  @Nullable EndRequest end() {
    return end;
  }

  /** Of the event that ended it; 0 if none of these did, or if it goes on. */
  long endedPosition() {
    return lease.ending() == null ? 0 : endedPosition;
  }

  /** What is to be told of it, in order. */
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

  /**
   * Whether its row tells all that happened to it: that it was granted, and perhaps that it ended.
   */
  boolean isEvident() {
    return isNew()
        && isGrantEvident()
        && (rows.size() == 1 || (rows.size() == 2 && isEndEvident()));
  }

  /** Whether all that happened to it is that it ended, as its row tells. */
  boolean onlyEnds() {
    return rows.size() == 1 && isEndEvident();
  }
}
