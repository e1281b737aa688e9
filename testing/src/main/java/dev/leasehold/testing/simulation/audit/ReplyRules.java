package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.NEVER_LATE;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_WAKE_UP_IS_LOST;
import static dev.leasehold.testing.simulation.audit.Invariant.OTHERS_SEE_AN_OUTLINE;
import static dev.leasehold.testing.simulation.audit.Invariant.OVERDRAFTS_ARE_REPORTED;
import static dev.leasehold.testing.simulation.audit.Invariant.REPLIES_TELL_THE_TRUTH;
import static dev.leasehold.testing.simulation.audit.Invariant.RETRIES_GET_THE_SAME_LEASE;
import static dev.leasehold.testing.simulation.audit.Invariant.RETRIES_HAVE_ONE_EFFECT;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.ApprovalCommand;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.NoticeCommand;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.testing.requests.RequestIds;
import dev.leasehold.testing.simulation.books.AskedMore;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.LeaseAccount;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Place;
import dev.leasehold.testing.simulation.books.PolicyFacts;
import dev.leasehold.testing.simulation.books.QueueModel;
import dev.leasehold.testing.simulation.books.RequestBook;
import dev.leasehold.testing.simulation.books.Requests;
import dev.leasehold.testing.simulation.books.Units;
import dev.leasehold.testing.simulation.books.Universe;
import dev.leasehold.testing.simulation.books.Want;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks a reply against the books before the step and after it. */
final class ReplyRules {

  /** A conflict names some of the leases in the way, all if there are no more than this. */
  static final int MAX_NAMED = 16;

  private final Ledger ledger;
  private final Step step;
  private final LeaseView view;
  private final RequestBook.@Nullable Effect effectBefore;
  private final boolean fadedBefore;

  /** To be made before the events of the step are written down. */
  ReplyRules(Ledger ledger, Step step) {
    this.ledger = ledger;
    this.step = step;
    long tick = step.outcome().stamp().tick();
    this.view = new LeaseView(ledger, tick);
    boolean named = !RequestIds.of(step.command()).isEmpty();
    String key = Requests.keyOf(step.outcome().stamp().caller().actor(), step.command(), ledger);
    this.effectBefore = named ? ledger.requests.effect(key, tick) : null;
    this.fadedBefore = named && ledger.requests.isFaded(key, tick);
  }

  void check(List<Event> own) {
    if (effectBefore != null) {
      checkRetry(effectBefore, own);
      return;
    }
    switch (step.outcome().reply()) {
      case Reply.OfLease reply -> {
        checkDone(reply.lease(), own);
        checkShown(reply.lease());
      }
      case Reply.Refused reply -> checkRefusal(reply.refusal(), own);
      case Reply.Leases reply -> checkList((LeaseQuery.ListLeases) step.command(), reply);
      case Reply.Checked reply -> checkConflicts((LeaseQuery.Check) step.command(), reply);
      case Reply.Swept reply -> checkSwept(reply);
      case Reply.OfPool reply -> view.check(reply.pool());
      case Reply.Pools reply -> {
        reply.pools().forEach(view::check);
        unless(
            reply.pools().size() == ledger.money.poolCount(), REPLIES_TELL_THE_TRUTH, "%s", reply);
      }
      case Reply.OfRequest reply -> checkDecided(reply.request());
      case Reply.Requests reply ->
          unless(
              reply.requests().stream().map(BudgetRequest::id).toList().equals(openRequests()),
              REPLIES_TELL_THE_TRUTH,
              "%s, and open are %s",
              reply,
              openRequests());
      case Reply.Policies reply ->
          unless(
              reply.policies().size() == ledger.policyCount()
                  && reply.policies().stream()
                      .allMatch(
                          policy ->
                              PolicyFacts.of(policy).equals(ledger.newestPolicy(policy.name()))),
              REPLIES_TELL_THE_TRUTH,
              "%s",
              reply);
      case Reply.Acknowledged reply ->
          unless(
              reply.ids().isEmpty() == own.isEmpty() && isNothingLeftToAcknowledge(),
              REPLIES_TELL_THE_TRUTH,
              "%s: %s",
              reply,
              own);
      case Reply.OfPolicy reply -> {}
      case Reply.OfProvider reply -> {}
      case Reply.OfSubscription reply -> {}
      case Reply.Subscriptions reply -> {}
      case Reply.Providers reply -> {}
      case Reply.OfSetting reply ->
          unless(
              ledger.config.has(reply.setting())
                  && step.command() instanceof AdminCommand.SetConfig asked
                  && reply.setting().value().equals(asked.value()),
              REPLIES_TELL_THE_TRUTH,
              "%s",
              reply);
      case Reply.Settings reply ->
          unless(ledger.config.hasAll(reply.settings()), REPLIES_TELL_THE_TRUTH, "%s", reply);
      case Reply.Restored reply -> {}
      case Reply.Spaces reply -> {}
      case Reply.OfToken reply -> {}
      case Reply.Tokens reply ->
          unless(
              reply.tokens().size()
                  == ledger.tokens.size()
                      + ledger.living().stream().filter(e -> e.ipToken != null).count(),
              REPLIES_TELL_THE_TRUTH,
              "%s",
              reply);
      case Reply.OfSpace reply -> {}
    }
  }

