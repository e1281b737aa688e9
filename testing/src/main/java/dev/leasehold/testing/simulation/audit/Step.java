package dev.leasehold.testing.simulation.audit;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.command.BudgetCommand;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.testing.simulation.books.Handshakes;
import java.util.List;

/**
 * One command and all that became of it.
 *
 * @param trueNanos the time that had really passed when the clock showed the tick that counted
 * @param now the tick that the server's clock showed when the command was carried out
 * @param given the stamp as the sequencer gave it
 * @param figures the figures that the server tells about itself afterwards
 * @param notices the notices that come with the reply, the oldest first
 */
public record Step(
    long trueNanos,
    long now,
    Stamp given,
    Command command,
    Outcome outcome,
    Figures figures,
    List<Notice> notices) {

  /** The same with a handshake, or a gateway's reservation, as what it comes down to. */
  Step plain() {
    return command instanceof BudgetCommand.Handshake || command instanceof BudgetCommand.ReserveFor
        ? new Step(
            trueNanos,
            now,
            given,
            Handshakes.plain(command, outcome.stamp().caller()),
            outcome,
            figures,
            notices)
        : this;
  }

  /** Notices that a reply carries. */
  public static final int MOST_NOTICES = 20;

  /** Counts of leases, and when time will next change one. */
  public record Figures(int living, int waiting, int ended, long nextDueTick) {

    Figures dueAt(long tick) {
      return new Figures(living, waiting, ended, tick);
    }
  }
}
