package dev.leasehold.node.operation.translate;

import static dev.leasehold.node.operation.translate.WireTime.duration;
import static dev.leasehold.node.operation.translate.WireTime.time;

import dev.leasehold.api.v1.Party;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.BudgetRefusal;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Ending;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import dev.leasehold.node.text.NearestName;
import java.util.Arrays;
import java.util.List;

/** The kernel's refusals as problems, with the figures that a program would want. */
public final class RefusalProblems {

  /** Comparing takes time, and anyone may send any name. */
  private static final int MOST_COMPARED = 100;

  private RefusalProblems() {}

  public static Problem of(Refusal refusal) {
    Problem.Builder problem =
        Problems.of(ProblemCode.of(refusal.code()), refusal.detail()).toBuilder();
    switch (refusal) {
      case InputRefusal.InvalidInput invalid -> problem.setField(invalid.field());
      case InputRefusal.InvalidReleaseReason invalid -> problem.setField("reason");
      case ConflictRefusal.Conflict conflict ->
          problem.addAllConflicts(
              Conflicts.of(conflict.blockers(), conflict.caller(), conflict.seesLeasesOfOthers()));
      case NotFoundRefusal.NoSuchLease none -> problem.setLeaseId(none.leaseId());
      case AccessRefusal.NotHolder other -> problem.setLeaseId(other.leaseId());
      case InputRefusal.LeaseAlreadyExists used -> problem.setLeaseId(used.leaseId());
      case LeaseRefusal.AlreadyTerminal ended -> addEnd(problem, ended);
      case LeaseRefusal.BeingReleased ending -> problem.setLeaseId(ending.leaseId());
      case LeaseRefusal.StillWaiting waiting -> problem.setLeaseId(waiting.leaseId());
      case LeaseRefusal.RenewalDoesNotExtend renewal ->
          problem
              .setLeaseId(renewal.leaseId())
              .setRemaining(duration(renewal.currentRemainingNanos()))
              .setRequested(duration(renewal.askedNanos()));
      case LeaseRefusal.MaxRenewalsExceeded renewals ->
          problem.setLeaseId(renewals.leaseId()).setMaxRenewals(renewals.maxRenewals());
      case LeaseRefusal.NotRenewable fixed -> problem.setLeaseId(fixed.leaseId());
      case LeaseRefusal.NotExtensible fixed -> problem.setLeaseId(fixed.leaseId());
      case LeaseRefusal.NotTransferable fixed -> problem.setLeaseId(fixed.leaseId());
      case LeaseRefusal.StaleEpoch stale ->
          addEpochs(problem, stale.leaseId(), stale.given(), stale.current());
      case LeaseRefusal.FutureEpoch future ->
          addEpochs(problem, future.leaseId(), future.given(), future.current());
      case LeaseRefusal.NotAllowed act -> problem.setLeaseId(act.leaseId()).setField(act.field());
      case ConflictRefusal.Deadlock deadlock -> addCycle(problem, deadlock);
      case BudgetRefusal.InsufficientBudget budget ->
          problem
              .putAllAsked(budget.asked().asMap())
              .putAllRest(LeaseReplies.inUnits(budget.asked().asMap().keySet(), budget.rest()));
      case BudgetRefusal.BudgetExhausted exhausted -> problem.setLeaseId(exhausted.leaseId());
      case NotFoundRefusal.NoSuchReservation none -> problem.setLeaseId(none.leaseId());
      case AccessRefusal.TokenNotShown none ->
          problem.setLeaseId(none.leaseId()).setField("ipToken");
      case NotFoundRefusal.NoSuchProvider none -> {}
      case NotFoundRefusal.NoSuchSubscription missing -> {}
      case NotFoundRefusal.NoSuchRequest none -> {}
      case NotFoundRefusal.NoSuchToken none -> {}
      case InputRefusal.NoSuchPolicy none ->
          askWhether(problem.setField(none.field()), none.name(), none.known());
      case NotFoundRefusal.NoSuchPool none -> askWhether(problem, none.poolId(), none.known());
      case NotFoundRefusal.NoSuchSetting none ->
          askWhether(
              problem, none.key(), Arrays.stream(ConfigKey.values()).map(ConfigKey::text).toList());
      case AccessRefusal.Forbidden forbidden -> {}
      case LimitRefusal.AskedTooOften often -> problem.setRetryAfter(duration(often.retryNanos()));
      case LimitRefusal.QuotaExceeded quota -> {}
      case LimitRefusal.QueueFull full -> {}
    }
    return problem.build();
  }

  /** Asks at the end of the sentence whether the nearest of the known names was meant. */
  private static void askWhether(Problem.Builder problem, String misspelt, List<String> known) {
    List<String> compared = known.subList(0, Math.min(MOST_COMPARED, known.size()));
    problem.setDetail(problem.getDetail() + NearestName.question(misspelt, compared));
  }

  /** Tells how the lease has ended, to callers who may read it. */
  private static void addEnd(Problem.Builder problem, LeaseRefusal.AlreadyTerminal ended) {
    problem.setLeaseId(ended.leaseId()).setState(LeaseReplies.state(ended.state()));
    Ending ending = ended.maySeeEnding() ? ended.lease().ending() : null;
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
      case COMPLETED ->
          problem.setEndedBy(ending.endedBy()).setTerminatedAt(time(ending.wallNanos()));
      default -> {}
    }
    problem.setCommit(ended.lease().commit());
  }

  private static void addEpochs(Problem.Builder problem, String leaseId, long given, long current) {
    problem.setLeaseId(leaseId).setGivenEpoch(given).setCurrentEpoch(current);
  }

  /** A long cycle is cut; its end is of no help without its middle. */
  private static void addCycle(Problem.Builder problem, ConflictRefusal.Deadlock deadlock) {
    deadlock.cycle().stream()
        .limit(Limits.MAX_CYCLE_NAMED)
        .forEach(
            party ->
                problem.addCycle(
                    Party.newBuilder().setHolder(party.holder()).setSession(party.session())));
  }
}
