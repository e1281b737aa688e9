package dev.leasehold.cli.display;

import dev.leasehold.cli.remote.Fields;
import java.time.Instant;
import java.util.Locale;

/** The steps in a lease's life as sentences. */
final class StorySteps {

  private StorySteps() {}

  static String of(Fields event, Instant at) {
    String holder = event.text("holder");
    String actor = event.text("actor").isEmpty() ? holder : event.text("actor");
    String reason = reason(event);
    String length = Story.length(event.time("expiresAt"), at);
    String end = AmountsText.end(event);
    return step(event, holder, actor, reason, length) + (end.isEmpty() ? "" : " " + end);
  }

  private static String step(
      Fields event, String holder, String actor, String reason, String length) {
    String amounts = AmountsText.of(event.object("amounts"));
    String on = AmountsText.on(event.object("labels"));
    return switch (event.text("type")) {
      case "acquired" ->
          (actor.equals(holder) ? holder + " took it" : actor + " gave it to " + holder)
              + length
              + ", token "
              + event.text("fencingToken")
              + ", epoch "
              + event.text("epoch")
              + (amounts.isEmpty() ? "" : ", with " + amounts)
              + reason;
      case "queued" -> holder + " began to wait for it" + reason;
      case "renewed" ->
          actor + " renewed it" + length + ", renewal " + event.text("renewalCount") + reason;
      case "heartbeat" -> holder + " was alive";
      case "expired" -> expired(event, holder);
      case "released" -> actor + " let go of it" + reason;
      case "completed" -> actor + " checked in" + commit(event);
      case "commit_recorded" -> actor + " checked in" + commit(event) + ", after it had ended";
      case "closed" -> closed(event, actor, reason);
      case "revoked" ->
          event.text("actor").isEmpty() ? ended(event) : taken(actor, holder) + reason;
      case "evicted" ->
          event.text("actor").isEmpty() ? ended(event) : actor + " evicted " + holder + reason;
      case "failed" -> holder + " waited in vain" + reason;
      case "end_planned" -> actor + " announced its end" + reason;
      case "heartbeat_excused" -> holder + " has more time for a heartbeat: the server stood still";
      case "reminded" -> holder + " was reminded of its end";
      case "asked" -> actor + " asked " + holder + " for it" + reason;
      case "advanced" -> actor + " went on to epoch " + event.text("epoch");
      case "transferred" -> actor + " handed it on";
      case "converted" -> actor + " changed its mode" + reason;
      case "conversion_queued" -> actor + " began to wait for another mode";
      case "conversion_failed" -> actor + " did not get another mode" + reason;
      case "spent" -> actor + " spent " + amounts + on + reason;
      case "more_requested" -> actor + " asked for " + amounts + " more" + reason;
      case "more_approved" -> actor + " added the " + amounts + " that were asked for" + reason;
      case "more_declined" -> actor + " declined a request for more" + reason;
      case "extension_requested" -> actor + " asked for more time" + reason;
      case "extension_approved" -> actor + " extended it" + reason;
      case "extension_declined" -> actor + " declined to extend it" + reason;
      case "overdrawn" -> holder + " was refused " + amounts + ", more than there was left";
      case "token_issued" -> holder + " got a token that is good for it alone";
      case "threshold" -> event.text("reason") + " of a unit is spent, " + amounts;
      case "overrun" ->
          actor + " reported " + amounts + " too late to be counted, reservation" + reason;
      case "reserved" -> actor + " reserved " + amounts + on;
      case "adjusted" -> actor + " changed a reservation to " + amounts;
      case "settled" ->
          "a reservation ended"
              + (amounts.isEmpty() ? ", nothing of it spent" : ", " + amounts + " of it spent")
              + on
              + reason;
      case "refreshed" ->
          actor
              + " refreshed it"
              + length
              + (amounts.isEmpty() ? "" : ", with " + amounts + " more");
      default -> actor + ": " + event.text("type") + reason;
    };
  }

  private static String commit(Fields event) {
    return event.text("commit").isEmpty() ? "" : " commit " + event.text("commit");
  }

  private static String taken(String actor, String holder) {
    return actor + " took it away from " + holder;
  }

  /** Tells of an end for which the event names no actor. */
  private static String ended(Fields event) {
    return switch (event.text("reason")) {
      case "PARENT_ENDED" -> "it ended with the lease that it was part of";
      case "RESTORED" -> "it ended when a backup was restored";
      default -> "it was taken away from " + event.text("holder") + reason(event);
    };
  }

  private static String closed(Fields event, String actor, String reason) {
    return switch (event.text("reason")) {
      case "GRACE_OVER" -> "it was closed: its grace was over";
      case "REPLACED" -> actor + " took a new one in its place";
      default -> event.text("actor").isEmpty() ? ended(event) : actor + " closed it" + reason;
    };
  }

  private static String expired(Fields event, String holder) {
    return switch (event.text("reason")) {
      case "EXHAUSTED" -> "it expired: all of it was spent";
      case "HEARTBEAT" -> "it expired: " + holder + " gave no sign of life";
      case "TIME" -> "it expired: its time was over";
      default -> "it expired" + reason(event);
    };
  }

  private static String reason(Fields event) {
    return event.text("reason").isEmpty() ? "" : ": " + spoken(event.text("reason"));
  }

  /** Writes codes of the server in small letters; words that people wrote stay as they are. */
  private static String spoken(String reason) {
    boolean isCode = reason.chars().allMatch(c -> (c >= 'A' && c <= 'Z') || c == '_');
    return isCode ? reason.toLowerCase(Locale.ROOT).replace('_', ' ') : reason;
  }
}
