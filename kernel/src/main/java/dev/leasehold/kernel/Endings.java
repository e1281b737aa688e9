package dev.leasehold.kernel;

import java.util.List;

/** Records that leases end, with all that was derived from them: the leaves of a tree first. */
final class Endings {

  /** The reason that an expired lease is closed for when nobody closed it. */
  static final String GRACE_OVER = "GRACE_OVER";

  static final String PARENT_ENDED = "PARENT_ENDED";
  static final String TIMEOUT = "TIMEOUT";
  static final String CANCELLED = "CANCELLED";
  static final String UNCLAIMED = "UNCLAIMED";
  static final String REPLACED = "REPLACED";
  static final String RESTORED = "RESTORED";
  static final String TOKEN_REVOKED = "TOKEN_REVOKED";
  static final String TOKEN_EXPIRED = "TOKEN_EXPIRED";
  static final String OWN_BUDGET = "ALREADY_LEASED";
  static final String NO_MONEY = "INSUFFICIENT_BUDGET";

  private Endings() {}

  /** Ends a lease now, because somebody wants it. */
  static void end(
      Step step,
      Holding holding,
      LeaseState state,
      String reason,
      String by,
      Event.Request request) {
    end(step, holding, new PlannedEnd(step.tick(), state, reason, by), request);
  }

  static void end(Step step, Holding holding, PlannedEnd end, Event.Request request) {
    endChildren(step, holding, end.tick());
    step.record(
        new Event.Ended(
            step.next(),
            step.tick(),
            step.wall(),
            holding.id,
            end.state(),
            end.reason(),
            end.by(),
            end.tick(),
            request));
  }

  /** A wait comes to nothing, or a grant that came of one. */
  static void fail(Step step, Holding holding, String reason, long tick) {
    end(step, holding, new PlannedEnd(tick, LeaseState.FAILED, reason, ""), Event.Request.NONE);
  }

  static void expire(Step step, Holding holding, ExpiryCause cause, long endedTick) {
    endChildren(step, holding, endedTick);
    long grace = holding.policy.graceNanos();
    step.record(
        new Event.Expired(
            step.next(),
            step.tick(),
            step.wall(),
            holding.id,
            cause,
            endedTick,
            holding.renewalCount(),
            grace == 0 ? 0 : endedTick + grace));
  }

  /** An admin's way to end whatever it is. */
  static void takeAway(Step step, Holding holding, String reason, String by) {
    if (holding.isPending()) {
      boolean tells = reason.equals(RESTORED) || reason.equals(TOKEN_REVOKED);
      String why = tells ? reason : CANCELLED;
      end(step, holding, LeaseState.FAILED, why, by, Event.Request.NONE);
    } else {
      end(step, holding, takenAway(holding), reason, by, Event.Request.NONE);
    }
  }

  /** What has expired cannot be revoked any more; what becomes of its grace is that it closes. */
  private static LeaseState takenAway(Holding holding) {
    return holding.isInGrace() ? LeaseState.CLOSED : holding.policy.endedByAdmin();
  }

  /** A child ends with its parent, unless its own end came before and was not recorded yet. */
  private static void endChildren(Step step, Holding holding, long tick) {
    Specials special = holding.specialsOrNull();
    if (special == null || special.children.isEmpty()) {
      return;
    }
    for (Holding child : List.copyOf(special.children)) {
      if (child.isActive()) {
        Due.endActive(step, child, tick - 1);
      }
      if (child.isLiving()) {
        PlannedEnd end = new PlannedEnd(tick, takenAway(child), PARENT_ENDED, "");
        end(step, child, end, Event.Request.NONE);
      }
    }
  }
}
