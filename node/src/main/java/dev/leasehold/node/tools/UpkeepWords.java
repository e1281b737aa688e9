package dev.leasehold.node.tools;

import static dev.leasehold.node.tools.EventWords.amounts;
import static dev.leasehold.node.tools.EventWords.lower;

import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.event.PoolEvent;

/** The words for events that concern no single lease. */
final class UpkeepWords {

  private UpkeepWords() {}

  static EventWords of(PoolEvent event) {
    return switch (event) {
      case PoolEvent.PoolCreated e ->
          new EventWords("pool-created", e.poolId() + " with " + amounts(e.amounts()));
      case PoolEvent.PoolChanged e ->
          new EventWords(
              e.deposit() ? "deposited" : "withdrawn",
              amounts(e.amounts()) + " in pool " + e.poolId() + ", reason " + e.reason());
      case PoolEvent.RecurrenceSet e -> new EventWords("recurring", recurrence(e));
      case PoolEvent.ToppedUp e ->
          new EventWords(
              "topped-up", e.poolId() + " with " + amounts(e.added()) + " for " + e.period());
      case PoolEvent.PoolConfirmed e ->
          new EventWords("pool-confirmed", e.poolId() + ", spent " + amounts(e.spent()));
    };
  }

  static EventWords of(NoticeEvent event) {
    return switch (event) {
      case NoticeEvent.Subscribed e ->
          new EventWords(
              "subscribed",
              e.subscription().id()
                  + ", "
                  + lower(e.subscription().kind())
                  + (e.subscription().isOfService() ? "" : " of " + e.subscription().holder())
                  + by(e.subscription().addedBy()));
      case NoticeEvent.SubscriptionConfirmed e -> new EventWords("confirmed", e.id());
      case NoticeEvent.SubscriptionReencrypted e ->
          new EventWords("reencrypted", "the secret of " + e.id());
      case NoticeEvent.Unsubscribed e -> new EventWords("unsubscribed", e.id() + by(e.removedBy()));
      case NoticeEvent.NoticesAcknowledged e ->
          new EventWords("acknowledged", e.positions().size() + " notices by " + e.holder());
      case NoticeEvent.NoticesDropped e ->
          new EventWords("notices-dropped", e.positions().size() + " notices to " + e.holder());
    };
  }

  static EventWords of(AdminEvent event) {
    return switch (event) {
      case AdminEvent.ProviderAdded e ->
          new EventWords(
              "provider-added",
              e.name() + ", " + lower(e.kind()) + " at " + e.url() + by(e.addedBy()));
      case AdminEvent.ProviderKeyRotated e ->
          new EventWords(
              "key-rotated", e.name() + " has key " + e.version() + " now" + by(e.rotatedBy()));
      case AdminEvent.ProviderKeyReencrypted e ->
          new EventWords("reencrypted", "the key of " + e.name());
      case AdminEvent.ProviderRemoved e ->
          new EventWords("provider-removed", e.name() + by(e.removedBy()));
      case AdminEvent.PolicyAdded e ->
          new EventWords("policy-added", e.policy().name() + " version " + e.policy().version());
      case AdminEvent.Pruned e ->
          new EventWords(
              "pruned", e.leases() + e.accounts() + " leases, " + e.notices() + " notices");
      case AdminEvent.Restored e ->
          new EventWords("restored", "from a backup; positions and epochs were lifted");
      case AdminEvent.SpaceDeclared e ->
          new EventWords(
              "declared",
              e.space() + (e.caseInsensitive() ? " ignores" : " heeds") + " case in names");
      case AdminEvent.TokenIssued e ->
          new EventWords(
              "token-issued",
              e.token().id() + " to " + e.token().actor() + " as " + lower(e.token().role()));
      case AdminEvent.TokenRevoked e ->
          new EventWords(
              "token-revoked", e.tokenId() + (e.reason().isEmpty() ? "" : ": " + e.reason()));
      case AdminEvent.ConfigChanged e ->
          new EventWords(
              "config-changed", e.key() + " is " + e.value() + " now, by " + e.changedBy());
    };
  }

  private static String recurrence(PoolEvent.RecurrenceSet e) {
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

  private static String by(String actor) {
    return ", by " + actor;
  }
}
