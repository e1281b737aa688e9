package dev.leasehold.cli.run;

import dev.leasehold.cli.process.RunningCommand;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.RenewalTrouble.Kind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tells the watchdog of a command of every renewal, and people of an end that was announced and of
 * renewals that do not succeed, until the command ends or the lease is lost.
 */
record RenewalReports(HeldLease held, RunningCommand command, Grace grace, RunMessages say) {

  private static final Duration SHORTEST_PACE = Duration.ofMillis(10);
  private static final Duration LONGEST_PACE = Duration.ofMillis(500);
  private static final int LOOKS_AT_A_LEASE = 100;

  /** Waits for the command's end or the lease's loss; returns the grace that the command has. */
  Duration untilEndOrLoss() {
    CompletableFuture<Object> over = new CompletableFuture<>();
    held.onLost(over::complete);
    held.onRenewalTrouble(
        trouble -> {
          // A lease with an announced end cannot be renewed, and the end was told.
          boolean known = trouble.kind() == Kind.REFUSED && held.lease().hasPlannedEnd();
          if (!over.isDone() && !known) {
            say.always(LossReason.feared(trouble, held.remaining()));
          }
        });
    command.end().thenAccept(over::complete);
    Duration pace = pace(held.remaining());
    Duration allowed = Duration.ZERO;
    long knownDeadline = 0;
    boolean announced = false;
    while (!over.isDone()) {
      Duration remaining = held.remaining();
      long deadline = System.nanoTime() + remaining.toNanos();
      boolean first = allowed.isZero();
      if (!remaining.isZero() && (first || Math.abs(deadline - knownDeadline) > pace.toNanos())) {
        knownDeadline = deadline;
        allowed = grace.within(remaining);
        command.endAtLatest(grace.latestEnd(remaining));
      }
      if (!announced && held.lease().hasPlannedEnd()) {
        announced = true;
        say.always(LossReason.announced(held));
      }
      awaitFor(over, pace);
    }
    return allowed;
  }

  private static void awaitFor(CompletableFuture<Object> over, Duration pace) {
    try {
      over.get(pace.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // It is time to look again.
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("nobody interrupts this thread, and nothing fails", e);
    }
  }

  private static Duration pace(Duration remaining) {
    Duration pace = remaining.dividedBy(LOOKS_AT_A_LEASE);
    if (pace.compareTo(SHORTEST_PACE) < 0) {
      return SHORTEST_PACE;
    }
    return pace.compareTo(LONGEST_PACE) > 0 ? LONGEST_PACE : pace;
  }
}
