package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a lease is granted, has to wait, or is refused. The order of the checks is part
 * of the contract.
 */
final class Acquiring {

  private final State state;
  private final int leasesPerHolder;

  Acquiring(State state, int leasesPerHolder) {
    this.state = state;
    this.leasesPerHolder = leasesPerHolder;
  }

  Reply decide(Step step, Command.Acquire acquire) {
    Refusal refusal = AcquireInput.malformed(acquire);
    refusal = refusal != null ? refusal : AcquireInput.forbidden(step.caller(), acquire);
    if (refusal == null && isBound(step.caller(), acquire.options())) {
      refusal = tokenOver(step);
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    long print = acquire.requestId().isEmpty() ? 0 : Fingerprint.of(acquire);
    Reply retry = Retries.find(step, acquire.requestId(), acquire.space(), print);
    return retry != null ? retry : decideNew(step, acquire, print);
  }

  private Reply decideNew(Step step, Command.Acquire acquire, long print) {
    Policy policy = state.policies.newest(acquire.policy());
    if (policy == null) {
      return Step.refuse(new Refusal.InvalidInput("policy", "there is no such policy"));
    }
    Policy terms = state.settings.termsOf(policy);
    Refusal refusal = AcquireInput.againstTerms(step.caller(), terms, acquire);
    refusal =
        refusal != null ? refusal : Configuring.mustNotBlock(state, acquire.options().waitNanos());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Space space = state.spaces.get(acquire.space());
    Scope scope = acquire.scope();
    if (space != null && space.caseInsensitive) {
      switch (scope.withoutCase()) {
        case Scope.Parsed.Valid valid -> scope = valid.scope();
        case Scope.Parsed.Invalid invalid -> {
          return Step.refuse(new Refusal.InvalidInput(invalid.field(), invalid.detail()));
        }
      }
    }
    refusal = alreadyUsed(state, acquire.leaseId(), acquire.callersId());
    Holding purse = purse(policy, acquire);
    refusal = refusal != null ? refusal : overQuota(acquire.holder(), purse);
    refusal = refusal != null ? refusal : budgetRefusal(acquire.options(), purse);
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Event.Claim claim = claim(step, acquire, terms, scope, print);
    return contend(step, acquire.options(), claim, purse);
  }

  /** Others may be in the way. */
  private Reply contend(
      Step step, Command.Options options, Event.Claim claim, @Nullable Holding purse) {
    Space space = state.spaces.get(claim.space());
    if (space == null && purse == null) {
      return grant(step, claim);
    }
    space = space == null ? new Space(claim.space()) : space;
    long until = step.tick() + options.waitNanos();
    Wait place = new Wait(step.next(), step.tick(), until, options.priority(), false);
    Ask ask = new Ask(space, claim.scope(), claim.mode(), null, place);
    if (purse == null && isFree(ask)) {
      return grant(step, claim);
    }
    Work work = Work.ofOneCommand();
    Set<Holding> makeRoom = new TreeSet<>();
    List<Lease> inTheWay =
        ask.named(
            step.tick(), work, holding -> makesRoom(holding, claim) && noted(makeRoom, holding));
    if (work.isExhausted()) {
      return Step.refuse(tooLong(space));
    }
    Party party = new Party(claim.holder(), claim.session());
    if (inTheWay.isEmpty()) {
      Refusal deadlock =
          state.waiting.count() == 0 ? null : new Deadlocks(state, step.tick()).ofGrant(party, ask);
      return deadlock != null
          ? Step.refuse(deadlock)
          : grantInPlaceOf(step, claim, makeRoom, purse);
    }
    Refusal refusal =
        options.waitNanos() > 0
            ? mustNotWait(step, party, ask, inTheWay)
            : new Refusal.Conflict(inTheWay);
    return refusal != null ? Step.refuse(refusal) : queue(step, claim, place);
  }

  /** As it mostly is: nobody waits for anything, and no lease is in the way. */
  private boolean isFree(Ask ask) {
    return state.waiting.count() == 0 && !ask.isKeptOutByLease(Work.ofOneCommand());
  }

  private Reply grantInPlaceOf(
      Step step, Event.Claim claim, Set<Holding> makeRoom, @Nullable Holding purse) {
    makeRoom.forEach(holding -> replace(step, holding));
    replace(step, purse);
    return grant(step, claim);
  }

  /** The holder's own in grace is closed for what the holder acquires next. */
  private static boolean makesRoom(Holding holding, Event.Claim claim) {
    return holding.isInGrace() && holding.holder.name.equals(claim.holder());
  }

  private static boolean noted(Set<Holding> makeRoom, Holding holding) {
    makeRoom.add(holding);
    return true;
  }

  private static Refusal tooLong(Space space) {
    return new Refusal.InvalidInput(
        "scope",
        "the scope takes too long to compare with what is held in "
            + space.name
            + "; begin its patterns with more plain names, or use fewer wildcards");
  }

  /** What its holder may spend already, if it asks for the right to spend. */
  private @Nullable Holding purse(Policy policy, Command.Acquire acquire) {
    Holder holder = state.holders.get(acquire.holder());
    return holder != null && policy.isBudget() && !acquire.options().budget().isNothing()
        ? holder.purse
        : null;
  }

  /** Closes a lease in grace, so that a new one takes its place in the same step. */
  static void replace(Step step, @Nullable Holding holding) {
    if (holding != null && holding.isInGrace()) {
      String by = holding.holder.name;
      Endings.end(step, holding, LeaseState.CLOSED, Endings.REPLACED, by, Event.Request.NONE);
    }
  }

  private @Nullable Refusal mustNotWait(Step step, Party party, Ask ask, List<Lease> inTheWay) {
    Holder holder = state.holders.get(party.holder());
    List<Lease> own =
        holder == null || holder.hasNothing(party.session())
            ? null
            : ask.namedWithOwn(
                inTheWay, party, state.waiting.of(party), step.tick(), Work.ofOneCommand());
    if (own != null) {
      return new Refusal.Conflict(own);
    }
    if (ask.isCostly()) {
      return tooLong(ask.space());
    }
    Refusal full = state.waiting.full(ask.space(), ask.scope());
    return full != null ? full : new Deadlocks(state, step.tick()).ofWait(party, ask);
  }

  private Reply queue(Step step, Event.Claim claim, Wait place) {
    step.record(
        new Event.Queued(
            step.next(), step.tick(), step.wall(), claim, place.priority(), place.deadlineTick()));
    return step.answer(claim.leaseId());
  }

  private Reply grant(Step step, Event.Claim claim) {
    Policy policy = state.policies.find(claim.policy(), claim.policyVersion());
    Event.Wish wish = claim.wish();
    long deadline = step.tick() + claim.ttlNanos();
    step.record(
        new Event.Granted(
            step.next(),
            step.tick(),
            step.wall(),
            claim,
            epochOf(state, policy, claim.space(), claim.scope(), claim.mode()),
            wish.tokenDeadlineTick() == 0 ? deadline : Math.min(deadline, wish.tokenDeadlineTick()),
            wish.budget().isNothing()
                ? Amounts.NONE
                : wish.budget().atMost(state.funds.pool(wish.pool()).free)));
    return step.answer(claim.leaseId());
  }

  static long epochOf(State state, Policy policy, String space, Scope scope, Mode mode) {
    return policy.durableEpochs() && mode == Mode.EXCLUSIVE ? state.epochs.next(space, scope) : 0;
  }

  private static Event.Claim claim(
      Step step, Command.Acquire acquire, Policy terms, Scope scope, long print) {
    return new Event.Claim(
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
        acquire.maxRenewals() == Command.UNSET ? terms.maxRenewals() : acquire.maxRenewals(),
        acquire.labels(),
        new Event.Request(step.caller().actor(), acquire.requestId(), print),
        wish(step, acquire.options(), terms));
  }

  private static Event.Wish wish(Step step, Command.Options options, Policy policy) {
    long heartbeat =
        options.heartbeatNanos() == 0 ? policy.heartbeatNanos() : options.heartbeatNanos();
    if (heartbeat == 0 && options.authority() == null && options.budget().isNothing()) {
      return Event.Wish.NONE;
    }
    boolean bound = isBound(step.caller(), options);
    return new Event.Wish(
        heartbeat,
        options.authority(),
        options.pool(),
        options.budget(),
        "",
        bound ? step.caller().tokenId() : "",
        bound ? step.caller().tokenDeadlineTick() : 0);
  }

  /** Whether what is granted falls with the caller's credential. */
  private static boolean isBound(Caller caller, Command.Options options) {
    return !options.budget().isNothing() && !caller.pool().isEmpty();
  }

  /** A credential may have come to its end on the way here. */
  static @Nullable Refusal tokenOver(Step step) {
    Caller caller = step.caller();
    boolean revoked =
        !caller.tokenId().isEmpty() && !step.state.tokens.containsKey(caller.tokenId());
    boolean expired = caller.tokenDeadlineTick() != 0 && caller.tokenDeadlineTick() <= step.tick();
    return revoked || expired
        ? new Refusal.Forbidden("your token is over and draws on no pool; get a new one")
        : null;
  }

  static @Nullable Refusal alreadyUsed(State state, String leaseId, boolean callersId) {
    return state.leases.find(leaseId) != null
            || (callersId && state.usedIds.contains(UsedId.of(leaseId)))
        ? new Refusal.LeaseAlreadyExists(leaseId)
        : null;
  }

  @Nullable Refusal overQuota(String holderName, @Nullable Holding replaced) {
    Holder holder = state.holders.get(holderName);
    int before = holder == null ? 0 : holder.livingCount();
    return before - (replaced == null ? 0 : 1) >= leasesPerHolder
        ? new Refusal.QuotaExceeded(
            holderName + " holds " + leasesPerHolder + " leases, all it may; release some")
        : null;
  }

  /**
   * An agent has one right to spend at a time; one in grace makes room, and gives back its rest.
   */
  private @Nullable Refusal budgetRefusal(Command.Options options, @Nullable Holding purse) {
    if (options.budget().isNothing()) {
      return null;
    }
    PoolAccount pool = state.funds.pools.get(options.pool());
    if (pool == null) {
      return new Refusal.NoSuchPool(options.pool());
    }
    if (purse != null && !purse.isInGrace()) {
      return new Refusal.Conflict(List.of(purse.lease()));
    }
    Amounts free = freeFor(pool, purse);
    return free.hasSomeOfEach(options.budget())
        ? null
        : new Refusal.InsufficientBudget(
            "pool " + pool.id + (pool.open ? "" : ", restored and not yet confirmed,"),
            options.budget(),
            free);
  }

  /** What a pool can give, with what the holder's own right to spend would give back to it. */
  static Amounts freeFor(PoolAccount pool, @Nullable Holding purse) {
    if (!pool.open) {
      return Amounts.NONE;
    }
    return purse != null && Funds.accountOf(purse).pool == pool
        ? pool.free.plus(Funds.accountOf(purse).rest())
        : pool.free;
  }
}
