package dev.leasehold.cli.run;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.PlannedEnd;
import dev.leasehold.cli.process.CommandEnd;
import dev.leasehold.cli.process.RunningCommand;
import dev.leasehold.cli.process.Supervisor;
import dev.leasehold.client.HeldLease;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** From the grant of a lease to its release, or to its loss. */
final class LeaseRun {

  private final Supervisor supervisor;
  private final Signals signals;
  private final Grace grace;
  private final Say say;

  LeaseRun(Supervisor supervisor, Signals signals, Grace grace, Say say) {
    this.supervisor = supervisor;
    this.signals = signals;
    this.grace = grace;
    this.say = say;
  }

  /** Runs the command and returns the exit code. */
  int run(List<String> words, HeldLease held, Farewell farewell) throws IOException {
    boolean released = false;
    try (RunningCommand command =
        supervisor.start(words, variables(held.lease()), grace.within(held.remaining()))) {
      signals.started(command);
      say.usually(
          "holding lease %s, fencing token %d".formatted(held.leaseId(), held.fencingToken()));
      Duration allowed = new Upkeep(held, command, grace).untilEndOrLoss();
      if (command.end().isDone() && held.isHeld() && command.hasLeftovers()) {
        say.usually("the command has ended; what it left behind is ended too");
        command.endLeftovers(allowed);
      }
      if (!held.isHeld()) {
        return lost(held, command, allowed);
      }
      CommandEnd end = command.end().join();
      released = true;
      farewell.say(end);
      if (end.signal() == supervisor.number("INT") && command.hadTerminal()) {
        command.close();
        supervisor.dieWithJob("INT");
      }
      return end.exitCode();
    } finally {
      if (!released && held.isHeld()) {
        farewell.notStarted();
      }
    }
  }

  private int lost(HeldLease held, RunningCommand command, Duration allowed) {
    boolean ended = command.endAll(allowed);
    String why = held.loss().map(loss -> loss.text()).orElse("the lease was lost");
    if (held.lease().hasPlannedEnd()) {
      PlannedEnd planned = held.lease().getPlannedEnd();
      why =
          "lease %s was taken away with notice by %s: %s"
              .formatted(held.leaseId(), planned.getBy(), planned.getReason());
    }
    say.always(
        why
            + (ended
                ? "; the command was ended"
                : "; the command was killed, and something of it is left that cannot be killed"));
    return RunExit.LOST.code();
  }

  private static Map<String, String> variables(Lease lease) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("LEASEHOLD_LEASE_ID", lease.getLeaseId());
    variables.put("LEASEHOLD_FENCING_TOKEN", Long.toString(lease.getFencingToken()));
    variables.put("LEASEHOLD_EPOCH", Long.toString(lease.getEpoch()));
    return variables;
  }
}
