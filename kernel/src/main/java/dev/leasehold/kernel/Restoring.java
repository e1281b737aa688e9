package dev.leasehold.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes a state that came from a backup safe to go on from: nothing stands that may have been taken
 * away since, and no position or epoch is given a second time.
 */
final class Restoring {

  private final State state;

  Restoring(State state) {
    this.state = state;
  }

  /** Positions are lifted before anything else happens, and nobody is granted anything. */
  Reply decide(Step step, Command.Restore restore, Due due) {
    if (restore.atLeastPosition() > Limits.MAX_RESTORE_POSITION) {
      return Step.refuse(
          new Refusal.InvalidInput(
              "atLeastPosition", "positions go on at " + Limits.MAX_RESTORE_POSITION + " at most"));
    }
    long lifted = state.lastPosition + Limits.RESTORE_POSITION_LIFT;
    step.record(
        new Event.Restored(Math.max(lifted, restore.atLeastPosition()), step.tick(), step.wall()));
    due.record(step, Integer.MAX_VALUE);
    for (Reservation reservation : List.copyOf(state.funds.reservations)) {
      step.record(
          new Event.Settled(
              step.next(),
              step.tick(),
              step.wall(),
              reservation.account.holding.id,
              reservation.id,
              Amounts.NONE,
              SettledHow.RESTORED));
    }
    List<Holding> living = livingDeepestFirst();
    for (Holding holding : living) {
      Endings.takeAway(step, holding, Endings.RESTORED, "");
    }
    return new Reply.Restored(living.size());
  }

  /** What was derived ends before what it was derived from, for the same reason. */
  private List<Holding> livingDeepestFirst() {
    List<Holding> living = new ArrayList<>();
    state.births.visitAfter(
        0,
        holding -> {
          if (holding.isLiving()) {
            living.add(holding);
          }
          return true;
        });
    living.sort(Comparator.comparingInt(Lineage::depthOf).reversed());
    return living;
  }
}
