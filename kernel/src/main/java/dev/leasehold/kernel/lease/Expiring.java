package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Pause;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.SettledHow;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.RareFields;
import dev.leasehold.kernel.state.Reservation;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records what time alone does, in the order in which it fell due. */
public final class Expiring {

  private final State state;

  public Expiring(State state) {
    this.state = state;
  }

  /** Records at most {@code limit} changes. Does not grant what they free; QueueGrants does. */
  public int record(Step step, int limit) {
    int count = 0;
    while (count < limit && state.nextChangeTick() <= step.tick()) {
      LeaseRecord record = state.dueAt(step.tick());
      long reservationTick = state.accounts.nextDueTick();
      if (record == null || reservationTick < record.dueTick()) {
        timeOut(step, state.accounts.reservations.first());
      } else {
        change(step, record);
      }
      count++;
    }
    return count;
  }

  private static void timeOut(Step step, Reservation reservation) {
    step.record(
        new BudgetEvent.Settled(
            step.at(),
            reservation.account.record.id,
            reservation.id,
            Amounts.NONE,
            SettledHow.TIMED_OUT,
            Map.of()));
  }

  private static void change(Step step, LeaseRecord record) {
    if (!end(step, record, step.tick()) && !excuse(step, record)) {
      remindOrEndConversion(step, record);
    }
  }

  /** Ends what is due: the wait, the grace, or the lease if that is what is due of it by a tick. */
  private static boolean end(Step step, LeaseRecord record, long by) {
    if (record.isPending()) {
      Endings.fail(step, record, EndReasons.TIMEOUT, record.dueTick());
      return true;
    }
    Ending ending = record.ending();
    if (ending != null) {
      Endings.end(step, record, endOfGrace(record, ending), Event.Request.NONE);
      return true;
    }
    return endActive(step, record, by);
  }

  /** Records each end that the wait or the lease has come to by a tick: its own, its grace's. */
  static void endIfDue(Step step, LeaseRecord record, long by) {
    boolean ended = true;
    while (ended && record.isLiving() && record.dueTick() <= by) {
      ended = end(step, record, by);
    }
  }

  /** An admin's notice may run out before the grace does. */
  private static PlannedEnd endOfGrace(LeaseRecord record, Ending ending) {
    PlannedEnd announced = record.rare().announcedEnd;
    return announced == null || announced.tick() > ending.graceEndTick()
        ? new PlannedEnd(ending.tick(), LeaseState.CLOSED, EndReasons.GRACE_OVER, "")
        : new PlannedEnd(ending.tick(), LeaseState.CLOSED, announced.reason(), announced.by());
  }

  /**
   * Ends the lease if something ends it by the tick: a planned end, its deadline or its heartbeat's
   * deadline, whichever comes first. A pause of the server may excuse the heartbeat.
   */
  static boolean endActive(Step step, LeaseRecord record, long by) {
    RareFields rare = record.rare();
    PlannedEnd planned = firstPlanned(rare);
    long deadline = record.deadlineTick();
    long beatDeadline = heartbeatDeadline(rare, step.stamp.pause());
    if (planned != null
        && planned.tick() <= by
        && planned.tick() <= Math.min(deadline, beatDeadline)) {
      boolean withToken = rare.revokesToken;
      Endings.end(step, record, planned, Event.Request.NONE);
      if (withToken) {
        RevokedWithLease.end(step, record, planned.reason(), planned.by());
      }
    } else if (Math.min(deadline, beatDeadline) <= by) {
      boolean byTime = deadline <= beatDeadline;
      Endings.expire(
          step,
          record,
          byTime ? ExpiryCause.TIME : ExpiryCause.HEARTBEAT,
          byTime ? deadline : beatDeadline);
    } else {
      return false;
    }
    return true;
  }

  /** Restarts a heartbeat that the server could not receive. */
  private static boolean excuse(Step step, LeaseRecord record) {
    RareFields rare = record.rare();
    if (heartbeatDeadline(rare) > step.tick()) {
      return false;
    }
    step.record(
        new LeaseEvent.HeartbeatExcused(
            step.at(), record.id, heartbeatDeadline(rare, step.stamp.pause())));
    return true;
  }

  private static long heartbeatDeadline(RareFields rare) {
    return rare.heartbeatNanos == 0 || rare.delayedRelease != null
        ? Long.MAX_VALUE
        : rare.heartbeatDeadlineTick;
  }

  /**
   * The heartbeat's deadline, put off if a pause of the server excuses it: once until the holder is
   * heard again, or a server that stops again and again would never notice that a holder is dead.
   */
  private static long heartbeatDeadline(RareFields rare, Pause pause) {
    long deadline = heartbeatDeadline(rare);
    return deadline != Long.MAX_VALUE
            && !rare.excused
            && pause.excuses(deadline, rare.heartbeatNanos)
        ? pause.toTick() + rare.heartbeatNanos
        : deadline;
  }

  private static @Nullable PlannedEnd firstPlanned(RareFields rare) {
    PlannedEnd announced = rare.announcedEnd;
    PlannedEnd delayed = rare.delayedRelease;
    if (announced == null || delayed == null) {
      return announced == null ? delayed : announced;
    }
    return announced.tick() <= delayed.tick() ? announced : delayed;
  }

  /** Records what is due besides an end: the timeout of a waiting conversion, or the reminder. */
  private static void remindOrEndConversion(Step step, LeaseRecord record) {
    QueuePlace place = record.place();
    if (place != null && place.deadlineTick() <= step.tick()) {
      step.record(
          new LeaseEvent.ConversionFailed(
              step.at(), record.id, EndReasons.TIMEOUT, Event.Request.NONE));
    } else {
      step.record(
          new LeaseEvent.Reminded(step.at(), record.id, record.knownEndTick() - step.tick()));
    }
  }

  /** Shows nothing of the holder, so a grant that it has not claimed stays unclaimed. */
  public void heartbeatExcused(LeaseEvent.HeartbeatExcused e) {
    RareFields rare = state.active(e).rareToWrite();
    rare.heartbeatDeadlineTick = e.deadlineTick();
    rare.excused = true;
  }

  public void reminded(LeaseEvent.Reminded e) {
    LeaseRecord record = state.active(e);
    record.rareToWrite().reminded = true;
    state.notices.add(record, e);
  }
}
