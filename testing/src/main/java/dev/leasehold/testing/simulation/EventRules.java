package dev.leasehold.testing.simulation;

import static dev.leasehold.testing.simulation.AuditFailure.unless;
import static dev.leasehold.testing.simulation.Invariant.AT_MOST_ONE_HOLDER;
import static dev.leasehold.testing.simulation.Invariant.EPOCHS_NEVER_FALL;
import static dev.leasehold.testing.simulation.Invariant.IDS_ARE_NEVER_USED_TWICE;
import static dev.leasehold.testing.simulation.Invariant.JOURNAL_IS_IN_ORDER;
import static dev.leasehold.testing.simulation.Invariant.NEVER_EARLY;
import static dev.leasehold.testing.simulation.Invariant.NEVER_LATE;
import static dev.leasehold.testing.simulation.Invariant.NO_CHANGE_WITHOUT_CAUSE;
import static dev.leasehold.testing.simulation.Invariant.PRUNING_SPARES_THE_YOUNG;
import static dev.leasehold.testing.simulation.Invariant.RENEWALS_ONLY_EXTEND;
import static dev.leasehold.testing.simulation.Invariant.RETRIES_HAVE_ONE_EFFECT;
import static dev.leasehold.testing.simulation.Invariant.TOKENS_STRICTLY_RISE;
import static dev.leasehold.testing.simulation.Invariant.TRANSITIONS_ARE_LEGAL;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Mode;
import java.util.List;

/** What an event must be like, given the books before it. */
final class EventRules {

  static final String GRACE_OVER = "GRACE_OVER";

  private final Ledger ledger;

