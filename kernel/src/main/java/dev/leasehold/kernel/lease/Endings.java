package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.PlannedEnd;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How leases end, with all that was derived from them: the leaves of a tree first. */
public final class Endings {

  private Endings() {}

  /** Ends a lease now, at the request of a caller. */
  static void end(
      Step step,
      LeaseRecord record,
      LeaseState state,
      String reason,
      String by,
      Event.Request request) {
    end(step, record, new PlannedEnd(step.tick(), state, reason, by), request);
  }

  static void end(Step step, LeaseRecord record, PlannedEnd end, Event.Request request) {
    endChildren(step, record, end.tick());
    step.record(
        new LeaseEvent.Ended(
            step.at(),
            record.id,
            end.state(),
            end.reason(),
            end.by(),
            end.tick(),
            request,
            budgetEnd(record)));
  }

  /** The lease gives its rest back now that it ends; its children have done so before. */
  private static BudgetEnd budgetEnd(LeaseRecord record) {
    Account account = record.account();
    return account == null
        ? BudgetEnd.NONE
        : new BudgetEnd(account.granted, account.spent, account.rest());
  }

  /** Fails a wait, or a grant that came of one. */
  public static void fail(Step step, LeaseRecord record, String reason, long tick) {
    end(step, record, new PlannedEnd(tick, LeaseState.FAILED, reason, ""), Event.Request.NONE);
  }

  public static void expire(Step step, LeaseRecord record, ExpiryCause cause, long endedTick) {
    endChildren(step, record, endedTick);
    long grace = record.policy.graceNanos();
    long endedWall =
        cause == ExpiryCause.TIME
            ? record.lease().expiresWallNanos()
            : step.wall() - (step.tick() - endedTick);
    step.record(
        new LeaseEvent.Expired(
            step.at(),
            record.id,
            cause,
            endedTick,
            record.renewalCount(),
            grace == 0 ? 0 : endedTick + grace,
            endedWall,
            grace == 0 ? budgetEnd(record) : BudgetEnd.NONE));
  }

  /** Ends a wait or a lease, whatever its state, on behalf of an admin or a restore. */
  public static void takeAway(Step step, LeaseRecord record, String reason, String by) {
    if (record.isPending()) {
      boolean tells = reason.equals(EndReasons.RESTORED) || reason.equals(EndReasons.TOKEN_REVOKED);
      String why = tells ? reason : EndReasons.CANCELLED;
      end(step, record, LeaseState.FAILED, why, by, Event.Request.NONE);
    } else {
      end(step, record, takenAway(record), reason, by, Event.Request.NONE);
    }
  }

  /** The state of a lease that is taken away: one in grace has expired already and is closed. */
  private static LeaseState takenAway(LeaseRecord record) {
    return record.isInGrace() ? LeaseState.CLOSED : record.policy.endedByAdmin();
  }

  /** A child ends with its parent, unless its own ends came before and were not recorded yet. */
  private static void endChildren(Step step, LeaseRecord record, long tick) {
    if (record.rare().children.isEmpty()) {
      return;
    }
    for (LeaseRecord child : List.copyOf(record.rare().children)) {
      Expiring.endIfDue(step, child, tick - 1);
      if (child.isLiving()) {
        PlannedEnd end = new PlannedEnd(tick, takenAway(child), EndReasons.PARENT_ENDED, "");
        end(step, child, end, Event.Request.NONE);
      }
    }
  }

  /** Closes a lease in grace, so that a new one takes its place in the same step. */
  public static void replace(Step step, @Nullable LeaseRecord record) {
    if (record != null && record.isInGrace()) {
      String by = record.holder.name;
      end(step, record, LeaseState.CLOSED, EndReasons.REPLACED, by, Event.Request.NONE);
    }
  }

  public static void expired(State state, LeaseEvent.Expired e) {
    LeaseRecord record = state.active(e);
    if (record.renewalCount() != e.renewalCount()) {
      throw new IllegalStateException("an expiry that a renewal has defeated: " + record.id);
    }
    boolean asExpected =
        e.cause() == ExpiryCause.TIME && e.endedWallNanos() == LeaseEvent.Expired.UNDATED;
    long wall = asExpected ? record.lease().expiresWallNanos() : e.knownEndWallNanos();
    state.notices.addExpired(record, e);
    state.waiting.removeIfWaiting(record);
    record.end(
        LeaseState.EXPIRED, new Ending(e.endedTick(), wall, e.cause(), "", "", e.graceEndTick()));
    if (e.graceEndTick() == 0) {
      state.ipTokens.end(record, e);
      state.free(record);
    } else {
      state.deadlines.moved(record);
    }
  }

  public static void ended(State state, LeaseEvent.Ended e) {
    LeaseRecord record = state.known(e.leaseId());
    if (!record.isLiving()) {
      throw new IllegalStateException("an end of a lease that has ended: " + record.id);
    }
    boolean kept = record.isBlocking();
    Ending before = record.ending();
    long wall = e.wallNanos() - (e.tick() - e.endedTick());
    Ending ending =
        before == null
            ? new Ending(e.endedTick(), wall, null, e.reason(), e.endedBy(), 0)
            : before.graceOver(e.reason(), e.endedBy());
    boolean news = before == null && e.state() != LeaseState.FAILED;
    if (news && !e.endedBy().equals(record.holder.name)) {
      state.notices.addEnded(record, e, NoticeKind.ofEnd(e.state()), e.reason());
    } else {
      state.notices.leaseEnded(record);
    }
    state.waiting.removeIfWaiting(record);
    record.end(e.state(), ending);
    state.ipTokens.end(record, e);
    state.remember(e.request(), record);
    if (kept) {
      state.free(record);
    } else {
      state.countAsEnded(record);
    }
  }
}
