package dev.leasehold.node.tools;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.scope.ScopeEntry;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An event in words.
 *
 * @param verb one word
 * @param detail the rest of the sentence; may be empty
 */
record EventWords(String verb, String detail) {

  private static final double NANOS_PER_SECOND = 1e9;

  static EventWords of(Event event) {
    return switch (event) {
      case LeaseEvent e -> ofLease(e);
      case BudgetEvent e -> ofBudget(e);
      case ApprovalEvent e -> ofApproval(e);
      case PoolEvent e -> UpkeepWords.of(e);
      case NoticeEvent e -> UpkeepWords.of(e);
      case AdminEvent e -> UpkeepWords.of(e);
    };
  }

  private static EventWords ofLease(LeaseEvent event) {
    return switch (event) {
      case LeaseEvent.Granted e ->
          new EventWords("granted", to(e.claim()) + epoch(e.epoch()) + budget(e.budget()));
      case LeaseEvent.Queued e ->
          new EventWords("queued", to(e.claim()) + ", priority " + e.priority());
      case LeaseEvent.GrantedFromQueue e ->
          new EventWords("granted", "from the queue" + epoch(e.epoch()) + budget(e.budget()));
      case LeaseEvent.Renewed e ->
          new EventWords(
              "renewed",
              "for " + seconds(e.ttlNanos()) + ", renewal " + e.renewalCount() + by(e.request()));
      case LeaseEvent.HeartbeatReceived e ->
          new EventWords("heartbeat", "is alive" + by(e.request()));
      case LeaseEvent.HeartbeatExcused e ->
          new EventWords(
              "excused",
              "the server stood still; next heartbeat within "
                  + seconds(e.deadlineTick() - e.tick()));
      case LeaseEvent.Expired e -> new EventWords("expired", "cause " + e.cause() + grace(e));
      case LeaseEvent.Ended e -> new EventWords(lower(e.state()), why(e.reason(), e.endedBy()));
      case LeaseEvent.CommitRecorded e ->
          new EventWords(
              "commit", e.commit() + " by " + e.holder() + ", after the lease had ended");
      case LeaseEvent.EndPlanned e ->
          new EventWords(
              "ending",
              seconds(e.end().tick() - e.tick())
                  + " from here as "
                  + e.end().state()
                  + ", "
                  + why(e.end().reason(), e.end().by()));
      case LeaseEvent.Reminded e -> new EventWords("reminded", seconds(e.leftNanos()) + " left");
      case LeaseEvent.Asked e -> new EventWords("asked", "by " + e.asker() + ": " + e.note());
      case LeaseEvent.Advanced e ->
          new EventWords("advanced", "epoch " + e.epoch() + by(e.request()));
      case LeaseEvent.Transferred e ->
          new EventWords(
              "transferred",
              "to " + e.toHolder() + " as " + e.newLeaseId() + epoch(e.epoch()) + by(e.request()));
      case LeaseEvent.Converted e ->
          new EventWords("converted", "to " + e.mode() + by(e.request()));
      case LeaseEvent.ConversionQueued e ->
          new EventWords("queued", "waits to be EXCLUSIVE" + by(e.request()));
      case LeaseEvent.ConversionFailed e ->
          new EventWords("conversion-failed", "reason " + e.reason());
    };
  }

