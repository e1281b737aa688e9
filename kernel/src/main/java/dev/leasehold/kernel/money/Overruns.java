package dev.leasehold.kernel.money;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.SettledHow;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.event.BudgetEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.state.Account;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.List;

/**
 * Records reports that come after their reservations have timed out. The money that was set aside
 * has gone back by then and may be spent, so the report is kept beside the accounts, once, and
 * admins are told.
 */
public final class Overruns {

  /** Fingerprints of reservations that nobody settled: they timed out, or a restore ended them. */
  private static final List<Long> UNSETTLED =
      List.of(
          Fingerprint.ofSettlement(SettledHow.TIMED_OUT, Amounts.NONE),
          Fingerprint.ofSettlement(SettledHow.RESTORED, Amounts.NONE));

  private Overruns() {}

  /** Whether the report changes nothing: it was recorded before, or nothing was spent. */
  static boolean isReported(LeaseRecord record, BudgetCommand.Settle settle) {
    Long left = Account.of(record).settled.get(settle.reservationId());
    return left != null
        && (left == Fingerprint.ofOverrun(settle.amounts())
            || (settle.amounts().isNothing() && UNSETTLED.contains(left)));
  }

  static boolean isTooLate(LeaseRecord record, BudgetCommand.Settle settle) {
    Long left = Account.of(record).settled.get(settle.reservationId());
    return left != null && UNSETTLED.contains(left);
  }

  static Event report(Step step, LeaseRecord record, BudgetCommand.Settle settle) {
    return new BudgetEvent.OverrunReported(
        step.at(), record.id, settle.reservationId(), settle.amounts(), step.caller().actor());
  }

  public static void reported(State state, BudgetEvent.OverrunReported e) {
    LeaseRecord record = state.known(e.leaseId());
    Account account = Account.of(record);
    Long left = account.settled.put(e.reservationId(), Fingerprint.ofOverrun(e.amounts()));
    if (left == null || !UNSETTLED.contains(left)) {
      throw new IllegalStateException("an overrun of what did not time out: " + e.reservationId());
    }
    Spending.beatIfActive(state, record, e);
    state.notices.add(state.adminsOfAll(e.tick()), record, e);
  }
}
