package dev.leasehold.cli.run;

import dev.leasehold.cli.process.CommandEnd;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Lets go of a lease when its command is over. */
record LeaseRelease(HeldLease held, long grantedNanos, Duration atLeast, RunMessages say) {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  void after(CommandEnd end) {
    Duration since = Duration.ofNanos(System.nanoTime() - grantedNanos);
    Duration after = atLeast.minus(since);
    after = after.isNegative() ? Duration.ZERO : after;
    if (release(end.exitCode() == 0 ? "COMPLETED" : "ABORTED", after)) {
      say.usually(
          after.isZero()
              ? "released"
              : "released; others wait another " + after.toSeconds() + " s");
    }
  }

  /** Something of the command still runs: the lease lasts as long as it would without us. */
  void keepOthersOut() {
    Duration left = held.remaining();
    if (release("ABORTED", left)) {
      say.always("others wait another " + left.toSeconds() + " s");
    }
  }

  /** The command never ran, so there is nothing to keep others out for, and nothing to tell. */
  void notStarted() {
    boolean unused = release("ABORTED", Duration.ZERO);
  }

  private boolean release(String reason, Duration after) {
    try {
      held.releaseAsync(reason, after).orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
      return true;
    } catch (LeaseholdException | CompletionException e) {
      say.always("the lease may be held until its ttl is over: " + reasonOf(e));
      return false;
    }
  }

  private static String reasonOf(RuntimeException e) {
    Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
    return cause.getMessage() == null ? "no answer in time" : cause.getMessage();
  }
}
