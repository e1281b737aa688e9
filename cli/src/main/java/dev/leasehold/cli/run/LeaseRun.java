package dev.leasehold.cli.run;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.cli.process.AfterDeath;
import dev.leasehold.cli.process.CommandEnd;
import dev.leasehold.cli.process.RunningCommand;
import dev.leasehold.cli.process.Supervisor;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.client.HeldLease;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs the command from the grant of its lease to the release or the loss. */
record LeaseRun(Api api, Supervisor supervisor, Signals signals, Grace grace, RunMessages say) {

  /**
   * Runs the command and returns the exit code.
   *
   * @param lastCall if this process is killed
   */
  int run(List<String> words, HeldLease held, LeaseRelease release, AfterDeath lastCall)
      throws IOException {
    boolean released = false;
    boolean allEnded = true;
    Duration remaining = held.remaining();
    try (RunningCommand command =
        supervisor.start(
            words,
            variables(held.lease()),
            grace.within(remaining),
            grace.latestEnd(remaining),
            lastCall)) {
      signals.started(command);
      say.usually(
          "holding lease %s, fencing token %d".formatted(held.leaseId(), held.fencingToken()));
      Duration allowed = new RenewalReports(held, command, grace, say).untilEndOrLoss();
      awaitLossIfKilledForIt(held, command);
      if (command.end().isDone() && held.isHeld() && command.hasLeftovers()) {
        say.usually("the command has ended; what it left behind is ended too");
        allEnded = command.endLeftovers(allowed);
      }
      if (!held.isHeld()) {
        return lost(held, command, allowed);
      }
      CommandEnd end = command.end().join();
      released = true;
      if (allEnded) {
        release.after(end);
      } else {
        say.always("something that the command left behind cannot be killed");
        release.keepOthersOut();
      }
      if (end.signal() == supervisor.number("INT") && command.hadTerminal()) {
        command.close();
        supervisor.dieWithJob("INT");
      }
      return end.exitCode();
    } finally {
      if (!released && held.isHeld()) {
        release.notStarted();
      }
    }
  }

  /** The watchdog may have killed the command just before the client counts the lease as lost. */
  private void awaitLossIfKilledForIt(HeldLease held, RunningCommand command) {
    if (!command.end().isDone()
        || command.end().join().signal() != supervisor.number("KILL")
        || held.remaining().compareTo(grace.margin()) > 0) {
      return;
    }
    CompletableFuture<Object> lost = new CompletableFuture<>();
    held.onLost(lost::complete);
    Duration most = held.remaining().plus(grace.margin());
    lost.completeOnTimeout(held, most.toNanos(), TimeUnit.NANOSECONDS).join();
  }

  private int lost(HeldLease held, RunningCommand command, Duration allowed) {
    boolean ended = command.endAll(allowed);
    say.always(
        LossReason.of(held, api)
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
