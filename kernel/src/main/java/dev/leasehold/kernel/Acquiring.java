package dev.leasehold.kernel;

import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.scope.Work;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides whether a lease is granted. The order of the checks is part of the contract. */
final class Acquiring {

  private final State state;
  private final int leasesPerHolder;

  Acquiring(State state, int leasesPerHolder) {
    this.state = state;
    this.leasesPerHolder = leasesPerHolder;
  }

  Decision decide(Stamp stamp, Command.Acquire acquire) {
    Refusal refusal = AcquireInput.malformed(acquire);
    if (refusal == null) {
      refusal = AcquireInput.forbidden(stamp.caller(), acquire);
    }
    if (refusal != null) {
      return Decision.refuse(refusal);
    }
    long print = acquire.requestId().isEmpty() ? 0 : Fingerprint.of(acquire);
    Decision retry = Retries.decide(state, stamp, acquire.requestId(), print);
    return retry != null ? retry : decideNew(stamp, acquire, print);
  }

  private Decision decideNew(Stamp stamp, Command.Acquire acquire, long print) {
    Policy policy = state.policies.get(acquire.policy());
    if (policy == null) {
      return Decision.refuse(new Refusal.InvalidInput("policy", "there is no such policy"));
    }
    Refusal refusal = AcquireInput.againstTerms(policy, acquire);
    if (refusal != null) {
      return Decision.refuse(refusal);
    }
    Space space = state.spaces.get(acquire.space());
    Scope scope = acquire.scope();
    if (space != null && space.caseInsensitive) {
      switch (scope.withoutCase()) {
        case Scope.Parsed.Valid valid -> scope = valid.scope();
        case Scope.Parsed.Invalid invalid -> {
          return Decision.refuse(new Refusal.InvalidInput(invalid.field(), invalid.detail()));
        }
      }
    }
    refusal = alreadyUsed(acquire);
    refusal = refusal != null ? refusal : overQuota(acquire.holder());
    refusal = refusal != null ? refusal : conflict(space, scope, acquire.mode());
    return refusal != null
        ? Decision.refuse(refusal)
        : new Decision.ChangeLease(grant(stamp, acquire, policy, scope, print), acquire.leaseId());
  }

  private Event grant(
      Stamp stamp, Command.Acquire acquire, Policy policy, Scope scope, long print) {
    return new Event.Granted(
        state.lastPosition + 1,
        stamp.tick(),
        stamp.wallNanos(),
        acquire.leaseId(),
        acquire.callersId(),
        policy.name(),
        policy.version(),
        acquire.space(),
        scope,
        acquire.mode(),
        acquire.holder(),
        acquire.session(),
        acquire.ttlNanos() == 0 ? policy.defaultTtlNanos() : acquire.ttlNanos(),
        acquire.maxRenewals() == Command.UNSET ? policy.maxRenewals() : acquire.maxRenewals(),
        policy.durableEpochs() ? nextEpoch(acquire.space(), scope) : 0,
        acquire.labels(),
        stamp.caller().actor(),
        acquire.requestId(),
        print);
  }

  private long nextEpoch(String space, Scope scope) {
    Long last = state.epochs.get(new ResourceKey(space, scope));
    return last == null ? state.epochFloors.getOrDefault(space, 0L) : last + 1;
  }

  private @Nullable Refusal alreadyUsed(Command.Acquire acquire) {
    return state.leases.find(acquire.leaseId()) != null
            || (acquire.callersId() && state.usedIds.contains(UsedId.of(acquire.leaseId())))
        ? new Refusal.LeaseAlreadyExists(acquire.leaseId())
        : null;
  }

  private @Nullable Refusal overQuota(String holderName) {
    Holder holder = state.holders.get(holderName);
    return holder != null && holder.blockingCount() >= leasesPerHolder
        ? new Refusal.QuotaExceeded(
            holderName + " holds " + leasesPerHolder + " leases, all it may; release some")
        : null;
  }

  private static @Nullable Refusal conflict(@Nullable Space space, Scope scope, Mode mode) {
    if (space == null) {
      return null;
    }
    Work work = Work.ofOneCommand();
    List<Lease> blockers = space.blockers(scope, mode, Limits.MAX_CONFLICTS_NAMED, work);
    if (work.isExhausted()) {
      return new Refusal.InvalidInput(
          "scope",
          "the scope takes too long to compare with what is held in "
              + space.name
              + "; begin its patterns with more plain names, or use fewer wildcards");
    }
    return blockers.isEmpty() ? null : new Refusal.Conflict(blockers);
  }
}
