package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.JOURNAL_IS_IN_ORDER;
import static dev.leasehold.testing.simulation.audit.Invariant.NEVER_LATE;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_CHANGE_WITHOUT_CAUSE;
import static dev.leasehold.testing.simulation.audit.Invariant.RETRIES_HAVE_ONE_EFFECT;
import static dev.leasehold.testing.simulation.audit.Invariant.TOKENS_STRICTLY_RISE;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.event.NoticeEvent;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.Lost;
import dev.leasehold.testing.simulation.books.RequestBook;
import dev.leasehold.testing.simulation.books.Requests;

/** Checks an event against the books before it. */
final class EventRules {

  /** The cause of an event. */
  enum Kind {
    /** Time alone. */
    TIME,
    /** Somebody else got out of the way. */
    GRANT_FROM_QUEUE,
    /** Something happened to another lease in the same step. */
    CASCADE,
    /** The command. */
    OWN
  }

  private static final long RESTORE_LIFT = 1L << 40;

  private final Ledger ledger;
  private final GrantRules grants;
  private final ConversionRules conversions;
  private final UseRules uses;
  private final EndRules ends;
  private final MoneyRules money;
  private final AskingRules asking;
  private final AdminRules admin;

  EventRules(Ledger ledger, Lost lost) {
    this.ledger = ledger;
    this.grants = new GrantRules(ledger, this, lost);
    this.conversions = new ConversionRules(ledger, this, grants);
    this.uses = new UseRules(ledger, this, grants);
    this.ends = new EndRules(ledger, this);
    this.money = new MoneyRules(ledger, this);
    this.asking = new AskingRules(ledger, this);
    this.admin = new AdminRules(ledger, this);
  }

  Kind kindOf(Event event, Cause cause) {
    return switch (event) {
      case LeaseEvent.Expired e -> e.cause() == ExpiryCause.EXHAUSTED ? Kind.CASCADE : Kind.TIME;
      case LeaseEvent.Ended e -> ends.kindOf(e);
      case LeaseEvent.Reminded e -> Kind.TIME;
      case LeaseEvent.HeartbeatExcused e -> Kind.TIME;
      case AdminEvent.Restored e -> Kind.CASCADE;
      case NoticeEvent.NoticesDropped e -> Kind.CASCADE;
      case BudgetEvent.IpTokenIssued e -> Kind.CASCADE;
      case BudgetEvent.ThresholdReached e -> Kind.CASCADE;
      case AdminEvent.TokenRevoked e -> isAskedFor(e, cause) ? Kind.OWN : Kind.CASCADE;
      case LeaseEvent.GrantedFromQueue e -> Kind.GRANT_FROM_QUEUE;
      case LeaseEvent.Converted e ->
          cause.command() instanceof LeaseCommand.Convert asked
                  && asked.leaseId().equals(e.leaseId())
                  && !e.request().caller().isEmpty()
              ? Kind.OWN
              : Kind.GRANT_FROM_QUEUE;
      case LeaseEvent.ConversionFailed e ->
          e.reason().equals(EndRules.TIMEOUT) ? Kind.TIME : Kind.OWN;
      case BudgetEvent.Settled e ->
          switch (e.how()) {
            case TIMED_OUT -> Kind.TIME;
            case RESTORED -> Kind.CASCADE;
            default -> Kind.OWN;
          };
      default -> Kind.OWN;
    };
  }

  static boolean isAskedFor(AdminEvent.TokenRevoked e, Cause cause) {
    return cause.command() instanceof AdminCommand.RevokeToken asked
        && asked.tokenId().equals(e.tokenId());
  }