  private List<String> openRequests() {
    Cause cause = new Cause(step.command(), step.outcome().stamp().caller(), 0);
    return ledger.money.asking.open().stream()
        .filter(asked -> cause.seesWhole(asked.entry))
        .map(asked -> Long.toString(asked.id))
        .toList();
  }

  private void checkDecided(BudgetRequest told) {
    AskedMore asked = ledger.money.asking.find(told.id());
    String wanted =
        step.command() instanceof ApprovalCommand.ApproveRequest ? "APPROVED" : "DECLINED";
    unless(
        asked != null
            && told.status().name().equals(asked.status())
            && told.status().name().equals(wanted)
            && told.decidedBy().equals(asked.by)
            && told.reason().equals(asked.reason)
            && told.leaseId().equals(asked.entry.id)
            && told.amounts().equals(Units.amounts(asked.amounts))
            && told.ttlNanos() == asked.ttlNanos
            && told.grantedNanos() == asked.grantedNanos,
        REPLIES_TELL_THE_TRUTH,
        "%s, though the books have %s",
        told,
        asked == null ? "none" : asked.status());
  }

  /** A caller that changes a lease is told all of it; one that looks at another's, the outline. */
  private void checkShown(Lease lease) {
    Cause cause = new Cause(step.command(), step.outcome().stamp().caller(), 0);
    Entry entry = ledger.find(lease.id());
    if (entry == null || !cause.looks() || cause.seesWhole(entry)) {
      view.check(lease);
      return;
    }
    unless(
        ledger.config.showsOthers()
            && lease.budget() == null
            && lease.rare().pool().isEmpty()
            && lease.requestId().isEmpty(),
        OTHERS_SEE_AN_OUTLINE,
        "%s is shown %s",
        cause.actor(),
        lease);
    view.checkOutline(lease);
  }

  private void checkRefusal(Refusal refusal, List<Event> own) {
    boolean overdrawn = own.stream().anyMatch(event -> event instanceof BudgetEvent.Overdrawn);
    if (fadedBefore) {
      return;
    }
    new RefusalRules(ledger, step).check(refusal);
    boolean usesUp =
        step.command() instanceof BudgetCommand.Spend
            || step.command() instanceof BudgetCommand.Settle;
    Entry entry = ledger.find(Requests.leaseOf(step.command()));
    boolean beyond =
        usesUp
            && refusal instanceof BudgetRefusal.InsufficientBudget
            && entry != null
            && entry.account != null;
    unless(
        beyond == overdrawn,
        OVERDRAFTS_ARE_REPORTED,
        "%s is refused with %s and %s is recorded",
        step.command(),
        refusal,
        own);
  }

  /** Whether none of the notices that a holder acknowledged has yet to be told. */
  private boolean isNothingLeftToAcknowledge() {
    String actor = step.outcome().stamp().caller().actor();
    return !(step.command() instanceof NoticeCommand.AcknowledgeNotices asked)
        || ledger.notices.of(actor).stream()
            .noneMatch(note -> asked.ids().contains(Long.toString(note.position())));
  }

  private void checkSwept(Reply.Swept reply) {
    if (step.command() instanceof NodeCommand.Expire expire) {
      unless(reply.count() <= expire.limit(), NEVER_LATE, "%s for %s", reply, expire);
    }
    if (step.command() instanceof NodeCommand.GrantWaiting grant) {
      unless(reply.count() <= grant.limit(), NO_WAKE_UP_IS_LOST, "%s for %s", reply, grant);
    }
  }

  private void checkRetry(RequestBook.Effect effect, List<Event> own) {
    unless(own.isEmpty(), RETRIES_HAVE_ONE_EFFECT, "%s had %s and now %s", step, effect, own);
    Reply reply = step.outcome().reply();
    boolean same =
        effect.ofPool()
            ? reply instanceof Reply.OfPool answer && answer.pool().id().equals(effect.target())
            : reply instanceof Reply.OfLease shown && shown.lease().id().equals(effect.target());
    unless(
        Requests.sameBody(effect.body(), step.command())
            ? same || isForbidden(reply) || isHiddenNow(reply)
            : reply instanceof Reply.Refused,
        RETRIES_GET_THE_SAME_LEASE,
        "%s had %s and now %s",
        step.command(),
        effect,
        reply);
    if (reply instanceof Reply.OfLease shown) {
      checkShown(shown.lease());
    } else if (reply instanceof Reply.OfPool shown) {
      view.check(shown.pool());
    }
  }

  /** Whether the lease that was asked for is one that the caller sees no more. */
  private boolean isHiddenNow(Reply reply) {
    return step.command() instanceof LeaseCommand.Ask
        && reply instanceof Reply.Refused refused
        && refused.refusal() instanceof AccessRefusal.NotHolder
        && !ledger.config.showsOthers();
  }

