package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.queue.Contention;
import dev.leasehold.kernel.queue.Deadlocks;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers whether an acquire with the same terms would be granted. Where the acquire would be
 * refused for another reason than the leases in its way, the check is refused too, so that free
 * means free.
 */
public final class Checking {

  private final State state;
  private final Quota quota;

  public Checking(State state, Quota quota) {
    this.state = state;
    this.quota = quota;
  }

  public Reply check(Step step, LeaseQuery.Check check) {
    Refusal refusal = malformed(step.caller(), check);
    refusal = refusal != null ? refusal : againstTerms(check);
    refusal =
        refusal != null
            ? refusal
            : quota.exceeded(step.caller().actor(), check.scope().characters(), null);
    if (refusal != null) {
      return new Reply.Refused(refusal);
    }
    return switch (state.asCompared(check.space(), check.scope())) {
      case Scope.Parsed.Invalid invalid ->
          new Reply.Refused(new InputRefusal.InvalidInput(invalid.field(), invalid.detail()));
      case Scope.Parsed.Valid valid -> {
        Space space = state.spaces.get(check.space());
        yield space == null
            ? new Reply.Checked(List.of())
            : inTheWay(step, space, valid.scope(), check);
      }
    };
  }

  private static @Nullable Refusal malformed(Caller caller, LeaseQuery.Check check) {
    Refusal refusal = Names.check("space", check.space());
    refusal = refusal != null ? refusal : FieldChecks.checkTtl(check.ttlNanos());
    refusal = refusal != null ? refusal : FieldChecks.checkWait(check.waitNanos());
    return refusal != null || caller.hasAccessTo(check.space())
        ? refusal
        : caller.refusalToAccess(check.space());
  }

  private @Nullable Refusal againstTerms(LeaseQuery.Check check) {
    Policy policy = state.policies.newest(check.policy());
    if (policy == null) {
      return state.policies.noSuch("policy", check.policy());
    }
    Policy terms = state.settings.termsOf(policy);
    Refusal refusal = FieldChecks.checkMode(terms, check.mode());
    refusal = refusal != null ? refusal : FieldChecks.checkTtl(terms, check.ttlNanos());
    refusal = refusal != null ? refusal : FieldChecks.checkBudget(terms, Amounts.NONE);
    return refusal != null ? refusal : state.settings.refusalToWait(check.waitNanos());
  }

  private Reply inTheWay(Step step, Space space, Scope scope, LeaseQuery.Check check) {
    StepLimit work = StepLimit.ofOneCommand();
    String holder = step.caller().actor();
    QueuePlace place = new QueuePlace(step.next(), step.tick(), step.tick(), 0, false);
    Contention contention = new Contention(space, scope, check.mode(), null, place);
    List<Lease> some =
        contention.named(step.tick(), work, record -> Acquiring.makesRoom(record, holder));
    List<Lease> inTheWay = contention.namedWithAnother(some, holder, work);
    if (work.isExhausted()) {
      return new Reply.Refused(Acquiring.tooLong(space));
    }
    Refusal deadlock =
        inTheWay.isEmpty() && state.waiting.count() > 0
            ? new Deadlocks(step).ofGrant(new Party(holder, ""), contention)
            : null;
    return deadlock != null ? new Reply.Refused(deadlock) : new Reply.Checked(inTheWay);
  }
}
