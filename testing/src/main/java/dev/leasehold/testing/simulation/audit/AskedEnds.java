package dev.leasehold.testing.simulation.audit;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.testing.simulation.books.Cause;
import dev.leasehold.testing.simulation.books.Entry;
import dev.leasehold.testing.simulation.books.Ledger;
import dev.leasehold.testing.simulation.books.PoolBook;
import dev.leasehold.testing.simulation.books.Units;

/**
 * Says whether an end of a lease has a reason: a caller that may end it has asked, or a grant from
 * the queue needs it.
 */
final class AskedEnds {

  private static final String ALREADY_LEASED = "ALREADY_LEASED";
  private static final String INSUFFICIENT_BUDGET = "INSUFFICIENT_BUDGET";
  private static final String TOKEN_EXPIRED = "TOKEN_EXPIRED";

  private final Ledger ledger;

  AskedEnds(Ledger ledger) {
    this.ledger = ledger;
  }

  static boolean isOfAdmission(Entry entry, LeaseEvent.Ended e) {
    boolean failed = entry.isPending() && e.state() == LeaseState.FAILED;
    return switch (e.reason()) {
      case ALREADY_LEASED, INSUFFICIENT_BUDGET, TOKEN_EXPIRED -> failed;
      case EndRules.REPLACED -> entry.isInGrace();
      default -> false;
    };
  }

  /** Whether a lease ends because its token was revoked with another one that it was drawn for. */
  boolean isTakenAlong(LeaseEvent.Ended e, Entry entry) {
    return e.reason().equals(EndRules.TOKEN_REVOKED)
        && !entry.tokenId.isEmpty()
        && entry.tokenId.equals(ledger.takenAlong);
  }

  boolean isWaitsEnd(LeaseEvent.Ended e, Entry entry, Cause cause) {
    return switch (e.reason()) {
      case EndRules.CANCELLED ->
          e.endedBy().equals(cause.actor())
              && e.endedTick() == e.tick()
              && isCancelled(entry, cause);
      case EndRules.RESTORED -> cause.command() instanceof AdminCommand.Restore;
      case EndRules.TOKEN_REVOKED ->
          isGivenUp(e.reason(), entry, cause)
              || isTakenAlong(e, entry)
              || (cause.command() instanceof AdminCommand.RevokeToken asked
                  && asked.tokenId().equals(entry.tokenId)
                  && e.endedBy().equals(cause.actor())
                  && cause.isAdmin());
      case TOKEN_EXPIRED ->
          isGivenUp(e.reason(), entry, cause)
              || (entry.tokenDeadline != 0 && entry.tokenDeadline <= e.tick());
      case ALREADY_LEASED -> hasBudget(entry.holder());
      case INSUFFICIENT_BUDGET -> lacksMoney(entry);
      default -> isGivenUp(e.reason(), entry, cause);
    };
  }

  /** Whether the node had this wait given up, for that reason. */
  static boolean isGivenUp(String reason, Entry entry, Cause cause) {
    return cause.command() instanceof NodeCommand.GiveUp asked
        && asked.leaseId().equals(entry.id)
        && asked.why().name().equals(reason)
        && cause.isAdmin();
  }

  private static boolean isCancelled(Entry entry, Cause cause) {
    return switch (cause.command()) {
      case LeaseCommand.Release c -> c.leaseId().equals(entry.id) && cause.isBy(entry);
      case LeaseCommand.Revoke c -> c.leaseId().equals(entry.id) && cause.isAdmin();
      case LeaseCommand.ReleaseAll c -> c.holder().equals(entry.holder()) && cause.isAdmin();
      case AdminCommand.RevokeToken c -> c.tokenId().equals(entry.ipToken) && cause.isAdmin();
      default -> false;
    };
  }

  private boolean hasBudget(String holder) {
    return ledger.living().stream()
        .anyMatch(
            other ->
                other.account != null
                    && other.parent == null
                    && other.facts.isBudget()
                    && other.holder().equals(holder));
  }

  private boolean lacksMoney(Entry entry) {
    PoolBook pool = ledger.money.pool(entry.pool);
    return pool == null || !pool.open || !Units.hasSomeOfEach(pool.free, entry.requested);
  }

  /** The state that a lease ends in when it is taken away; in grace it can only be closed. */
  static String takenAway(Entry entry) {
    return entry.isInGrace() ? LeaseState.CLOSED.name() : entry.facts.revoked();
  }

  /** Whether somebody has asked for this end of a lease that keeps others out. */
  boolean isAskedFor(LeaseEvent.Ended e, Entry entry, Cause cause) {
    String end = e.state().name();
    boolean active = entry.isActive();
    boolean self = cause.isBy(entry) && e.endedBy().equals(cause.actor());
    boolean taken = end.equals(takenAway(entry)) && cause.isAdmin();
    if (isReplaced(e, entry) || (isTakenAlong(e, entry) && end.equals(takenAway(entry)))) {
      return true;
    }
    return switch (cause.command()) {
      case LeaseCommand.Release asked ->
          asked.leaseId().equals(entry.id)
              && asked.afterNanos() == 0
              && active
              && self
              && end.equals(entry.facts.released());
      case LeaseCommand.Complete asked ->
          asked.leaseId().equals(entry.id)
              && active
              && self
              && end.equals("COMPLETED")
              && entry.facts.isCheckedIn();
      case LeaseCommand.Close asked ->
          asked.leaseId().equals(entry.id)
              && self
              && end.equals("CLOSED")
              && entry.facts.isBudget();
      case LeaseCommand.Revoke asked ->
          asked.leaseId().equals(entry.id) && active && taken && e.reason().equals(asked.reason());
      case LeaseCommand.ReleaseAll asked ->
          asked.holder().equals(entry.holder()) && taken && e.reason().equals(asked.reason());
      case AdminCommand.RevokeToken asked ->
          taken
              && (asked.tokenId().equals(entry.ipToken)
                  || (asked.tokenId().equals(entry.tokenId)
                      && e.reason().equals(EndRules.TOKEN_REVOKED)));
      case AdminCommand.Restore asked -> taken && e.reason().equals(EndRules.RESTORED);
      case NodeCommand.GiveUp asked ->
          asked.leaseId().equals(entry.id)
              && entry.unclaimed
              && end.equals("FAILED")
              && e.reason().equals(takenBack(asked));
      default -> false;
    };
  }

  private static String takenBack(NodeCommand.GiveUp asked) {
    return asked.why() == NodeCommand.GiveUp.Why.DISCONNECTED
        ? EndRules.UNCLAIMED
        : asked.why().name();
  }

  /** A new handshake of the same holder closes a lease in grace. */
  private static boolean isReplaced(LeaseEvent.Ended e, Entry entry) {
    return entry.isInGrace()
        && e.state() == LeaseState.CLOSED
        && e.reason().equals(EndRules.REPLACED)
        && e.endedBy().equals(entry.holder());
  }
}