  /** Whether the caller lacks the right, which is looked at before a retry is recognised. */
  private static boolean isForbidden(Reply reply) {
    return reply instanceof Reply.Refused refused
        && refused.refusal() instanceof AccessRefusal.Forbidden;
  }

  /** Checks that something was done if the reply says so. */
  private void checkDone(Lease lease, List<Event> own) {
    Event first = own.isEmpty() ? null : own.get(own.size() - 1);
    boolean done =
        switch (first) {
          case LeaseEvent.Transferred e -> checkTransfer(e, lease);
          case Event.OfLease e -> e.leaseId().equals(lease.id());
          case null, default -> false;
        };
    unless(
        done || (own.isEmpty() && (fadedBefore || isDoneAlready(lease))),
        REPLIES_TELL_THE_TRUTH,
        "%s is answered with %s and nothing was done",
        step.command(),
        lease);
  }

  private boolean checkTransfer(LeaseEvent.Transferred e, Lease lease) {
    LeaseView.checkHandedOn(ledger.known(e.leaseId()), ledger.known(e.newLeaseId()), lease);
    return e.newLeaseId().equals(lease.id());
  }

  /** Whether the command found nothing to do, so that it has no event. */
  private boolean isDoneAlready(Lease lease) {
    Entry entry = ledger.known(lease.id());
    LeaseAccount account = entry.account;
    return switch (step.command()) {
      case LeaseQuery.GetLease c -> true;
      case LeaseQuery.Validate c -> ValidateRules.mayPass(c, entry);
      case LeaseCommand.Heartbeat c -> entry.heartbeatNanos == 0 && !entry.unclaimed;
      case LeaseCommand.Convert c -> (c.mode() == Mode.EXCLUSIVE) == entry.exclusive;
      case NodeCommand.GiveUp c -> entry.place == null && !(entry.isActive() && entry.unclaimed);
      case BudgetCommand.Settle c ->
          account != null
              && account.over.get(c.reservationId()) instanceof LeaseAccount.Over over
              && (over.how().equals("SETTLED") || over.how().equals("OVERRUN")
                  ? Units.amounts(over.spent()).equals(c.amounts())
                  : !over.how().equals("CANCELLED") && c.amounts().isNothing());
      case BudgetCommand.Cancel c ->
          account != null
              && account.over.get(c.reservationId()) instanceof LeaseAccount.Over over
              && over.how().equals("CANCELLED");
      default -> false;
    };
  }

  /** Lists are complete, up to the end of the page. */
  private void checkList(LeaseQuery.ListLeases list, Reply.Leases reply) {
    reply.leases().forEach(view::check);
    boolean agent =
        step.outcome().stamp().caller().role() == Role.AGENT && !ledger.config.showsOthers();
    String holder = agent ? step.outcome().stamp().caller().actor() : list.holder();
    long bit = Universe.bitOf(list.space(), list.path());
    Stream<String> expected =
        ledger.all().stream()
            .filter(entry -> isAskedFor(entry, list.states()))
            .filter(entry -> entry.birth > list.afterPosition())
            .filter(entry -> list.space().isEmpty() || entry.space.equals(list.space()))
            .filter(entry -> holder.isEmpty() || entry.holder().equals(holder))
            .filter(entry -> list.policy().isEmpty() || entry.facts.name().equals(list.policy()))
            .filter(entry -> list.path().isEmpty() || (entry.mask & bit) != 0)
            .sorted(Comparator.comparingLong(entry -> entry.birth))
            .filter(entry -> reply.nextPosition() == 0 || entry.birth <= reply.nextPosition())
            .map(entry -> entry.id);
    List<String> actual = reply.leases().stream().map(Lease::id).toList();
    unless(expected.toList().equals(actual), REPLIES_TELL_THE_TRUTH, "%s lists %s", list, actual);
  }

  private static boolean isAskedFor(Entry entry, List<LeaseState> states) {
    return states.isEmpty()
        ? entry.isActive() || entry.isPending()
        : states.contains(LeaseState.valueOf(entry.state));
  }

  /** In the way of a check is what an acquire of it would meet now: leases, and waiters ahead. */
  private void checkConflicts(LeaseQuery.Check check, Reply.Checked reply) {
    List<String> named = reply.conflicts().stream().map(Lease::id).toList();
    long tick = step.outcome().stamp().tick();
    Want want =
        new Want(
            new Party("", ""),
            check.space(),
            Universe.maskOf(check.space(), check.scope().patternTexts()),
            check.mode() == Mode.EXCLUSIVE,
            null,
            new Place(Long.MAX_VALUE, tick, tick, 0, false));
    List<Entry> expected = new QueueModel(ledger).inTheWay(want, tick);
    unless(
        agree(expected, named),
        REPLIES_TELL_THE_TRUTH,
        "%s names %s of %s",
        check,
        named,
        expected);
  }

  /** Whether the right leases are named, all of them unless they are too many. */
  static boolean agree(List<Entry> expected, List<String> named) {
    List<String> ids = expected.stream().map(entry -> entry.id).toList();
    return ids.containsAll(named) && named.size() == Math.min(ids.size(), MAX_NAMED);
  }
}
