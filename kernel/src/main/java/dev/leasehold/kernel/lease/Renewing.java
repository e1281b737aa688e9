package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Fingerprint;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.request.Retries;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/** Decides renewals, which extend and never revive, shorten or create, and heartbeats. */
public final class Renewing {

  private final State state;

  public Renewing(State state) {
    this.state = state;
  }

  public Reply renew(Step step, Command.Renew renew) {
    Refusal refusal = Names.check("leaseId", renew.leaseId());
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", renew.requestId());
    refusal = refusal != null ? refusal : FieldChecks.checkTtl(renew.ttlNanos());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    LeaseRecord holding = state.inReach(step.caller(), renew.leaseId());
    if (holding == null) {
      return Step.refuse(new Refusal.NoSuchLease(renew.leaseId()));
    }
    long print = renew.requestId().isEmpty() ? 0 : Fingerprint.of(renew);
    Reply retry = Retries.find(step, renew.requestId(), holding.space.name, print);
    return retry != null ? retry : renewNew(step, renew, holding, print);
  }

  private static Reply renewNew(Step step, Command.Renew renew, LeaseRecord holding, long print) {
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

  private static @Nullable Refusal againstTerms(LeaseRecord holding, long ttl) {
    if (!holding.policy.renewable()) {
      return new Refusal.NotRenewable(holding.id, holding.policy.name());
    }
    if (holding.maxRenewals() >= 0 && holding.renewalCount() >= holding.maxRenewals()) {
      return new Refusal.MaxRenewalsExceeded(holding.id, holding.maxRenewals());
    }
    return FieldChecks.checkTtl(holding.policy, ttl);
  }

  /** A lease without a heartbeat needs none, and takes one all the same. */
  public Reply heartbeat(Step step, Command.Heartbeat beat) {
    return Change.of(step, "heartbeat", beat.leaseId(), beat.requestId(), null)
        .against(holding -> Ownership.checkActive(step.caller(), holding))
        .unless(Renewing::needsNoBeat)
        .record(
            (holding, request) ->
                new Event.Beaten(step.next(), step.tick(), step.wall(), holding.id, request));
  }

  private static boolean needsNoBeat(LeaseRecord holding) {
    return holding.rare().heartbeatNanos == 0 && !holding.rare().unclaimed;
  }

  public void renewed(Event.Renewed e) {
    LeaseRecord holding = state.active(e);
    holding.renew(e.deadlineTick(), e.ttlNanos(), e.renewalCount(), e.tick(), e.wallNanos());
    state.touch(holding, e, e.request());
    if (holding.isReminderOpen()) {
      state.deadlines.moved(holding);
    }
  }

  public void beaten(Event.Beaten e) {
    state.touch(state.active(e), e, e.request());
  }
}
