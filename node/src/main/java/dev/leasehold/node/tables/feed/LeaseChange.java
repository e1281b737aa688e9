package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The change of one lease by all blocks of a transaction. */
final class LeaseChange {

  /**
   * @param successor the position of the lease that a transfer made, or 0
   */
  record EndRequest(Event.Request request, long successor) {}

  private final LeaseDraft draft;
  private @Nullable Lease lease;
  private @Nullable Event last;
  private Event.@Nullable Request maker;
  private @Nullable EndRequest end;
  private @Nullable Event endEvent;

  /** A grant and an end, as long as nothing else has happened. */
  private LeaseEvent.@Nullable Granted plainGrant;

  private @Nullable HistoryRow plainEnd;
  private final List<HistoryRow> rows = new ArrayList<>(0);

  LeaseChange(LeaseDraft draft) {
    this.draft = draft;
  }

  LeaseDraft draft() {
    return draft;
  }

  void madeBy(Event.Request request) {
    maker = request;
  }

  /** An event has changed the draft. */
  void touchedAt(Event event) {
    last = event;
    lease = null;
  }

  /**
   * An event about this very lease has changed the draft.
   *
   * @param before its state before; null if the event made it
   */
  void changedBy(Event.OfLease event, @Nullable LeaseState before, boolean keepsHistory) {
    touchedAt(event);
    switch (event) {
      case LeaseEvent.Ended e -> endedBy(e.request(), 0);
      case LeaseEvent.EndPlanned e -> endedBy(e.request(), 0);
      case LeaseEvent.Transferred e when before != null -> endedBy(e.request(), e.position());
      default -> {}
    }
    boolean ends = before != draft.state && draft.state.isTerminal();
    if (ends) {
      endEvent = event;
    }
    if (keepsHistory) {
      keep(event, before, ends);
    }
  }

  private void keep(Event.OfLease event, @Nullable LeaseState before, boolean ends) {
    if (event instanceof LeaseEvent.Granted e && isPlain(e)) {
      plainGrant = e;
    } else if (ends && before == LeaseState.ACTIVE && isPlainEnd(event) && rows.isEmpty()) {
      plainEnd = HistoryRow.of(event, before, lease());
    } else {
      tellAll();
      rows.add(HistoryRow.of(event, before, lease()));
    }
  }

  /** Whether the row of the lease tells this grant. */
  private static boolean isPlain(LeaseEvent.Granted e) {
    return e.budget().isNothing() && !e.claim().request().caller().isEmpty();
  }

  /** Whether the row of the lease tells this end of an active lease. */
  private static boolean isPlainEnd(Event.OfLease event) {
    return event instanceof LeaseEvent.Ended
        || (event instanceof LeaseEvent.Expired e && e.graceEndTick() == 0);
  }

  /** Makes entries of a plain grant and end, which until now only the row of the lease told. */
  void tellAll() {
    if (plainGrant != null) {
      LeaseDraft granted = LeaseDraft.of(plainGrant.claim(), plainGrant.position(), draft.policy());
      granted.grant(plainGrant, plainGrant.epoch(), plainGrant.deadlineTick());
      rows.add(HistoryRow.of(plainGrant, null, granted.lease()));
      plainGrant = null;
    }
    if (plainEnd != null) {
      rows.add(plainEnd);
      plainEnd = null;
    }
  }

  private void endedBy(Event.Request request, long successor) {
    if (!request.requestId().isEmpty()) {
      end = new EndRequest(request, successor);
    }
  }

  Lease lease() {
    if (lease == null) {
      lease = draft.lease();
    }
    return lease;
  }

  /** Whether any event has changed it, and it was not only looked at. */
  boolean isChanged() {
    return last != null;
  }

  /** The time of the last event that changed it. */
  long wallNanos() {
    return last == null ? 0 : last.wallNanos();
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
    return draft.ending == null || endEvent == null ? 0 : endEvent.position();
  }

  /** Whether the end was recorded later than it came. */
  boolean isEndLate() {
    Ending ending = draft.ending;
    return ending != null
        && endEvent != null
        && (endEvent.tick() != ending.tick() || endEvent.wallNanos() != ending.wallNanos());
  }

  /** The tick of the event that ended the lease; 0 if it is that of the end. */
  long recordedTick() {
    return isEndLate() && endEvent != null ? endEvent.tick() : 0;
  }

  long recordedWallNanos() {
    return isEndLate() && endEvent != null ? endEvent.wallNanos() : 0;
  }

  /** The rows of its history in order, unless the row of the lease tells it. */
  List<HistoryRow> rows() {
    return rows;
  }

  /** Whether its history has to be told beside the row of the lease. */
  boolean hasEntries() {
    return !rows.isEmpty();
  }

  /** Whether its only event is its end, which its row can tell. */
  boolean onlyEnds() {
    return plainEnd != null;
  }
}
