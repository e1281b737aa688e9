package dev.leasehold.node.operation;

import static dev.leasehold.node.operation.translate.WireTime.duration;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.operation.translate.Conflicts;
import dev.leasehold.node.operation.translate.RefusalProblems;
import dev.leasehold.node.waiting.WaitResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words the result of a wait: the lease, or why there is none. */
final class WaitAnswers {

  private WaitAnswers() {}

  /** Whether the time was over before the turn came. */
  static boolean isTimeout(WaitResult waited) {
    return waited.failure().equals(EndReasons.TIMEOUT);
  }

  /** The outcome as if the request had come when the wait was over. */
  static Outcome outcome(Outcome queued, WaitResult waited) {
    Stamp stamp = new Stamp(waited.tick(), waited.wallNanos(), queued.stamp().caller());
    return new Outcome(stamp, List.of(), new Reply.OfLease(waited.lease()))
        .withNotices(queued.notices());
  }

  /**
   * Words the failure of a wait; null if the wait did not fail.
   *
   * @param inTheWay the leases that it has waited for to the last, as far as they are known
   * @param caller the caller that has waited
   */
  static @Nullable Problem problem(
      Command command, Outcome queued, WaitResult waited, Reply.Checked inTheWay, Caller caller) {
    long waitedNanos = waitedNanos(queued, waited);
    Problem problem = problem(command, waited, waitedNanos);
    if (problem == null) {
      return null;
    }
    Problem.Builder told =
        problem.toBuilder()
            .setLeaseId(waited.lease().id())
            .addAllConflicts(
                Conflicts.of(inTheWay.conflicts(), caller.actor(), inTheWay.seesLeasesOfOthers()));
    if (isTimeout(waited)) {
      told.setWaited(duration(waitedNanos));
    }
    return told.build();
  }

  /**
   * For an acquire that failed, the time since the lease was made, and not since this retry; for a
   * conversion, since this request.
   */
  private static long waitedNanos(Outcome queued, WaitResult waited) {
    Ending ending = waited.lease().ending();
    return ending != null && waited.lease().state() == LeaseState.FAILED
        ? ending.tick() - waited.lease().issuedTick()
        : waited.tick() - queued.stamp().tick();
  }

  private static @Nullable Problem problem(Command command, WaitResult waited, long waitedNanos) {
    Lease lease = waited.lease();
    if (waited.failure().equals(WaitResult.STOPPING)) {
      return Problems.of(
          ProblemCode.UNAVAILABLE,
          "the server stops; the place is kept for a client that sends the same request again with"
              + " its requestId");
    }
    if (command instanceof LeaseCommand.Convert convert) {
      return convert.mode() == Mode.EXCLUSIVE ? conversionProblem(waited, waitedNanos) : null;
    }
    return waited.failure().isEmpty() ? null : problem(lease.id(), waited.failure(), waitedNanos);
  }

  private static Problem problem(String leaseId, String failure, long waitedNanos) {
    return switch (failure) {
      case EndReasons.TIMEOUT ->
          Problems.of(
              ProblemCode.ACQUISITION_TIMEOUT,
              "the turn of lease %s has not come within %s"
                  .formatted(leaseId, Durations.words(waitedNanos)));
      case EndReasons.INSUFFICIENT_BUDGET ->
          Problems.of(
              ProblemCode.INSUFFICIENT_BUDGET,
              "when the turn of lease " + leaseId + " came, the pool had nothing left for it");
      case EndReasons.ALREADY_LEASED ->
          Problems.of(
              ProblemCode.ALREADY_LEASED,
              "when the turn of lease " + leaseId + " came, its holder had another of its kind");
      default ->
          Problems.of(
              ProblemCode.LEASE_ALREADY_TERMINAL,
              ("the wait of lease %s has ended as %s; to wait again, send a new request, with a"
                      + " requestId of its own if any")
                  .formatted(leaseId, failure));
    };
  }

  private static @Nullable Problem conversionProblem(WaitResult waited, long waitedNanos) {
    Lease lease = waited.lease();
    if (lease.state() != LeaseState.ACTIVE) {
      return RefusalProblems.of(new LeaseRefusal.AlreadyTerminal(lease, waited.tick(), true));
    }
    if (isTimeout(waited)) {
      return Problems.of(
          ProblemCode.ACQUISITION_TIMEOUT,
          "others have not let go within %s, and lease %s is shared as before"
              .formatted(Durations.words(waitedNanos), lease.id()));
    }
    return lease.mode() == Mode.EXCLUSIVE
        ? null
        : Problems.of(
            ProblemCode.SCOPE_OVERLAP,
            "the wait to convert was given up, and lease " + lease.id() + " is shared as before");
  }
}
