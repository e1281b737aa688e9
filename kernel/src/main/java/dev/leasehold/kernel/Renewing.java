package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** Decides renewals: they extend, and never revive, shorten or create. */
final class Renewing {

  private final State state;

  Renewing(State state) {
    this.state = state;
  }

  Decision decide(Stamp stamp, Command.Renew renew) {
    Refusal refusal = Names.check("leaseId", renew.leaseId());
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", renew.requestId());
    refusal = refusal != null ? refusal : Terms.checkTtl(renew.ttlNanos());
    if (refusal != null) {
      return Decision.refuse(refusal);
    }
    long print = renew.requestId().isEmpty() ? 0 : Fingerprint.of(renew);
    Decision retry = Retries.decide(state, stamp, renew.requestId(), print);
    return retry != null ? retry : decideNew(stamp, renew, print);
  }

  private Decision decideNew(Stamp stamp, Command.Renew renew, long print) {
    Lease lease = state.lease(renew.leaseId());
    if (lease == null) {
      return Decision.refuse(new Refusal.NoSuchLease(renew.leaseId()));
    }
    long ttl = renew.ttlNanos() == 0 ? lease.ttlNanos() : renew.ttlNanos();
    Refusal refusal = Ownership.check(stamp.caller(), lease);
    refusal = refusal != null ? refusal : againstTerms(lease, ttl);
    refusal = refusal != null ? refusal : doesNotExtend(lease, stamp.tick(), ttl);
    if (refusal != null) {
      return Decision.refuse(refusal);
    }
    return new Decision.ChangeLease(
        new Event.Renewed(
            state.lastPosition + 1,
            stamp.tick(),
            stamp.wallNanos(),
            lease.id(),
            stamp.tick() + ttl,
            ttl,
            saturatingIncrement(lease.renewalCount()),
            stamp.caller().actor(),
            renew.requestId(),
            print),
        lease.id());
  }

  private static int saturatingIncrement(int count) {
    return count == Integer.MAX_VALUE ? count : count + 1;
  }

  private static @Nullable Refusal againstTerms(Lease lease, long ttl) {
    if (!lease.policy().renewable()) {
      return new Refusal.NotRenewable(lease.id(), lease.policy().name());
    }
    if (lease.maxRenewals() >= 0 && lease.renewalCount() >= lease.maxRenewals()) {
      return new Refusal.MaxRenewalsExceeded(lease.id(), lease.maxRenewals());
    }
    return Terms.checkTtl(lease.policy(), ttl);
  }

  private static @Nullable Refusal doesNotExtend(Lease lease, long tick, long ttl) {
    return tick + ttl > lease.deadlineTick()
        ? null
        : new Refusal.RenewalDoesNotExtend(lease.id(), lease.remainingNanos(tick), ttl);
  }
}
