package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.Lease;
import java.util.List;

/**
 * Checks that all leases and waits of a state end: by time alone, and when an admin takes away all
 * that is held.
 */
final class Liveness {

  /** More than anything here can take. */
  private static final int MANY = 1_000;

  private final Subject subject;
  private long now;

  Liveness(Subject subject, long now) {
    this.subject = subject;
    this.now = now;
  }

  /** Checks that everything ends by time alone. */
  void checkWaitedOut() {
    passUntilQuiet();
    checkNothingLeft();
  }

  /** Checks that everything ends when an admin takes away all that is held, round by round. */
  void checkTakenAway() {
    send(new NodeCommand.GrantWaiting(MANY));
    for (int round = 0; round < MANY; round++) {
      List<Lease> held =
          VisibleState.of(subject, now).leases().stream()
              .filter(lease -> lease.state() == LeaseState.ACTIVE)
              .toList();
      if (held.isEmpty()) {
        break;
      }
      send(new LeaseCommand.Revoke(held.get(0).id(), "taken away", 0, ""));
    }
    VisibleState view = VisibleState.of(subject, now);
    boolean grace = view.leases().stream().anyMatch(Lease::isInGrace);
    Violation.unless(
        grace || subject.figures().living() == 0,
        Rule.EVERYTHING_ENDS,
        "everything is taken away, and there is still %s",
        view.leases());
    checkWaitedOut();
  }

  private void passUntilQuiet() {
    send(new NodeCommand.GrantWaiting(MANY));
    for (int i = 0; i < MANY && subject.nextDueTick() != Long.MAX_VALUE; i++) {
      now = Math.max(now, subject.nextDueTick());
      send(new NodeCommand.GrantWaiting(MANY));
    }
  }

  private void checkNothingLeft() {
    VisibleState view = VisibleState.of(subject, now);
    boolean moneyOut = view.pools().stream().map(Pool::outstanding).anyMatch(a -> !a.isNothing());
    Violation.unless(
        subject.figures().living() == 0 && subject.nextDueTick() == Long.MAX_VALUE && !moneyOut,
        Rule.EVERYTHING_ENDS,
        "at the end of time %s",
        view);
  }

  private void send(Command command) {
    subject.execute(new Stamp(now, now, Caller.SERVER), command);
  }
}
