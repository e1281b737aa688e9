package dev.leasehold.client.budget;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of a budget, its deadline and the end of its grace, counted on the holder's clock: from
 * before a request was sent whose reply tells what is left, so that it ends here first.
 */
final class BudgetStanding {

  /** The grace of the policy {@code budget}, for as long as the server has not said another. */
  private static final long USUAL_GRACE_NANOS = Duration.ofSeconds(60).toNanos();

  /** Taken from what is left, for clocks that go at different speeds. */
  private static final long DRIFT = 1_000;

  /** A change of state. */
  record Change(BudgetState before, BudgetState after, String reason) {}

  private BudgetState state = BudgetState.ACTIVE;
  private long newestSentNanos;
  private long deadlineNanos;
  private long ttlNanos;
  private long graceEndNanos;
  private String reason = "";

  /** Begins with a lease that is active. */
  BudgetStanding(Lease lease, long sentNanos) {
    newestSentNanos = sentNanos;
    active(lease, sentNanos);
  }

  synchronized BudgetState state() {
    return state;
  }

  /** The reason for a state other than active; empty if nobody gave one. */
  synchronized String reason() {
    return reason;
  }

  /** Takes the lease as the server told it in reply to a request that was sent at that time. */
  @Nullable
  synchronized Change update(Lease lease, long sentNanos) {
    if (sentNanos - newestSentNanos < 0) {
      return null;
    }
    newestSentNanos = sentNanos;
    return switch (lease.getState()) {
      case ACTIVE -> {
        active(lease, sentNanos);
        yield become(BudgetState.ACTIVE, "");
      }
      case EXPIRED ->
          lease.hasGraceRemaining()
              ? expired(sentNanos + nanos(lease.getGraceRemaining()), "its time or its money is up")
              : become(BudgetState.CLOSED, "its grace is over");
      case REVOKED -> become(BudgetState.REVOKED, lease.getReason());
      default -> become(BudgetState.CLOSED, lease.getReason());
    };
  }

  /** The server refuses something, which may tell what the lease has become. */
  @Nullable
  synchronized Change refused(Refusals kind, Problem problem, long sentNanos) {
    return switch (kind) {
      case IN_GRACE -> expired(sentNanos + nanos(problem.getGraceRemaining()), problem.getDetail());
      case OVER -> become(BudgetState.CLOSED, problem.getDetail());
      case REVOKED ->
          become(
              BudgetState.REVOKED,
              problem.getReason().isEmpty() ? problem.getDetail() : problem.getReason());
      default -> null;
    };
  }

  /** Time has passed. */
  @Nullable
  synchronized Change at(long nowNanos) {
    if (state == BudgetState.ACTIVE && nowNanos - deadlineNanos >= 0) {
      return expired(deadlineNanos + USUAL_GRACE_NANOS, "its time is up");
    }
    if (state == BudgetState.EXPIRED && nowNanos - graceEndNanos >= 0) {
      return become(BudgetState.CLOSED, "its grace is over");
    }
    return null;
  }

  @Nullable
  synchronized Change close() {
    return become(BudgetState.CLOSED, "it was closed");
  }

  /** When to ask for more time: with a third of the ttl left. */
  synchronized long refreshNanos() {
    return deadlineNanos - ttlNanos / 3;
  }

  /** When something happens by itself. */
  synchronized long nextNanos() {
    return state == BudgetState.EXPIRED ? graceEndNanos : deadlineNanos;
  }

  private void active(Lease lease, long sentNanos) {
    long left = nanos(lease.getRemaining());
    deadlineNanos = sentNanos + left - left / DRIFT;
    ttlNanos = nanos(lease.getTtl());
  }

  private @Nullable Change expired(long graceEnd, String why) {
    graceEndNanos = graceEnd;
    return become(BudgetState.EXPIRED, why);
  }

  private @Nullable Change become(BudgetState next, String why) {
    if (!state.mayBecome(next)) {
      return null;
    }
    Change change = new Change(state, next, why);
    state = next;
    reason = why;
    return change;
  }

  private static long nanos(com.google.protobuf.Duration wire) {
    return Duration.ofSeconds(wire.getSeconds(), wire.getNanos()).toNanos();
  }
}