  private static EventWords ofBudget(BudgetEvent event) {
    return switch (event) {
      case BudgetEvent.IpTokenIssued e ->
          new EventWords("ip-token", e.tokenId() + " is good for it");
      case BudgetEvent.Spent e ->
          new EventWords("spent", amounts(e.amounts()) + on(e.labels()) + by(e.request()));
      case BudgetEvent.Overdrawn e ->
          new EventWords("overdrawn", amounts(e.asked()) + " of " + amounts(e.rest()) + " left");
      case BudgetEvent.Reserved e ->
          new EventWords(
              "reserved",
              amounts(e.amounts())
                  + on(e.labels())
                  + " as "
                  + e.request().requestId()
                  + by(e.request()));
      case BudgetEvent.Adjusted e ->
          new EventWords("adjusted", e.reservationId() + " to " + amounts(e.amounts()));
      case BudgetEvent.Settled e ->
          new EventWords(
              "settled",
              "%s %s at %s%s"
                  .formatted(
                      e.reservationId(), lower(e.how()), amounts(e.spent()), on(e.labels())));
      case BudgetEvent.ThresholdReached e ->
          new EventWords(
              "threshold",
              "%d%% of %s: %d of %d spent"
                  .formatted(e.percent(), e.unit(), e.spent(), e.granted()));
      case BudgetEvent.OverrunReported e ->
          new EventWords(
              "overrun",
              "%s of %s, which had timed out, by %s"
                  .formatted(amounts(e.amounts()), e.reservationId(), e.reporter()));
      case BudgetEvent.Refreshed e ->
          new EventWords("refreshed", "with " + amounts(e.added()) + by(e.request()));
    };
  }

  private static EventWords ofApproval(ApprovalEvent event) {
    return switch (event) {
      case ApprovalEvent.MoreRequested e ->
          new EventWords(
              "requested", amounts(e.amounts()) + " more: " + e.justification() + by(e.request()));
      case ApprovalEvent.MoreApproved e ->
          new EventWords(
              "approved",
              "request %s for %s, of which %s deposited, %s"
                  .formatted(
                      e.requested(),
                      amounts(e.amounts()),
                      amounts(e.deposited()),
                      why(e.reason(), e.by())));
      case ApprovalEvent.MoreDeclined e ->
          new EventWords("declined", "request " + e.requested() + ", " + why(e.reason(), e.by()));
      case ApprovalEvent.ExtensionRequested e ->
          new EventWords(
              "extension-requested",
              seconds(e.ttlNanos()) + " longer: " + e.justification() + by(e.request()));
      case ApprovalEvent.ExtensionApproved e ->
          new EventWords(
              "extended",
              "by "
                  + seconds(e.ttlNanos())
                  + ", request "
                  + e.requested()
                  + ", "
                  + why(e.reason(), e.by()));
      case ApprovalEvent.ExtensionDeclined e ->
          new EventWords(
              "extension-declined", "request " + e.requested() + ", " + why(e.reason(), e.by()));
    };
  }

  /** Words the labels that say what money was spent on. */
  private static String on(Map<String, String> labels) {
    StringBuilder text = new StringBuilder();
    labels.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return text.toString();
  }

  private static String to(Claim claim) {
    List<ScopeEntry> entries = claim.scope().entries();
    String more = entries.size() > 1 ? " and " + (entries.size() - 1) + " more" : "";
    String session = claim.session().isEmpty() ? "" : " (" + claim.session() + ")";
    return "to %s%s: %s %s %s%s under %s for %s"
        .formatted(
            claim.holder(),
            session,
            claim.mode(),
            claim.space(),
            entries.get(0),
            more,
            claim.policy(),
            seconds(claim.ttlNanos()));
  }

  private static String epoch(long epoch) {
    return ", epoch " + epoch;
  }

  private static String budget(Amounts budget) {
    return budget.isNothing() ? "" : ", budget " + amounts(budget);
  }

  private static String by(Event.Request request) {
    return request.caller().isEmpty() ? "" : " by " + request.caller();
  }

  private static String why(String reason, String by) {
    return "reason " + reason + (by.isEmpty() ? "" : " by " + by);
  }

  private static String grace(LeaseEvent.Expired e) {
    return e.graceEndTick() == 0 ? "" : ", grace of " + seconds(e.graceEndTick() - e.endedTick());
  }

  static String lower(Object name) {
    return name.toString().toLowerCase(Locale.ROOT);
  }

  static String amounts(Amounts amounts) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Long> figure : amounts.asMap().entrySet()) {
      text.append(text.isEmpty() ? "" : ", ");
      text.append(figure.getValue()).append(' ').append(figure.getKey());
    }
    return text.isEmpty() ? "nothing" : text.toString();
  }

  static String seconds(long nanos) {
    String text = "%.3f".formatted(nanos / NANOS_PER_SECOND);
    return text.replaceAll("\\.?0+$", "") + "s";
  }
}
