package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.EndReasons;
import dev.leasehold.kernel.Event;
import java.util.Locale;
import java.util.Map;

/**
 * The columns of {@code lease_entries} that an event tells, beside those of the lease after it.
 *
 * @param actor the actor that caused the event; empty if time did
 * @param labels say what money was spent on
 */
record HistoryEntry(
    String type,
    String actor,
    String reason,
    Amounts amounts,
    Event.Request request,
    Map<String, String> labels) {

  private HistoryEntry(
      String type, String actor, String reason, Amounts amounts, Event.Request request) {
    this(type, actor, reason, amounts, request, Map.of());
  }

  private HistoryEntry on(Map<String, String> spentOn) {
    return new HistoryEntry(type, actor, reason, amounts, request, spentOn);
  }

  /**
   * @param isBirth whether the event made the lease: a transfer ends one and makes another
   */
  static HistoryEntry of(Event.OfLease event, boolean isBirth) {
    return switch (event) {
      case Event.Granted e -> asked("acquired", e.claim().request(), "", e.budget());
      case Event.Queued e -> asked("queued", e.claim().request());
      case Event.GrantedFromQueue e -> unasked("acquired", "", e.budget());
      case Event.Renewed e -> asked("renewed", e.request());
      case Event.HeartbeatReceived e -> asked("heartbeat", e.request());
      case Event.HeartbeatExcused e -> unasked("heartbeat_excused", "", Amounts.NONE);
      case Event.Expired e -> unasked("expired", e.cause().name(), Amounts.NONE);
      case Event.Ended e ->
          new HistoryEntry(
              e.state().name().toLowerCase(Locale.ROOT),
              e.endedBy(),
              e.reason(),
              Amounts.NONE,
              e.request());
      case Event.CommitRecorded e ->
          new HistoryEntry(
              "commit_recorded", e.holder(), e.commit(), Amounts.NONE, Event.Request.NONE);
      case Event.EndPlanned e ->
          new HistoryEntry(
              "end_planned", e.end().by(), e.end().reason(), Amounts.NONE, e.request());
      case Event.IpTokenIssued e -> unasked("token_issued", e.tokenId(), Amounts.NONE);
      case Event.Reminded e -> unasked("reminded", "", Amounts.NONE);
      case Event.Asked e -> asked("asked", e.request(), e.note(), Amounts.NONE);
      case Event.Advanced e -> asked("advanced", e.request());
      case Event.Transferred e ->
          isBirth
              ? asked("acquired", e.request(), e.note(), Amounts.NONE)
              : asked("transferred", e.request(), EndReasons.TRANSFERRED, Amounts.NONE);
      case Event.Converted e -> asked("converted", e.request());
      case Event.ConversionQueued e -> asked("conversion_queued", e.request());
      case Event.ConversionFailed e ->
          asked("conversion_failed", e.request(), e.reason(), Amounts.NONE);
      case Event.Spent e -> asked("spent", e.request(), e.note(), e.amounts()).on(e.labels());
      case Event.Overdrawn e -> unasked("overdrawn", "", e.asked());
      case Event.Reserved e -> asked("reserved", e.request(), "", e.amounts()).on(e.labels());
      case Event.Adjusted e -> asked("adjusted", e.request(), "", e.amounts());
      case Event.Settled e -> unasked("settled", e.how().name(), e.spent()).on(e.labels());
      case Event.ThresholdReached e ->
          unasked("threshold", e.percent() + "%", Amounts.of(e.unit(), e.spent()));
      case Event.OverrunReported e ->
          new HistoryEntry(
              "overrun", e.reporter(), e.reservationId(), e.amounts(), Event.Request.NONE);
      case Event.MoreRequested e ->
          asked("more_requested", e.request(), e.justification(), e.amounts());
      case Event.MoreApproved e ->
          new HistoryEntry("more_approved", e.by(), e.reason(), e.amounts(), Event.Request.NONE);
      case Event.MoreDeclined e ->
          new HistoryEntry("more_declined", e.by(), e.reason(), Amounts.NONE, Event.Request.NONE);
      case Event.ExtensionRequested e ->
          asked("extension_requested", e.request(), e.asked(), Amounts.NONE);
      case Event.ExtensionApproved e ->
          new HistoryEntry(
              "extension_approved", e.by(), e.granted(), Amounts.NONE, Event.Request.NONE);
      case Event.ExtensionDeclined e ->
          new HistoryEntry(
              "extension_declined", e.by(), e.reason(), Amounts.NONE, Event.Request.NONE);
      case Event.Refreshed e -> asked("refreshed", e.request(), "", e.added());
    };
  }

  private static HistoryEntry asked(String type, Event.Request request) {
    return asked(type, request, "", Amounts.NONE);
  }

  private static HistoryEntry asked(
      String type, Event.Request request, String reason, Amounts amounts) {
    return new HistoryEntry(type, request.caller(), reason, amounts, request);
  }

  private static HistoryEntry unasked(String type, String reason, Amounts amounts) {
    return new HistoryEntry(type, "", reason, amounts, Event.Request.NONE);
  }
}
