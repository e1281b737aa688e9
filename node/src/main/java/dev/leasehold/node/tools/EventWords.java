package dev.leasehold.node.tools;

import dev.leasehold.kernel.Amounts;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Recurrence;
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
      case Event.Granted e ->
          new EventWords("granted", to(e.claim()) + epoch(e.epoch()) + budget(e.budget()));
      case Event.Queued e -> new EventWords("queued", to(e.claim()) + ", priority " + e.priority());
      case Event.GrantedFromQueue e ->
          new EventWords("admitted", "from the queue" + epoch(e.epoch()) + budget(e.budget()));
      case Event.Renewed e ->
          new EventWords(
              "renewed",
              "for " + seconds(e.ttlNanos()) + times(e.renewalCount()) + by(e.request()));
      case Event.HeartbeatReceived e -> new EventWords("beaten", "is alive" + by(e.request()));
      case Event.HeartbeatExcused e ->
          new EventWords(
              "excused",
              "the server stood still; next heartbeat within "
                  + seconds(e.deadlineTick() - e.tick()));
      case Event.Expired e -> new EventWords("expired", "cause " + e.cause() + grace(e));
      case Event.Ended e -> new EventWords(lower(e.state()), why(e.reason(), e.endedBy()));
      case Event.CommitRecorded e ->
          new EventWords(
              "commit", e.commit() + " by " + e.holder() + ", after the lease had ended");
      case Event.EndPlanned e ->
          new EventWords(
              "ending",
              seconds(e.end().tick() - e.tick())
                  + " from here as "
                  + e.end().state()
                  + ", "
                  + why(e.end().reason(), e.end().by()));
      case Event.IpTokenIssued e -> new EventWords("ip-token", e.tokenId() + " is good for it");
      case Event.Reminded e -> new EventWords("reminded", seconds(e.leftNanos()) + " left");
      case Event.Asked e -> new EventWords("asked", "by " + e.asker() + ": " + e.note());
      case Event.Advanced e -> new EventWords("advanced", "epoch " + e.epoch() + by(e.request()));
      case Event.Transferred e ->
          new EventWords(
              "transferred",
              "to " + e.toHolder() + " as " + e.newLeaseId() + epoch(e.epoch()) + by(e.request()));
      case Event.Converted e -> new EventWords("converted", "to " + e.mode() + by(e.request()));
      case Event.ConversionQueued e ->
          new EventWords("queued", "waits to be EXCLUSIVE" + by(e.request()));
      case Event.ConversionFailed e -> new EventWords("unconverted", "reason " + e.reason());
      case Event.Spent e ->
          new EventWords("spent", amounts(e.amounts()) + on(e.labels()) + by(e.request()));
      case Event.Overdrawn e ->
          new EventWords("overdrawn", amounts(e.asked()) + " of " + amounts(e.rest()) + " left");
      case Event.Reserved e ->
          new EventWords(
              "reserved",
              amounts(e.amounts())
                  + on(e.labels())
                  + " as "
                  + e.request().requestId()
                  + by(e.request()));
      case Event.Adjusted e ->
          new EventWords("adjusted", e.reservationId() + " to " + amounts(e.amounts()));
      case Event.Settled e ->
          new EventWords(
              "settled",
              e.reservationId()
                  + " "
                  + lower(e.how())
                  + " at "
                  + amounts(e.spent())
                  + on(e.labels()));
      case Event.ThresholdReached e ->
          new EventWords(
              "threshold",
              "%d%% of %s: %d of %d spent"
                  .formatted(e.percent(), e.unit(), e.spent(), e.granted()));
      case Event.OverrunReported e ->
          new EventWords(
              "overrun",
              amounts(e.amounts())
                  + " of "
                  + e.reservationId()
                  + ", which had timed out, by "
                  + e.reporter());
      case Event.Refreshed e ->
          new EventWords("refreshed", "with " + amounts(e.added()) + by(e.request()));
      case Event.MoreRequested e ->
          new EventWords(
              "requested", amounts(e.amounts()) + " more: " + e.justification() + by(e.request()));
      case Event.MoreApproved e ->
          new EventWords(
              "approved",
              "request "
                  + e.requested()
                  + " for "
                  + amounts(e.amounts())
                  + ", of which "
                  + amounts(e.deposited())
                  + " deposited, "
                  + why(e.reason(), e.by()));
      case Event.MoreDeclined e ->
          new EventWords("declined", "request " + e.requested() + ", " + why(e.reason(), e.by()));
      case Event.ExtensionRequested e ->
          new EventWords(
              "extension-requested",
              seconds(e.ttlNanos()) + " longer: " + e.justification() + by(e.request()));
      case Event.ExtensionApproved e ->
          new EventWords(
              "extended",
              "by "
                  + seconds(e.ttlNanos())
                  + ", request "
                  + e.requested()
                  + ", "
                  + why(e.reason(), e.by()));
      case Event.ExtensionDeclined e ->
          new EventWords(
              "extension-declined", "request " + e.requested() + ", " + why(e.reason(), e.by()));
      default -> ofUpkeep(event);
    };
  }

  /** Events that concern no single lease. */
  private static EventWords ofUpkeep(Event event) {
    return switch (event) {
      case Event.PoolCreated e ->
          new EventWords("pool-created", e.poolId() + " with " + amounts(e.amounts()));
      case Event.PoolChanged e ->
          new EventWords(
              e.deposit() ? "deposited" : "withdrawn",
              amounts(e.amounts()) + " in pool " + e.poolId() + ", reason " + e.reason());
      case Event.RecurrenceSet e -> new EventWords("recurring", recurrence(e));
      case Event.ToppedUp e ->
          new EventWords(
              "topped-up", e.poolId() + " with " + amounts(e.added()) + " for " + e.period());
      case Event.PoolConfirmed e ->
          new EventWords("pool-confirmed", e.poolId() + ", spent " + amounts(e.spent()));
      case Event.ProviderAdded e ->
          new EventWords(
              "provider-added",
              e.name() + ", " + lower(e.kind()) + " at " + e.url() + by(e.addedBy()));
      case Event.ProviderKeyRotated e ->
          new EventWords(
              "key-rotated", e.name() + " has key " + e.version() + " now" + by(e.rotatedBy()));
      case Event.ProviderKeyReencrypted e ->
          new EventWords("reencrypted", "the key of " + e.name());
      case Event.ProviderRemoved e ->
          new EventWords("provider-removed", e.name() + by(e.removedBy()));
      case Event.Subscribed e ->
          new EventWords(
              "subscribed",
              e.subscription().id()
                  + ", "
                  + lower(e.subscription().kind())
                  + (e.subscription().isOfService() ? "" : " of " + e.subscription().holder())
                  + by(e.subscription().addedBy()));
      case Event.SubscriptionConfirmed e -> new EventWords("confirmed", e.id());
      case Event.SubscriptionReencrypted e ->
          new EventWords("reencrypted", "the secret of " + e.id());
      case Event.Unsubscribed e -> new EventWords("unsubscribed", e.id() + by(e.removedBy()));
      case Event.NoticesAcknowledged e ->
          new EventWords("acknowledged", e.positions().size() + " notices by " + e.holder());
      case Event.NoticesDropped e ->
          new EventWords("notices-dropped", e.positions().size() + " notices to " + e.holder());
      case Event.PolicyAdded e ->
          new EventWords("policy-added", e.policy().name() + " version " + e.policy().version());
      case Event.Pruned e ->
          new EventWords(
              "pruned", e.leases() + e.accounts() + " leases, " + e.notices() + " notices");
      case Event.Restored e ->
          new EventWords("restored", "from a backup; positions and epochs were lifted");
      case Event.SpaceDeclared e ->
          new EventWords(
              "declared",
              e.space() + (e.caseInsensitive() ? " ignores" : " heeds") + " case in names");
      case Event.TokenIssued e ->
          new EventWords(
              "token-issued",
              e.token().id() + " to " + e.token().actor() + " as " + lower(e.token().role()));
      case Event.TokenRevoked e ->
          new EventWords(
              "token-revoked", e.tokenId() + (e.reason().isEmpty() ? "" : ": " + e.reason()));
      case Event.ConfigChanged e ->
          new EventWords(
              "config-changed", e.key() + " is " + e.value() + " now, by " + e.changedBy());
      case Event.OfLease e -> new EventWords(lower(e.getClass().getSimpleName()), "");
    };
  }

  private static String recurrence(Event.RecurrenceSet e) {
    Recurrence recurrence = e.recurrence();
    return recurrence == null
        ? "pool " + e.poolId() + " is topped up no more"
        : "pool %s is topped up to %s every %s of %s"
            .formatted(
                e.poolId(),
                amounts(recurrence.amounts()),
                recurrence.every().text(),
                recurrence.zone());
  }

  /** Words the labels that say what money was spent on. */
  private static String on(Map<String, String> labels) {
    StringBuilder text = new StringBuilder();
    labels.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return text.toString();
  }

  private static String to(Event.Claim claim) {
    List<ScopeEntry> entries = claim.scope().entries();
    String more = entries.size() > 1 ? " and " + (entries.size() - 1) + " more" : "";
    return "to "
        + claim.holder()
        + (claim.session().isEmpty() ? "" : " (" + claim.session() + ")")
        + ": "
        + claim.mode()
        + " "
        + claim.space()
        + " "
        + entries.get(0)
        + more
        + " under "
        + claim.policy()
        + " for "
        + seconds(claim.ttlNanos());
  }

  private static String epoch(long epoch) {
    return ", epoch " + epoch;
  }

  private static String times(int renewals) {
    return ", renewal " + renewals;
  }

  private static String budget(Amounts budget) {
    return budget.isNothing() ? "" : ", budget " + amounts(budget);
  }

  private static String by(Event.Request request) {
    return request.caller().isEmpty() ? "" : " by " + request.caller();
  }

  private static String by(String actor) {
    return ", by " + actor;
  }

  private static String why(String reason, String by) {
    return "reason " + reason + (by.isEmpty() ? "" : " by " + by);
  }

  private static String grace(Event.Expired e) {
    return e.graceEndTick() == 0 ? "" : ", grace of " + seconds(e.graceEndTick() - e.endedTick());
  }

  private static String lower(Object name) {
    return name.toString().toLowerCase(Locale.ROOT);
  }

  private static String amounts(Amounts amounts) {
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