  EventRules(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Events that time alone brings about. */
  static boolean isOfTime(Event event) {
    return event instanceof Event.Expired
        || (event instanceof Event.Ended ended
            && ended.reason().equals(GRACE_OVER)
            && ended.endedBy().isEmpty());
  }

  void check(Event event, Cause cause) {
    unless(
        event.position() == ledger.lastPosition + 1,
        event instanceof Event.Granted ? TOKENS_STRICTLY_RISE : JOURNAL_IS_IN_ORDER,
        "position %d follows %d",
        event.position(),
        ledger.lastPosition);
    unless(
        event.tick() >= ledger.lastTick,
        JOURNAL_IS_IN_ORDER,
        "tick %d follows %d",
        event.tick(),
        ledger.lastTick);
    switch (event) {
      case Event.Granted e -> checkGranted(e, cause);
      case Event.Renewed e -> checkRenewed(e, cause);
      case Event.Expired e -> checkExpired(e, cause);
      case Event.Ended e -> {
        if (isOfTime(e)) {
          checkGraceOver(e);
        } else {
          checkEnded(e, cause);
        }
      }
      case Event.Pruned e -> checkPruned(e, cause);
      case Event.SpaceDeclared e -> checkDeclared(e, cause);
      case Event.TokenIssued e -> needs(cause.command() instanceof Command.IssueToken, e);
      case Event.TokenRevoked e -> needs(cause.command() instanceof Command.RevokeToken, e);
    }
  }

  private static void needs(boolean fits, Event event) {
    unless(fits, NO_CHANGE_WITHOUT_CAUSE, "nobody asked for %s", event);
  }

  private void checkGranted(Event.Granted e, Cause cause) {
    needs(
        cause.command() instanceof Command.Acquire asked
            && asked.leaseId().equals(e.leaseId())
            && asked.callersId() == e.callersId()
            && asked.policy().equals(e.policy())
            && asked.space().equals(e.space())
            && asked.mode() == e.mode()
            && Universe.canonical(e.space(), asked.scope().patternTexts())
                .equals(e.scope().patternTexts())
            && asked.holder().equals(e.holder())
            && cause.actor().equals(e.caller())
            && asked.requestId().equals(e.requestId())
            && e.ttlNanos() == ttlOf(asked),
        e);
    unless(
        ledger.find(e.leaseId()) == null && !(e.callersId() && ledger.isUsed(e.leaseId())),
        IDS_ARE_NEVER_USED_TWICE,
        "%s was there before",
        e.leaseId());
    List<String> patterns = Universe.canonical(e.space(), e.scope().patternTexts());
    List<Entry> conflicts = ledger.conflicts(e.space(), patterns, e.mode() == Mode.EXCLUSIVE);
    unless(conflicts.isEmpty(), AT_MOST_ONE_HOLDER, "%s beside %s", e.leaseId(), conflicts);
    boolean lasting = PolicyFacts.of(e.policy()).epochsLast();
    long last = ledger.lastEpoch(Ledger.resource(e.space(), patterns));
    unless(
        lasting ? e.epoch() > last : e.epoch() == 0,
        EPOCHS_NEVER_FALL,
        "%s has epoch %d after %d",
        e.leaseId(),
        e.epoch(),
        last);
    checkFirstEffect(e.caller(), e.requestId());
  }

  private static long ttlOf(Command.Acquire asked) {
    return asked.ttlNanos() != 0
        ? asked.ttlNanos()
        : PolicyFacts.of(asked.policy()).defaultTtlNanos();
  }

  private void checkFirstEffect(String caller, String requestId) {
    Ledger.Effect before = ledger.effect(caller, requestId);
    unless(
        before == null,
        RETRIES_HAVE_ONE_EFFECT,
        "request %s of %s has had its effect: %s",
        requestId,
        caller,
        before);
  }

  private Entry active(String id, long tick) {
    Entry entry = ledger.find(id);
    if (entry == null || !entry.isActive()) {
      throw new AuditFailure(TRANSITIONS_ARE_LEGAL, "a change of " + id + ", which is " + entry);
    }
    unless(tick < entry.deadline, NEVER_LATE, "a change of %s at %d", entry, tick);
    return entry;
  }

  private void checkRenewed(Event.Renewed e, Cause cause) {
    Entry entry = active(e.leaseId(), e.tick());
    needs(
        cause.command() instanceof Command.Renew asked
            && asked.leaseId().equals(entry.id)
            && cause.actor().equals(entry.holder)
            && e.ttlNanos() == (asked.ttlNanos() == 0 ? entry.ttlNanos : asked.ttlNanos()),
        e);
    unless(
        entry.facts().renewable()
            && e.deadlineTick() > entry.deadline
            && e.deadlineTick() == e.tick() + e.ttlNanos()
            && e.renewalCount() == entry.renewals + 1
            && (entry.maxRenewals < 0 || e.renewalCount() <= entry.maxRenewals),
        RENEWALS_ONLY_EXTEND,
        "%s after %d renewals by %s",
        entry,
        entry.renewals,
        e);
    checkFirstEffect(e.caller(), e.requestId());
  }

  private void checkExpired(Event.Expired e, Cause cause) {
    Entry entry = ledger.find(e.leaseId());
    if (entry == null || !entry.isActive()) {
      throw new AuditFailure(
          TRANSITIONS_ARE_LEGAL, "an expiry of " + e.leaseId() + ", which is " + entry);
    }
    long grace = entry.facts().graceNanos();
    unless(
        e.tick() >= entry.deadline
            && e.endedTick() == entry.deadline
            && e.graceEndTick() == (grace == 0 ? 0 : entry.deadline + grace)
            && e.renewalCount() == entry.renewals,
        NEVER_EARLY,
        "%s by %s",
        entry,
        e);
    unless(
        cause.trueNanos() >= entry.promisedTrueNanos,
        NEVER_EARLY,
        "%s expired at the true time %d, promised until %d",
        entry,
        cause.trueNanos(),
        entry.promisedTrueNanos);
  }

  private void checkGraceOver(Event.Ended e) {
    Entry entry = ledger.find(e.leaseId());
    if (entry == null || !entry.isInGrace() || !e.state().name().equals("CLOSED")) {
      throw new AuditFailure(
          TRANSITIONS_ARE_LEGAL, "grace is over for " + e.leaseId() + ", which is " + entry);
    }
    unless(e.tick() >= entry.graceEnd, NEVER_EARLY, "grace of %s over at %d", entry, e.tick());
  }

  private void checkEnded(Event.Ended e, Cause cause) {
    Entry entry = ledger.find(e.leaseId());
    boolean closedInGrace =
        entry != null && entry.isInGrace() && cause.command() instanceof Command.Close;
    if (entry == null || !closedInGrace) {
      entry = active(e.leaseId(), e.tick());
    }
    needs(e.endedBy().equals(cause.actor()) && isAskedFor(e, entry, cause), e);
    checkFirstEffect(e.endedBy(), e.requestId());
  }

  private static boolean isAskedFor(Event.Ended e, Entry entry, Cause cause) {
    boolean holder = cause.actor().equals(entry.holder);
    String end = e.state().name();
    return switch (cause.command()) {
      case Command.Release asked ->
          asked.leaseId().equals(entry.id) && holder && end.equals(entry.facts().released());
      case Command.Complete asked ->
          asked.leaseId().equals(entry.id)
              && holder
              && end.equals("COMPLETED")
              && entry.policy.equals("checkout");
      case Command.Close asked ->
          asked.leaseId().equals(entry.id)
              && holder
              && end.equals("CLOSED")
              && entry.policy.equals("budget");
      case Command.Revoke asked ->
          asked.leaseId().equals(entry.id)
              && cause.isAdmin()
              && end.equals(entry.facts().revoked())
              && e.reason().equals(asked.reason());
      default -> false;
    };
  }

  private void checkDeclared(Event.SpaceDeclared e, Cause cause) {
    needs(
        cause.command() instanceof Command.DeclareSpace asked
            && asked.space().equals(e.space())
            && asked.caseInsensitive() == e.caseInsensitive()
            && cause.isAdmin(),
        e);
    unless(
        ledger.blocking().stream().noneMatch(held -> held.space.equals(e.space())),
        TRANSITIONS_ARE_LEGAL,
        "%s while it has leases",
        e);
  }

  private void checkPruned(Event.Pruned e, Cause cause) {
    if (!(cause.command() instanceof Command.Prune asked)) {
      throw new AuditFailure(NO_CHANGE_WITHOUT_CAUSE, "nobody asked for " + e);
    }
    List<Entry> forgotten = ledger.ended().stream().limit(e.count()).toList();
    unless(
        forgotten.size() == e.count()
            && e.count() <= asked.limit()
            && forgotten.stream().allMatch(entry -> entry.endedTick < asked.endedBeforeTick()),
        PRUNING_SPARES_THE_YOUNG,
        "%s for %s forgets %s",
        e,
        asked,
        forgotten);
  }
}
