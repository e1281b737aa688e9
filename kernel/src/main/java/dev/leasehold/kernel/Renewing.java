package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** Decides renewals, which extend and never revive, shorten or create, and heartbeats. */
final class Renewing {

  private final State state;

  Renewing(State state) {
    this.state = state;
  }

  Reply renew(Step step, Command.Renew renew) {
    Refusal refusal = Names.check("leaseId", renew.leaseId());
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", renew.requestId());
    refusal = refusal != null ? refusal : Terms.checkTtl(renew.ttlNanos());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    Holding holding = state.inReach(step.caller(), renew.leaseId());
    if (holding == null) {
      return Step.refuse(new Refusal.NoSuchLease(renew.leaseId()));
    }
    long print = renew.requestId().isEmpty() ? 0 : Fingerprint.of(renew);
    Reply retry = Retries.find(step, renew.requestId(), holding.space.name, print);
    return retry != null ? retry : renewNew(step, renew, holding, print);
  }

  private static Reply renewNew(Step step, Command.Renew renew, Holding holding, long print) {
    long ttl = renew.ttlNanos() == 0 ? holding.ttlNanos() : renew.ttlNanos();
    long deadline = Math.min(step.tick() + ttl, holding.latestDeadlineTick());
    Refusal refusal = Ownership.checkActive(step.caller(), holding);
    refusal = refusal != null ? refusal : againstTerms(holding, ttl);
    if (refusal == null && deadline <= holding.deadlineTick()) {
      refusal =
          new Refusal.RenewalDoesNotExtend(
              holding.id, holding.deadlineTick() - step.tick(), ttl, deadline < step.tick() + ttl);
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new Event.Renewed(
            step.next(),
            step.tick(),
            step.wall(),
            holding.id,
            deadline,
            ttl,
            saturatingIncrement(holding.renewalCount()),
            new Event.Request(step.caller().actor(), renew.requestId(), print)));
    return step.answer(holding.id);
  }

  private static int saturatingIncrement(int count) {
    return count == Integer.MAX_VALUE ? count : count + 1;
  }

  private static @Nullable Refusal againstTerms(Holding holding, long ttl) {
    if (!holding.policy.renewable()) {
      return new Refusal.NotRenewable(holding.id, holding.policy.name());
    }
    if (holding.maxRenewals() >= 0 && holding.renewalCount() >= holding.maxRenewals()) {
      return new Refusal.MaxRenewalsExceeded(holding.id, holding.maxRenewals());
    }
    return Terms.checkTtl(holding.policy, ttl);
  }

  /** A lease without a heartbeat needs none, and takes one all the same. */
  Reply heartbeat(Step step, Command.Heartbeat beat) {
    return Change.of(step, "heartbeat", beat.leaseId(), beat.requestId(), null)
        .against(holding -> Ownership.checkActive(step.caller(), holding))
        .unless(Renewing::needsNoBeat)
        .record(
            (holding, request) ->
                new Event.Beaten(step.next(), step.tick(), step.wall(), holding.id, request));
  }

  private static boolean needsNoBeat(Holding holding) {
    Specials special = holding.specialsOrNull();
    return special == null || (special.heartbeatNanos == 0 && !special.unclaimed);
  }
}
