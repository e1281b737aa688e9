package dev.leasehold.kernel;

import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.Budget;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.config.Provider;
import dev.leasehold.kernel.config.Setting;
import dev.leasehold.kernel.notice.Subscription;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.RareProperties;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Replies in a {@link Script}: a word that says what became of the command, then facts. */
final class ScriptReplies {

  private ScriptReplies() {}

  static List<String> words(Outcome outcome) {
    return switch (outcome.reply()) {
      case Reply.OfLease reply -> {
        List<String> words = lease(reply.lease(), outcome.stamp().tick());
        words.add("asked=" + (reply.asked().isEmpty() ? "none" : reply.asked()));
        yield words;
      }
      case Reply.Refused reply -> refusal(reply.refusal());
      case Reply.Leases reply ->
          List.of(
              "leases=" + ids(reply.leases(), Lease::id),
              reply.nextPosition() == 0 ? "last" : "next=" + reply.nextPosition());
      case Reply.Checked reply ->
          List.of(
              reply.conflicts().isEmpty() ? "free" : "held=" + ids(reply.conflicts(), Lease::id),
              "labels=" + ids(reply.conflicts(), lease -> lease.labels().toString()));
      case Reply.Spaces reply ->
          List.of(
              "spaces=" + ids(reply.spaces(), Reply.OfSpace::space),
              reply.next().isEmpty() ? "last" : "next=" + reply.next());
      case Reply.Swept reply -> List.of("swept=" + reply.count(), reply.more() ? "more" : "done");
      case Reply.OfToken reply ->
          List.of("token=" + reply.token().id(), "until=" + text(reply.token().deadlineTick()));
      case Reply.Tokens reply -> List.of("tokens=" + ids(reply.tokens(), Token::id));
      case Reply.OfPool reply -> pool(reply.pool());
      case Reply.Pools reply -> List.of("pools=" + ids(reply.pools(), Pool::id));
      case Reply.OfProvider reply -> provider(reply.provider());
      case Reply.Providers reply -> List.of("providers=" + ids(reply.providers(), Provider::name));
      case Reply.OfSubscription reply -> subscription(reply.subscription());
      case Reply.Subscriptions reply ->
          List.of("subscriptions=" + ids(reply.subscriptions(), Subscription::id));
      case Reply.OfRequest reply -> request(reply.request());
      case Reply.Requests reply -> List.of("requests=" + ids(reply.requests(), BudgetRequest::id));
      case Reply.OfPolicy reply -> policy(reply.policy());
      case Reply.Policies reply -> List.of("policies=" + ids(reply.policies(), Policy::name));
      case Reply.OfSetting reply -> setting(reply.setting());
      case Reply.Settings reply -> settings(reply.settings());
      case Reply.Acknowledged reply ->
          List.of("acknowledged=" + ids(reply.ids(), Function.identity()));
      case Reply.Restored reply -> List.of("restored=" + reply.endedLeases());
      case Reply.OfSpace reply -> List.of(reply.caseInsensitive() ? "insensitive" : "sensitive");
    };
  }

  private static List<String> pool(Pool pool) {
    return List.of(
        "pool=" + pool.id(),
        "total=" + amounts(pool.total()),
        "free=" + amounts(pool.free()),
        "outstanding=" + amounts(pool.outstanding()),
        "spent=" + amounts(pool.spent()),
        pool.open() ? "open" : "closed",
        "every=" + (pool.recurrence() == null ? "never" : pool.recurrence().every().text()),
        "upto=" + (pool.recurrence() == null ? "none" : amounts(pool.recurrence().amounts())),
        "period=" + (pool.period().isEmpty() ? "none" : pool.period()));
  }

  private static List<String> request(BudgetRequest request) {
    return List.of(
        request.status().name(),
        "request=" + request.id(),
        "lease=" + request.leaseId(),
        "holder=" + request.holder(),
        "pool=" + request.pool(),
        "amounts=" + amounts(request.amounts()),
        "asks-ttl=" + text(request.ttlNanos()),
        "granted-ttl=" + text(request.grantedNanos()),
        "by=" + (request.decidedBy().isEmpty() ? "nobody" : request.decidedBy()),
        "reason=" + (request.reason().isEmpty() ? "none" : request.reason()));
  }

  private static List<String> provider(Provider provider) {
    return List.of(
        "provider=" + provider.name(),
        "kind=" + provider.kind().text(),
        "url=" + provider.url(),
        "version=" + provider.keyVersion(),
        "key=" + new String(provider.encryptedKey().bytes(), StandardCharsets.UTF_8),
        "changed=" + text(provider.keyChangedWallNanos() - Script.WALL_NANOS));
  }

  private static List<String> subscription(Subscription subscription) {
    return List.of(
        "subscription=" + subscription.id(),
        "kind=" + subscription.kind().text(),
        "holder=" + subscription.holder(),
        "address=" + subscription.address(),
        "topics=" + String.join(",", subscription.topics()),
        "spaces=" + String.join(",", subscription.spaces()),
        "by=" + subscription.addedBy(),
        "key=" + new String(subscription.secret().bytes(), StandardCharsets.UTF_8),
        "confirmed=" + subscription.isConfirmed());
  }

