package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.BudgetSpace;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.queue.Contention;
import dev.leasehold.kernel.queue.Deadlocks;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.AmountsInput;
import dev.leasehold.kernel.request.PoolAccess;
import dev.leasehold.kernel.request.Retries;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.StepLimit;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.Space;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.kernel.view.TextSize;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a lease is granted, has to wait, or is refused. The order of the checks is part
 * of the contract.
 */
public final class Acquiring {

  private final State state;
  private final Quota quota;

  public Acquiring(State state, Quota quota) {
    this.state = state;
    this.quota = quota;
  }

  public Reply decide(Step step, LeaseCommand.Acquire acquire) {
    Refusal refusal = AcquireInput.malformed(acquire);
    refusal = refusal != null ? refusal : BudgetSpace.refusalToAcquire(acquire.space());
    refusal = refusal != null ? refusal : AcquireInput.forbidden(step.caller(), acquire);
    if (refusal == null && isBound(step.caller(), acquire.rare())) {
      refusal = PoolAccess.tokenOver(step);
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long fingerprint = Fingerprint.of(acquire);
    Reply retry = Retries.find(step, acquire.requestId(), acquire.space(), fingerprint);
    return retry != null ? retry : decideNew(step, acquire, fingerprint);
  }

  /** Checks by itself the acquire that a handshake comes down to. */
  public static @Nullable Refusal malformed(LeaseCommand.Acquire acquire) {
    return AcquireInput.malformed(acquire);
  }

  /** Decides an acquire that is well-formed, allowed to the caller, and no retry. */
  public Reply decideNew(Step step, LeaseCommand.Acquire acquire, long fingerprint) {
    Policy policy = state.policies.newest(acquire.policy());
    if (policy == null) {
      return Step.refuse(state.policies.noSuch("policy", acquire.policy()));
    }
    Policy terms = state.settings.termsOf(policy);
    Refusal refusal = AcquireInput.againstTerms(step.caller(), terms, acquire);
    refusal = refusal != null ? refusal : state.settings.refusalToWait(acquire.rare().waitNanos());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Space space = state.spaces.get(acquire.space());
    Scope scope = acquire.scope();
    if (space != null && space.caseInsensitive) {
      switch (scope.withoutCase()) {
        case Scope.Parsed.Valid valid -> scope = valid.scope();
        case Scope.Parsed.Invalid invalid -> {
          return Step.refuse(new InputRefusal.InvalidInput(invalid.field(), invalid.detail()));
        }
      }
    }
    refusal = alreadyUsed(state, acquire.leaseId(), acquire.callersId());
    LeaseRecord budgetLease = budgetLease(policy, acquire);
    long size = TextSize.of(scope, acquire.allLabels(), acquire.rare().authority());
    refusal = refusal != null ? refusal : quota.exceeded(acquire.holder(), size, budgetLease);
    refusal = refusal != null ? refusal : budgetRefusal(step.caller(), acquire.rare(), budgetLease);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Claim claim = claim(step, acquire, terms, scope, fingerprint);
    return contend(step, acquire.rare(), claim, budgetLease);
  }

  /** Grants the claim, queues it or refuses it, depending on who is in its way. */
  private Reply contend(
      Step step, LeaseCommand.RareTerms options, Claim claim, @Nullable LeaseRecord budgetLease) {
    Space space = state.spaces.get(claim.space());
    if (space == null && budgetLease == null) {
      return grant(step, claim);
    }
    space = space == null ? new Space(claim.space()) : space;
    long waitNanos = state.settings.waitNanos(options.waitNanos());
    long until = step.tick() + waitNanos;
    QueuePlace place = new QueuePlace(step.next(), step.tick(), until, options.priority(), false);
    Contention contention = new Contention(space, claim.scope(), claim.mode(), null, place);
    if (budgetLease == null && isFree(contention)) {
      return grant(step, claim);
    }
    StepLimit work = StepLimit.ofOneCommand();
    Set<LeaseRecord> makeRoom = new TreeSet<>();
    List<Lease> inTheWay =
        contention.named(
            step.tick(),
            work,
            record -> makesRoom(record, claim.holder()) && noted(makeRoom, record));
    if (work.isExhausted()) {
      return Step.refuse(tooLong(space));
    }
    Party party = new Party(claim.holder(), claim.session());
    if (inTheWay.isEmpty()) {
      Refusal deadlock =
          state.waiting.count() == 0 ? null : new Deadlocks(step).ofGrant(party, contention);
      return deadlock != null
          ? Step.refuse(deadlock)
          : grantInPlaceOf(step, claim, makeRoom, budgetLease);
    }
    Refusal refusal =
        waitNanos > 0
            ? refusalToWait(step, party, contention, inTheWay)
            : new ConflictRefusal.Conflict(inTheWay);
    return refusal != null ? Step.refuse(refusal) : queue(step, claim, place);
  }

  /** Whether nobody waits for anything and no lease is in the way, which is the usual case. */
  private boolean isFree(Contention contention) {
    return state.waiting.count() == 0 && !contention.isKeptOutByLease(StepLimit.ofOneCommand());
  }

  private Reply grantInPlaceOf(
      Step step, Claim claim, Set<LeaseRecord> makeRoom, @Nullable LeaseRecord budgetLease) {
    makeRoom.forEach(record -> Endings.replace(step, record));
    Endings.replace(step, budgetLease);
    return grant(step, claim);
  }

  /** Whether a lease gives way: a lease in grace is closed for what its holder acquires next. */
  static boolean makesRoom(LeaseRecord record, String holder) {
    return record.isInGrace() && record.holder.name.equals(holder);
  }

  private static boolean noted(Set<LeaseRecord> makeRoom, LeaseRecord record) {
    makeRoom.add(record);
    return true;
  }

  static Refusal tooLong(Space space) {
    return new InputRefusal.InvalidInput(
        "scope",
        "the scope takes too long to compare with what is held in "
            + space.name
            + "; begin its patterns with more plain names, or use fewer wildcards");
  }

  /** The budget lease that the holder has already, if the request asks for a budget; else null. */
  private @Nullable LeaseRecord budgetLease(Policy policy, LeaseCommand.Acquire acquire) {
    Holder holder = state.holders.get(acquire.holder());
    return holder != null && policy.isBudget() && !acquire.rare().budget().isNothing()
        ? holder.budgetLease
        : null;
  }

  private @Nullable Refusal refusalToWait(
      Step step, Party party, Contention contention, List<Lease> inTheWay) {
    Holder holder = state.holders.get(party.holder());
    List<Lease> own =
        holder == null || holder.hasNothing(party.session())
            ? null
            : contention.namedWithOwn(
                inTheWay, party, state.waiting.of(party), step.tick(), StepLimit.ofOneCommand());
    if (own != null) {
      return new ConflictRefusal.Conflict(own);
    }
    if (contention.isCostly()) {
      return tooLong(contention.space());
    }
    Refusal full = state.waiting.full(contention.space(), contention.scope());
    return full != null ? full : new Deadlocks(step).ofWait(party, contention);
  }

  private Reply queue(Step step, Claim claim, QueuePlace place) {
    step.record(new LeaseEvent.Queued(step.at(), claim, place.priority(), place.deadlineTick()));
    return step.answer(claim.leaseId());
  }

  private Reply grant(Step step, Claim claim) {
    Policy policy = state.policies.find(claim.policy(), claim.policyVersion());
    Claim.RareTerms rare = claim.rare();
    long deadline = step.tick() + claim.ttlNanos();
    step.record(
        new LeaseEvent.Granted(
            step.at(),
            claim,
            state.epochs.ofGrant(policy, claim.space(), claim.scope(), claim.mode()),
            rare.tokenDeadlineTick() == 0 ? deadline : Math.min(deadline, rare.tokenDeadlineTick()),
            rare.budget().isNothing()
                ? Amounts.NONE
                : rare.budget().atMost(state.accounts.pool(rare.pool()).free)));
    return step.answer(claim.leaseId());
  }

  private static Claim claim(
      Step step, LeaseCommand.Acquire acquire, Policy terms, Scope scope, long fingerprint) {
    return new Claim(
        acquire.leaseId(),
        acquire.callersId(),
        terms.name(),
        terms.version(),
        acquire.space(),
        scope,
        acquire.mode(),
        acquire.holder(),
        acquire.session(),
        acquire.ttlNanos() == 0 ? terms.defaultTtlNanos() : acquire.ttlNanos(),
        acquire.maxRenewals() == LeaseCommand.UNSET ? terms.maxRenewals() : acquire.maxRenewals(),
        acquire.allLabels(),
        new Event.Request(step.caller().actor(), acquire.requestId(), fingerprint),
        rare(step, acquire.rare(), terms));
  }

  private static Claim.RareTerms rare(Step step, LeaseCommand.RareTerms options, Policy policy) {
    long heartbeat =
        options.heartbeatNanos() == 0 ? policy.heartbeatNanos() : options.heartbeatNanos();
    if (heartbeat == 0 && options.authority() == null && options.budget().isNothing()) {
      return Claim.RareTerms.NONE;
    }
    boolean bound = isBound(step.caller(), options);
    return new Claim.RareTerms(
        heartbeat,
        options.authority(),
        options.pool(),
        options.budget(),
        "",
        bound ? step.caller().tokenId() : "",
        bound ? step.caller().tokenDeadlineTick() : 0);
  }

  /** Whether what is granted falls with the caller's credential. */
  private static boolean isBound(Caller caller, LeaseCommand.RareTerms options) {
    return !options.budget().isNothing() && !caller.pool().isEmpty();
  }

  static @Nullable Refusal alreadyUsed(State state, String leaseId, boolean callersId) {
    return state.isUsed(leaseId, callersId) ? new InputRefusal.LeaseAlreadyExists(leaseId) : null;
  }

  /**
   * An agent has one right to spend at a time; one in grace makes room, and gives back its rest.
   */
  private @Nullable Refusal budgetRefusal(
      Caller caller, LeaseCommand.RareTerms options, @Nullable LeaseRecord budgetLease) {
    if (options.budget().isNothing()) {
      return null;
    }
    PoolAccount pool = state.accounts.pools.get(options.pool());
    if (pool == null) {
      return state.accounts.noSuchPool(options.pool(), caller);
    }
    if (budgetLease != null && !budgetLease.isInGrace()) {
      return new ConflictRefusal.Conflict(List.of(budgetLease.lease()));
    }
    Refusal refusal =
        pool.open
            ? AmountsInput.checkUnits("budget", options.budget(), pool.units(), "pool " + pool.id)
            : null;
    return refusal != null ? refusal : pool.tooLittleFor(options.budget(), budgetLease);
  }

  public void granted(LeaseEvent.Granted e) {
    LeaseRecord record = state.make(e.claim(), e.position());
    state.grant(record, e, e.epoch(), e.deadlineTick(), e.budget());
    state.countAsLiving(record);
    if (!e.claim().rare().parentId().isEmpty()) {
      state.notices.addReceived(record, e, "");
    }
  }

  public void queued(LeaseEvent.Queued e) {
    LeaseRecord record = state.make(e.claim(), e.position());
    QueuePlace place =
        new QueuePlace(e.position(), e.tick(), e.waitDeadlineTick(), e.priority(), false);
    record.queue(place, e.claim().rare(), e.wallNanos());
    state.countAsLiving(record);
    state.waiting.add(record, place);
  }
}
