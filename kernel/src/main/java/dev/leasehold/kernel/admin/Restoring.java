package dev.leasehold.kernel.admin;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.SettledHow;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.lease.Endings;
import dev.leasehold.kernel.lease.Expiring;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.Lineage;
import dev.leasehold.kernel.state.Reservation;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.EndReasons;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Makes a state that came from a backup safe to go on from: nothing stands that may have been taken
 * away since, and no position or epoch is given a second time.
 */
public final class Restoring {

  private final State state;
  private final Expiring expiring;

  public Restoring(State state, Expiring expiring) {
    this.state = state;
    this.expiring = expiring;
  }

  /** Positions are lifted before anything else happens, and nobody is granted anything. */
  public Reply decide(Step step, AdminCommand.Restore restore) {
    if (!step.caller().isAdminOfAll()) {
      return Step.refuse(new AccessRefusal.Forbidden("only an admin may restore a backup"));
    }
    if (restore.atLeastPosition() > Limits.MAX_RESTORE_POSITION) {
      return Step.refuse(
          new InputRefusal.InvalidInput(
              "atLeastPosition", "positions go on at " + Limits.MAX_RESTORE_POSITION + " at most"));
    }
    long lifted = state.lastPosition + Limits.RESTORE_POSITION_LIFT;
    step.record(
        new AdminEvent.Restored(
            new Event.At(Math.max(lifted, restore.atLeastPosition()), step.tick(), step.wall())));
    expiring.record(step, Integer.MAX_VALUE);
    for (Reservation reservation : List.copyOf(state.accounts.reservations)) {
      step.record(
          new BudgetEvent.Settled(
              step.at(),
              reservation.account.record.id,
              reservation.id,
              Amounts.NONE,
              SettledHow.RESTORED,
              Map.of()));
    }
    List<LeaseRecord> living = livingDeepestFirst();
    for (LeaseRecord record : living) {
      Endings.takeAway(step, record, EndReasons.RESTORED, "");
    }
    return new Reply.Restored(living.size());
  }

  /** Living leases, children before their parents, so that all of them end by the restore. */
  private List<LeaseRecord> livingDeepestFirst() {
    List<LeaseRecord> living = new ArrayList<>();
    state.births.visitAfter(
        0,
        record -> {
          if (record.isLiving()) {
            living.add(record);
          }
          return true;
        });
    living.sort(Comparator.comparingInt(Lineage::depthOf).reversed());
    return living;
  }

  /**
   * Every lease ends next; nobody knows what was spent since the backup. Epochs rise with the
   * positions, so that two restores with different lifts give different epochs as well.
   */
  public void restored(long positionLift) {
    state.epochs.lift(
        Math.max(Limits.RESTORE_EPOCH_LIFT, positionLift >> Limits.RESTORE_EPOCH_SHIFT));
    state.accounts.pools.values().forEach(pool -> pool.open = false);
  }
}
