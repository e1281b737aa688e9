package dev.leasehold.node.tables.feed;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.EndReasons;
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
      case LeaseEvent.Granted e -> asked("acquired", e.claim().request(), "", e.budget());
      case LeaseEvent.Queued e -> asked("queued", e.claim().request());
      case LeaseEvent.GrantedFromQueue e -> unasked("acquired", "", e.budget());
      case LeaseEvent.Renewed e -> asked("renewed", e.request());
      case LeaseEvent.HeartbeatReceived e -> asked("heartbeat", e.request());
      case LeaseEvent.HeartbeatExcused e -> unasked("heartbeat_excused", "", Amounts.NONE);
      case LeaseEvent.Expired e -> unasked("expired", e.cause().name(), Amounts.NONE);
      case LeaseEvent.Ended e ->
          new HistoryEntry(
              e.state().name().toLowerCase(Locale.ROOT),
              e.endedBy(),
              e.reason(),
              Amounts.NONE,
              e.request());
      case LeaseEvent.CommitRecorded e ->
          new HistoryEntry(
              "commit_recorded", e.holder(), e.commit(), Amounts.NONE, Event.Request.NONE);
      case LeaseEvent.EndPlanned e ->
          new HistoryEntry(
              "end_planned", e.end().by(), e.end().reason(), Amounts.NONE, e.request());
      case BudgetEvent.IpTokenIssued e -> unasked("token_issued", e.tokenId(), Amounts.NONE);
      case LeaseEvent.Reminded e -> unasked("reminded", "", Amounts.NONE);
      case LeaseEvent.Asked e -> asked("asked", e.request(), e.note(), Amounts.NONE);
      case LeaseEvent.Advanced e -> asked("advanced", e.request());
      case LeaseEvent.Transferred e ->
          isBirth
              ? asked("acquired", e.request(), e.note(), Amounts.NONE)
              : asked("transferred", e.request(), EndReasons.TRANSFERRED, Amounts.NONE);
      case LeaseEvent.Converted e -> asked("converted", e.request());
      case LeaseEvent.ConversionQueued e -> asked("conversion_queued", e.request());
      case LeaseEvent.ConversionFailed e ->
          asked("conversion_failed", e.request(), e.reason(), Amounts.NONE);
      case BudgetEvent.Spent e -> asked("spent", e.request(), e.note(), e.amounts()).on(e.labels());
      case BudgetEvent.Overdrawn e -> unasked("overdrawn", "", e.asked());
      case BudgetEvent.Reserved e -> asked("reserved", e.request(), "", e.amounts()).on(e.labels());
      case BudgetEvent.Adjusted e -> asked("adjusted", e.request(), "", e.amounts());
      case BudgetEvent.Settled e -> unasked("settled", e.how().name(), e.spent()).on(e.labels());
      case BudgetEvent.ThresholdReached e ->
          unasked("threshold", e.percent() + "%", Amounts.of(e.unit(), e.spent()));
      case BudgetEvent.OverrunReported e ->
          new HistoryEntry(
              "overrun", e.reporter(), e.reservationId(), e.amounts(), Event.Request.NONE);
      case ApprovalEvent.MoreRequested e ->
          asked("more_requested", e.request(), e.justification(), e.amounts());
      case ApprovalEvent.MoreApproved e ->
          new HistoryEntry("more_approved", e.by(), e.reason(), e.amounts(), Event.Request.NONE);
      case ApprovalEvent.MoreDeclined e ->
          new HistoryEntry("more_declined", e.by(), e.reason(), Amounts.NONE, Event.Request.NONE);
      case ApprovalEvent.ExtensionRequested e ->
          asked("extension_requested", e.request(), e.asked(), Amounts.NONE);
      case ApprovalEvent.ExtensionApproved e ->
          new HistoryEntry(
              "extension_approved", e.by(), e.granted(), Amounts.NONE, Event.Request.NONE);
      case ApprovalEvent.ExtensionDeclined e ->
          new HistoryEntry(
              "extension_declined", e.by(), e.reason(), Amounts.NONE, Event.Request.NONE);
      case BudgetEvent.Refreshed e -> asked("refreshed", e.request(), "", e.added());
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
