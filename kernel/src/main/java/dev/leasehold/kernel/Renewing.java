package dev.leasehold.kernel;

import java.util.Optional;

/** Decides renewals: they extend, and never revive, shorten or create. */
final class Renewing {

  private final State state;

  Renewing(State state) {
    this.state = state;
  }

  Decision decide(Stamp stamp, Command.Renew renew) {
    Optional<Refusal> malformed =
        Names.check("leaseId", renew.leaseId())
            .or(() -> Names.checkOptional("requestId", renew.requestId()))
            .or(() -> Terms.checkTtl(renew.ttlNanos()));
    if (malformed.isPresent()) {
      return Decision.refuse(malformed.get());
    }
    long print = renew.requestId().isEmpty() ? 0 : Fingerprint.of(renew);
    Optional<Decision> retry = Retries.decide(state, stamp, renew.requestId(), print);
    if (retry.isPresent()) {
      return retry.get();
    }
    Lease lease = state.lease(renew.leaseId());
    if (lease == null) {
      return Decision.refuse(new Refusal.NoSuchLease(renew.leaseId()));
    }
    long ttl = renew.ttlNanos() == 0 ? lease.ttlNanos() : renew.ttlNanos();
    return Ownership.check(stamp.caller(), lease)
        .or(() -> againstTerms(lease, ttl))
        .or(() -> doesNotExtend(lease, stamp.tick(), ttl))
        .map(Decision::refuse)
        .orElseGet(
            () ->
                new Decision.ChangeLease(
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
                    lease.id()));
  }

  private static int saturatingIncrement(int count) {
    return count == Integer.MAX_VALUE ? count : count + 1;
  }

  private static Optional<Refusal> againstTerms(Lease lease, long ttl) {
    if (!lease.policy().renewable()) {
      return Optional.of(new Refusal.NotRenewable(lease.id(), lease.policy().name()));
    }
    if (lease.maxRenewals() >= 0 && lease.renewalCount() >= lease.maxRenewals()) {
      return Optional.of(new Refusal.MaxRenewalsExceeded(lease.id(), lease.maxRenewals()));
    }
    if (ttl > lease.policy().maxTtlNanos()) {
      return Optional.of(
          new Refusal.InvalidInput(
              "ttl",
              "the policy " + lease.policy().name() + " allows a ttl of at most "
                  + Durations.seconds(lease.policy().maxTtlNanos())));
    }
    return Optional.empty();
  }

  private static Optional<Refusal> doesNotExtend(Lease lease, long tick, long ttl) {
    return tick + ttl > lease.deadlineTick()
        ? Optional.empty()
        : Optional.of(
            new Refusal.RenewalDoesNotExtend(lease.id(), lease.remainingNanos(tick), ttl));
  }
}
