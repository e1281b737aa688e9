package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** Records what time alone does, in the order in which it fell due. */
final class Due {

  private final State state;

  Due(State state) {
    this.state = state;
  }

  /** Records at most {@code limit} changes; nobody gets what has become free. */
  int record(Step step, int limit) {
    int count = 0;
    while (count < limit && state.nextChangeTick() <= step.tick()) {
      Holding holding = state.dueAt(step.tick());
      long reservationTick = state.funds.nextDueTick();
      if (holding == null || reservationTick < holding.dueTick()) {
        timeOut(step, state.funds.reservations.first());
      } else {
        change(step, holding);
      }
      count++;
    }
    return count;
  }

  private static void timeOut(Step step, Reservation reservation) {
    step.record(
        new Event.Settled(
            step.next(),
            step.tick(),
            step.wall(),
            reservation.account.holding.id,
            reservation.id,
            Amounts.NONE,
            SettledHow.TIMED_OUT));
  }

  private static void change(Step step, Holding holding) {
    if (holding.isPending()) {
      Endings.fail(step, holding, Endings.TIMEOUT, holding.dueTick());
      return;
    }
    Ending ending = holding.ending();
    if (ending != null) {
      Endings.end(step, holding, endOfGrace(holding, ending), Event.Request.NONE);
    } else if (!endActive(step, holding, step.tick()) && !excuse(step, holding)) {
      announce(step, holding);
    }
  }

  /** An admin's notice may run out before the grace does. */
  private static PlannedEnd endOfGrace(Holding holding, Ending ending) {
    Specials special = holding.specialsOrNull();
    PlannedEnd announced = special == null ? null : special.announcedEnd;
    return announced == null || announced.tick() > ending.graceEndTick()
        ? new PlannedEnd(ending.tick(), LeaseState.CLOSED, Endings.GRACE_OVER, "")
        : new PlannedEnd(ending.tick(), LeaseState.CLOSED, announced.reason(), announced.by());
  }

  /**
   * Whatever comes first ends it, if it comes by the tick: what was planned, its deadline, its
   * heartbeat's, unless a pause of the server excuses it.
   */
  static boolean endActive(Step step, Holding holding, long by) {
    Specials special = holding.specialsOrNull();
    PlannedEnd planned = special == null ? null : firstPlanned(special);
    long deadline = holding.deadlineTick();
    long beatDeadline = heartbeatDeadline(special, step.stamp.pause());
    if (planned != null
        && planned.tick() <= by
        && planned.tick() <= Math.min(deadline, beatDeadline)) {
      Endings.end(step, holding, planned, Event.Request.NONE);
    } else if (Math.min(deadline, beatDeadline) <= by) {
      boolean byTime = deadline <= beatDeadline;
      Endings.expire(
          step,
          holding,
          byTime ? ExpiryCause.TIME : ExpiryCause.HEARTBEAT,
          byTime ? deadline : beatDeadline);
    } else {
      return false;
    }
    return true;
  }

  /** A heartbeat that could not be received counts anew. */
  private static boolean excuse(Step step, Holding holding) {
    Specials special = holding.specialsOrNull();
    if (heartbeatDeadline(special) > step.tick()) {
      return false;
    }
    step.record(
        new Event.HeartbeatExcused(
            step.next(),
            step.tick(),
            step.wall(),
            holding.id,
            heartbeatDeadline(special, step.stamp.pause())));
    return true;
  }

  private static long heartbeatDeadline(@Nullable Specials special) {
    return special == null || special.heartbeatNanos == 0 || special.delayedRelease != null
        ? Long.MAX_VALUE
        : special.heartbeatDeadlineTick;
  }

  /** The same with what a pause of the server excuses. */
  private static long heartbeatDeadline(@Nullable Specials special, Pause pause) {
    long deadline = heartbeatDeadline(special);
    return special != null
            && deadline != Long.MAX_VALUE
            && pause.excuses(deadline, special.heartbeatNanos)
        ? pause.toTick() + special.heartbeatNanos
        : deadline;
  }

  private static @Nullable PlannedEnd firstPlanned(Specials special) {
    PlannedEnd announced = special.announcedEnd;
    PlannedEnd delayed = special.delayedRelease;
    if (announced == null || delayed == null) {
      return announced == null ? delayed : announced;
    }
    return announced.tick() <= delayed.tick() ? announced : delayed;
  }

  /** Due and not ended: its conversion has waited long enough, or it is to be reminded. */
  private static void announce(Step step, Holding holding) {
    Wait wait = holding.waiting();
    if (wait != null && wait.deadlineTick() <= step.tick()) {
      step.record(
          new Event.ConversionFailed(
              step.next(),
              step.tick(),
              step.wall(),
              holding.id,
              Endings.TIMEOUT,
              Event.Request.NONE));
    } else {
      step.record(
          new Event.Reminded(
              step.next(),
              step.tick(),
              step.wall(),
              holding.id,
              holding.knownEndTick() - step.tick()));
    }
  }
}
