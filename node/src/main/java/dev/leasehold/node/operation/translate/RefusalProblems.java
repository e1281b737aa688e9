package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.duration;
import static dev.leasehold.node.operation.translate.WireTime.time;

import dev.leasehold.api.v1.Party;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.Ending;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;

/** The kernel's refusals as problems, with the figures that a program would want. */
public final class RefusalProblems {

  private RefusalProblems() {}

  public static Problem of(Refusal refusal) {
    Problem.Builder problem =
        Problems.of(ProblemCode.of(refusal.code()), refusal.detail()).toBuilder();
    switch (refusal) {
      case Refusal.InvalidInput invalid -> problem.setField(invalid.field());
      case Refusal.InvalidReleaseReason invalid -> problem.setField("reason");
      case Refusal.Conflict conflict ->
          problem.addAllConflicts(LeaseReplies.conflicts(conflict.blockers(), conflict.caller()));
      case Refusal.NoSuchLease none -> problem.setLeaseId(none.leaseId());
      case Refusal.NotHolder other -> problem.setLeaseId(other.leaseId());
      case Refusal.LeaseAlreadyExists used -> problem.setLeaseId(used.leaseId());
      case Refusal.AlreadyTerminal ended -> addEnd(problem, ended);
      case Refusal.BeingReleased ending -> problem.setLeaseId(ending.leaseId());
      case Refusal.StillWaiting waiting -> problem.setLeaseId(waiting.leaseId());
      case Refusal.RenewalDoesNotExtend renewal ->
          problem
              .setLeaseId(renewal.leaseId())
              .setRemaining(duration(renewal.currentRemainingNanos()))
              .setRequested(duration(renewal.askedNanos()));
      case Refusal.MaxRenewalsExceeded renewals ->
          problem.setLeaseId(renewals.leaseId()).setMaxRenewals(renewals.maxRenewals());
      case Refusal.NotRenewable fixed -> problem.setLeaseId(fixed.leaseId());
      case Refusal.NotTransferable fixed -> problem.setLeaseId(fixed.leaseId());
      case Refusal.StaleEpoch stale ->
          addEpochs(problem, stale.leaseId(), stale.given(), stale.current());
      case Refusal.FutureEpoch future ->
          addEpochs(problem, future.leaseId(), future.given(), future.current());
      case Refusal.NotAllowed act -> problem.setLeaseId(act.leaseId()).setField(act.field());
      case Refusal.Deadlock deadlock -> addCycle(problem, deadlock);
      case Refusal.InsufficientBudget budget ->
          problem
              .putAllAsked(budget.asked().asMap())
              .putAllRest(LeaseReplies.inUnits(budget.asked().asMap().keySet(), budget.rest()));
      case Refusal.BudgetExhausted exhausted -> problem.setLeaseId(exhausted.leaseId());
      case Refusal.NoSuchReservation none -> problem.setLeaseId(none.leaseId());
      case Refusal.NoSuchToken none -> {}
      case Refusal.NoSuchPool none -> {}
      case Refusal.NoSuchSetting none -> {}
      case Refusal.Forbidden forbidden -> {}
      case Refusal.AskedTooOften often -> problem.setRetryAfter(duration(often.retryNanos()));
      case Refusal.QuotaExceeded quota -> {}
      case Refusal.QueueFull full -> {}
    }
    return problem.build();
  }

  /** Tells how the lease has ended, to callers who may read it. */
  private static void addEnd(Problem.Builder problem, Refusal.AlreadyTerminal ended) {
    problem.setLeaseId(ended.leaseId()).setState(LeaseReplies.state(ended.state()));
    Ending ending = ended.told() ? ended.lease().ending() : null;
    if (ending == null) {
      return;
    }
    switch (ended.state()) {
      case EXPIRED -> {
        problem
            .setIssuedAt(time(ended.lease().issuedWallNanos()))
            .setTtl(duration(ended.lease().ttlNanos()))
            .setExpiredAt(time(ending.wallNanos()));
        if (ended.graceNanos() > 0) {
          problem.setGraceRemaining(duration(ended.graceNanos()));
        }
      }
      case EVICTED, REVOKED ->
          problem
              .setEndedBy(ending.endedBy())
              .setReason(ending.reason())
              .setTerminatedAt(time(ending.wallNanos()));
      default -> {}
    }
  }

  private static void addEpochs(Problem.Builder problem, String leaseId, long given, long current) {
    problem.setLeaseId(leaseId).setGivenEpoch(given).setCurrentEpoch(current);
  }

  /** A long cycle is cut; its end is of no help without its middle. */
  private static void addCycle(Problem.Builder problem, Refusal.Deadlock deadlock) {
    deadlock.cycle().stream()
        .limit(Limits.MAX_CYCLE_NAMED)
        .forEach(
            party ->
                problem.addCycle(
                    Party.newBuilder().setHolder(party.holder()).setSession(party.session())));
  }
}