  private static List<String> policy(Policy policy) {
    return List.of(
        "policy=" + policy.name(),
        "version=" + policy.version(),
        "ttl=" + text(policy.defaultTtlNanos()),
        "max=" + text(policy.maxTtlNanos()),
        "renewals=" + policy.maxRenewals(),
        "grace=" + text(policy.graceNanos()),
        "lead=" + text(policy.reminderLeadNanos()),
        "heartbeat=" + text(policy.heartbeatNanos()),
        policy.signed() ? "signed" : "unsigned",
        policy.durableEpochs() ? "durable" : "fleeting",
        policy.extensions() ? "extensible" : "not-extensible",
        policy.modes().size() == 2 ? "both" : policy.modes().toString());
  }

  private static List<String> setting(Setting setting) {
    long changed = setting.changedWallNanos();
    return List.of(
        setting.key().text() + "=" + setting.value(),
        "by=" + setting.changedBy(),
        "at=" + (changed == 0 ? "never" : text(changed - Script.WALL_NANOS)));
  }

  private static List<String> settings(List<Setting> settings) {
    List<String> words = new ArrayList<>(List.of("settings=" + settings.size()));
    for (Setting setting : settings) {
      words.add(setting.key().text() + "=" + setting.value());
      words.add(setting.key().text() + "-by=" + setting.changedBy());
    }
    return words;
  }

  /** {@code usd:5,tokens:3}, in the order of the units. */
  private static String amounts(Amounts amounts) {
    return amounts.isNothing()
        ? "none"
        : amounts.asMap().entrySet().stream()
            .map(unit -> unit.getKey() + ":" + unit.getValue())
            .collect(Collectors.joining(","));
  }

  private static void addParticulars(Lease lease, long tick, List<String> words) {
    RareProperties more = lease.rare();
    words.add("beat=" + text(lease.heartbeatRemainingNanos(tick)));
    words.add("parent=" + (more.parentId().isEmpty() ? "none" : more.parentId()));
    words.add(
        "path=" + lease.fencePath().stream().map(String::valueOf).collect(Collectors.joining(",")));
    words.add(more.reminded() ? "reminded" : "unreminded");
    words.add("base=" + (lease.baseCommit().isEmpty() ? "none" : lease.baseCommit()));
    words.add(lease.isFullCheckout() ? "full" : "not-full");
    words.add("commit=" + (lease.commit().isEmpty() ? "none" : lease.commit()));
    if (more.place() != null) {
      words.add("waits-until=" + text(more.place().deadlineTick()));
      words.add("priority=" + more.place().priority());
    }
    if (more.announcedEnd() != null) {
      words.add("announced=" + text(more.announcedEnd().tick()));
    }
    if (more.delayedRelease() != null) {
      words.add("delayed=" + text(more.delayedRelease().tick()));
    }
    Budget budget = more.budget();
    if (budget != null) {
      words.add("granted=" + amounts(budget.granted()));
      words.add("reserved=" + amounts(budget.reserved()));
      words.add("delegated=" + amounts(budget.delegated()));
      words.add("spent=" + amounts(budget.spent()));
      words.add("returned=" + amounts(budget.returned()));
      words.add("rest=" + amounts(budget.rest()));
    }
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
                "mode=" + lease.mode().name().toLowerCase(Locale.ROOT),
                "session=" + (lease.session().isEmpty() ? "none" : lease.session()),
                "until=" + text(lease.deadlineTick()),
                "labels=" + lease.labels(),
                "request=" + (lease.requestId().isEmpty() ? "none" : lease.requestId()),
                lease.budget() == null ? "no-budget" : "budget",
                "pool=" + (lease.rare().pool().isEmpty() ? "none" : lease.rare().pool())));
    addParticulars(lease, tick, words);
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
      case InputRefusal.InvalidInput invalid -> words.add(invalid.field());
      case InputRefusal.NoSuchPolicy none -> words.add(none.field());
      case ConflictRefusal.Conflict conflict -> {
        words.add("by=" + ids(conflict.blockers(), Lease::id));
        words.add("labels=" + ids(conflict.blockers(), lease -> lease.labels().toString()));
      }
      case LimitRefusal.AskedTooOften often -> words.add("retry=" + text(often.retryNanos()));
      case LeaseRefusal.RenewalDoesNotExtend renewal -> {
        words.add("left=" + text(renewal.currentRemainingNanos()));
        words.add("asked=" + text(renewal.askedNanos()));
      }
      case LeaseRefusal.AlreadyTerminal terminal -> {
        words.add("state=" + terminal.state());
        String commit = terminal.lease().commit();
        words.add("commit=" + (commit.isEmpty() ? "none" : commit));
      }
      case LeaseRefusal.MaxRenewalsExceeded max -> words.add("max=" + max.maxRenewals());
      case ConflictRefusal.Deadlock deadlock ->
          words.add("cycle=" + ids(deadlock.cycle(), Party::toString));
      case LeaseRefusal.StaleEpoch stale -> words.add("current=" + stale.current());
      case LeaseRefusal.FutureEpoch future -> words.add("current=" + future.current());
      case BudgetRefusal.InsufficientBudget insufficient ->
          words.add("rest=" + amounts(insufficient.rest()));
      case LeaseRefusal.NotAllowed notAllowed -> words.add(notAllowed.field());
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
