package dev.leasehold.testing.simulation.audit;

import static dev.leasehold.testing.simulation.audit.AuditFailure.unless;
import static dev.leasehold.testing.simulation.audit.Invariant.JOURNAL_IS_IN_ORDER;
import static dev.leasehold.testing.simulation.audit.Invariant.NEVER_LATE;
import static dev.leasehold.testing.simulation.audit.Invariant.NO_CHANGE_WITHOUT_CAUSE;
import static dev.leasehold.testing.simulation.audit.Invariant.RETRIES_HAVE_ONE_EFFECT;
import static dev.leasehold.testing.simulation.audit.Invariant.TOKENS_STRICTLY_RISE;
import static dev.leasehold.testing.simulation.audit.Invariant.TRANSITIONS_ARE_LEGAL;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.ExpiryCause;
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
    ADMISSION,
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
      case Event.Expired e -> e.cause() == ExpiryCause.EXHAUSTED ? Kind.CASCADE : Kind.TIME;
      case Event.Ended e -> ends.kindOf(e);
      case Event.Reminded e -> Kind.TIME;
      case Event.HeartbeatExcused e -> Kind.TIME;
      case Event.Restored e -> Kind.CASCADE;
      case Event.NoticesDropped e -> Kind.CASCADE;
      case Event.IpTokenIssued e -> Kind.CASCADE;
      case Event.ThresholdReached e -> Kind.CASCADE;
      case Event.TokenRevoked e -> isAskedFor(e, cause) ? Kind.OWN : Kind.CASCADE;
      case Event.GrantedFromQueue e -> Kind.ADMISSION;
      case Event.Converted e ->
          cause.command() instanceof Command.Convert asked
                  && asked.leaseId().equals(e.leaseId())
                  && !e.request().caller().isEmpty()
              ? Kind.OWN
              : Kind.ADMISSION;
      case Event.ConversionFailed e -> e.reason().equals(EndRules.TIMEOUT) ? Kind.TIME : Kind.OWN;
      case Event.Settled e ->
          switch (e.how()) {
            case TIMED_OUT -> Kind.TIME;
            case RESTORED -> Kind.CASCADE;
            default -> Kind.OWN;
          };
      default -> Kind.OWN;
    };
  }

  static boolean isAskedFor(Event.TokenRevoked e, Cause cause) {
    return cause.command() instanceof Command.RevokeToken asked
        && asked.tokenId().equals(e.tokenId());
  }

  void check(Event event, Cause cause) {
    checkOrder(event);
    switch (event) {
      case Event.Granted e -> grants.checkGranted(e, cause);
      case Event.Queued e -> grants.checkQueued(e, cause);
      case Event.GrantedFromQueue e -> grants.checkAdmitted(e);
      case Event.Converted e -> conversions.checkConverted(e, cause);
      case Event.ConversionQueued e -> conversions.checkQueued(e, cause);
      case Event.ConversionFailed e -> conversions.checkFailed(e, cause);
      case Event.Renewed e -> uses.checkRenewed(e, cause);
      case Event.HeartbeatReceived e -> uses.checkBeaten(e, cause);
      case Event.Asked e -> uses.checkAsked(e, cause);
      case Event.Advanced e -> uses.checkAdvanced(e, cause);
      case Event.Transferred e -> uses.checkTransferred(e, cause);
      case Event.Reminded e -> ends.checkReminded(e);
      case Event.HeartbeatExcused e -> ends.checkExcused(e);
      case Event.Expired e -> ends.checkExpired(e, cause);
      case Event.Ended e -> ends.checkEnded(e, cause);
      case Event.EndPlanned e -> ends.checkPlanned(e, cause);
      case Event.CommitRecorded e -> ends.checkCommitted(e, cause);
      case Event.IpTokenIssued e -> new IpTokenRules(ledger).checkIssued(e, cause);
      case Event.Spent e -> money.checkSpent(e, cause);
      case Event.Overdrawn e -> money.checkOverdrawn(e, cause);
      case Event.Reserved e -> money.checkReserved(e, cause);
      case Event.Adjusted e -> money.checkAdjusted(e, cause);
      case Event.Settled e -> money.checkSettled(e, cause);
      case Event.ThresholdReached e -> money.checkThreshold(e);
      case Event.OverrunReported e -> money.checkOverrun(e, cause);
      case Event.Refreshed e -> money.checkRefreshed(e, cause);
      case Event.MoreRequested e -> asking.checkRequested(e, cause);
      case Event.MoreApproved e -> asking.checkApproved(e, cause);
      case Event.MoreDeclined e ->
          asking.checkDeclined(e, e.requested(), e.reason(), e.by(), cause);
      case Event.ExtensionRequested e -> asking.checkExtensionRequested(e, cause);
      case Event.ExtensionApproved e -> asking.checkExtended(e, cause);
      case Event.ExtensionDeclined e ->
          asking.checkDeclined(e, e.requested(), e.reason(), e.by(), cause);
      default -> admin.check(event, cause);
    }
  }

  private void checkOrder(Event event) {
    boolean grant =
        event instanceof Event.Granted
            || event instanceof Event.GrantedFromQueue
            || event instanceof Event.Transferred;
    unless(
        event.position()
            == ledger.lastPosition + (event instanceof Event.Restored ? RESTORE_LIFT : 1),
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
      case Event.Granted e -> e.claim().space();
      case Event.Queued e -> e.claim().space();
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