  void check(Event event, Cause cause) {
    checkOrder(event);
    switch (event) {
      case LeaseEvent.Granted e -> grants.checkGranted(e, cause);
      case LeaseEvent.Queued e -> grants.checkQueued(e, cause);
      case LeaseEvent.GrantedFromQueue e -> grants.checkGrantedFromQueue(e);
      case LeaseEvent.Converted e -> conversions.checkConverted(e, cause);
      case LeaseEvent.ConversionQueued e -> conversions.checkQueued(e, cause);
      case LeaseEvent.ConversionFailed e -> conversions.checkFailed(e, cause);
      case LeaseEvent.Renewed e -> uses.checkRenewed(e, cause);
      case LeaseEvent.HeartbeatReceived e -> uses.checkBeaten(e, cause);
      case LeaseEvent.Asked e -> uses.checkAsked(e, cause);
      case LeaseEvent.Advanced e -> uses.checkAdvanced(e, cause);
      case LeaseEvent.Transferred e -> uses.checkTransferred(e, cause);
      case LeaseEvent.Reminded e -> ends.checkReminded(e);
      case LeaseEvent.HeartbeatExcused e -> ends.checkExcused(e);
      case LeaseEvent.Expired e -> ends.checkExpired(e, cause);
      case LeaseEvent.Ended e -> ends.checkEnded(e, cause);
      case LeaseEvent.EndPlanned e -> ends.checkPlanned(e, cause);
      case LeaseEvent.CommitRecorded e -> ends.checkCommitted(e, cause);
      case BudgetEvent.IpTokenIssued e -> new IpTokenRules(ledger).checkIssued(e, cause);
      case BudgetEvent.Spent e -> money.checkSpent(e, cause);
      case BudgetEvent.Overdrawn e -> money.checkOverdrawn(e, cause);
      case BudgetEvent.Reserved e -> money.checkReserved(e, cause);
      case BudgetEvent.Adjusted e -> money.checkAdjusted(e, cause);
      case BudgetEvent.Settled e -> money.checkSettled(e, cause);
      case BudgetEvent.ThresholdReached e -> money.checkThreshold(e);
      case BudgetEvent.OverrunReported e -> money.checkOverrun(e, cause);
      case BudgetEvent.Refreshed e -> money.checkRefreshed(e, cause);
      case ApprovalEvent.MoreRequested e -> asking.checkRequested(e, cause);
      case ApprovalEvent.MoreApproved e -> asking.checkApproved(e, cause);
      case ApprovalEvent.MoreDeclined e ->
          asking.checkDeclined(e, e.requested(), e.reason(), e.by(), cause);
      case ApprovalEvent.ExtensionRequested e -> asking.checkExtensionRequested(e, cause);
      case ApprovalEvent.ExtensionApproved e -> asking.checkExtended(e, cause);
      case ApprovalEvent.ExtensionDeclined e ->
          asking.checkDeclined(e, e.requested(), e.reason(), e.by(), cause);
      default -> admin.check(event, cause);
    }
  }

  private void checkOrder(Event event) {
    boolean grant =
        event instanceof LeaseEvent.Granted
            || event instanceof LeaseEvent.GrantedFromQueue
            || event instanceof LeaseEvent.Transferred;
    unless(
        event.position()
            == ledger.lastPosition + (event instanceof AdminEvent.Restored ? RESTORE_LIFT : 1),
        grant ? TOKENS_STRICTLY_RISE : JOURNAL_IS_IN_ORDER,
        "position %d follows %d",
        event.position(),
        ledger.lastPosition);
    unless(
        event.tick() >= ledger.lastTick,
        JOURNAL_IS_IN_ORDER,
        "tick %d follows %d",
        event.tick(),
        ledger.lastTick);
  }

  static void needs(boolean fits, Event event) {
    unless(fits, NO_CHANGE_WITHOUT_CAUSE, "nobody asked for %s", event);
  }

  void checkFirstEffect(Event.Request request, Event event) {
    if (request.requestId().isEmpty()) {
      return;
    }
    String key = Requests.key(request.caller(), request.requestId(), spaceOf(event));
    RequestBook.Effect before = ledger.requests.effect(key, event.tick());
    unless(
        before == null,
        RETRIES_HAVE_ONE_EFFECT,
        "request %s of %s has had its effect: %s",
        request.requestId(),
        request.caller(),
        before);
  }

  /** Where the lease of an event is, or will be; empty if it is about a pool. */
  private String spaceOf(Event event) {
    return switch (event) {
      case LeaseEvent.Granted e -> e.claim().space();
      case LeaseEvent.Queued e -> e.claim().space();
      case Event.OfLease e -> ledger.known(e.leaseId()).space;
      default -> RequestBook.NO_SPACE;
    };
  }

  /** Returns the lease of an event that only an active lease can have. */
  Entry active(Event.OfLease event) {
    Entry entry = ledger.find(event.leaseId());
    if (entry == null || !entry.isActive()) {
      throw new AuditFailure(TRANSITIONS_ARE_LEGAL, event + ", though the lease is " + entry);
    }
    unless(event.tick() < entry.endTick(), NEVER_LATE, "%s on %s", event, entry);
    return entry;
  }

  /** Like {@link #active}, for a lease that its holder has not let go of. */
  Entry usable(Event.OfLease event) {
    Entry entry = active(event);
    unless(entry.delayed == null, TRANSITIONS_ARE_LEGAL, "%s on %s, let go of", event, entry);
    return entry;
  }
}
