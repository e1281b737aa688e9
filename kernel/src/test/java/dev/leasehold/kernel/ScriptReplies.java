package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Replies in a {@link Script}: a word that says what became of the command, then facts. */
final class ScriptReplies {

  private ScriptReplies() {}

  static List<String> words(Outcome outcome) {
    return switch (outcome.reply()) {
      case Reply.OfLease reply -> lease(reply.lease(), outcome.stamp().tick());
      case Reply.Refused reply -> refusal(reply.refusal());
      case Reply.Leases reply ->
          List.of(
              "leases=" + ids(reply.leases(), Lease::id),
              reply.nextToken() == 0 ? "last" : "next=" + reply.nextToken());
      case Reply.Checked reply ->
          List.of(
              reply.conflicts().isEmpty() ? "free" : "held=" + ids(reply.conflicts(), Lease::id));
      case Reply.Swept reply -> List.of("swept=" + reply.count(), reply.more() ? "more" : "done");
      case Reply.OfToken reply ->
          List.of("token=" + reply.token().id(), "until=" + text(reply.token().deadlineTick()));
      case Reply.Tokens reply -> List.of("tokens=" + ids(reply.tokens(), Token::id));
      case Reply.OfSpace reply -> List.of(reply.caseInsensitive() ? "insensitive" : "sensitive");
    };
  }

  private static List<String> lease(Lease lease, long tick) {
    List<String> words =
        new ArrayList<>(
            List.of(
                lease.state().name(),
                "id=" + lease.id(),
                "holder=" + lease.holder(),
                "token=" + lease.fencingToken(),
                "epoch=" + lease.epoch(),
                "scope=" + String.join(",", lease.scope().patternTexts()),
                "renewals=" + lease.renewalCount(),
                "left=" + text(lease.remainingNanos(tick)),
                "until=" + text(lease.deadlineTick())));
    Ending ending = lease.ending();
    if (ending != null) {
      words.add("ended=" + text(ending.tick()));
      words.add("cause=" + (ending.cause() == null ? "none" : ending.cause().name()));
      words.add("reason=" + (ending.reason().isEmpty() ? "none" : ending.reason()));
      words.add("by=" + (ending.endedBy().isEmpty() ? "time" : ending.endedBy()));
    }
    return words;
  }

  private static List<String> refusal(Refusal refusal) {
    List<String> words = new ArrayList<>(List.of(refusal.code().name()));
    switch (refusal) {
      case Refusal.InvalidInput invalid -> words.add(invalid.field());
      case Refusal.Conflict conflict -> words.add("by=" + ids(conflict.blockers(), Lease::id));
      case Refusal.RenewalDoesNotExtend renewal -> {
        words.add("left=" + text(renewal.currentRemainingNanos()));
        words.add("asked=" + text(renewal.askedNanos()));
      }
      case Refusal.AlreadyTerminal terminal -> words.add("state=" + terminal.state());
      case Refusal.MaxRenewalsExceeded max -> words.add("max=" + max.maxRenewals());
      default -> {}
    }
    return words;
  }

  private static <T> String ids(List<T> things, Function<T, String> id) {
    return things.isEmpty() ? "none" : things.stream().map(id).collect(Collectors.joining(","));
  }

  private static String text(long nanos) {
    return ScriptDurations.text(nanos);
  }
}
