package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.Fingerprint;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.refusal.LeaseRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.request.Retries;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import org.jspecify.annotations.Nullable;

/** Decides renewals, which extend and never revive, shorten or create, and heartbeats. */
public final class Renewing {

  private Renewing() {}

  public static Reply renew(Step step, LeaseCommand.Renew renew) {
    Refusal refusal = Names.checkLeaseId(step.state, renew.leaseId());
    refusal = refusal != null ? refusal : Names.checkOptional("requestId", renew.requestId());
    refusal = refusal != null ? refusal : FieldChecks.checkTtl(renew.ttlNanos());
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    LeaseRecord record = step.state.inReach(step.caller(), renew.leaseId());
    if (record == null) {
      return Step.refuse(new NotFoundRefusal.NoSuchLease(renew.leaseId()));
    }
    long fingerprint = Fingerprint.of(renew);
    Reply retry = Retries.find(step, renew.requestId(), record.space.name, fingerprint);
    return retry != null ? retry : renewNew(step, renew, record, fingerprint);
  }

  private static Reply renewNew(
      Step step, LeaseCommand.Renew renew, LeaseRecord record, long fingerprint) {
    long ttl = renew.ttlNanos() == 0 ? record.ttlNanos() : renew.ttlNanos();
    long deadline = Math.min(step.tick() + ttl, record.latestDeadlineTick());
    Refusal refusal = Ownership.checkActive(step, record);
    refusal = refusal != null ? refusal : againstTerms(record, ttl);
    if (refusal == null && deadline <= record.deadlineTick()) {
      refusal =
          new LeaseRefusal.RenewalDoesNotExtend(
              record.id, record.deadlineTick() - step.tick(), ttl, deadline < step.tick() + ttl);
    }
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    step.record(
        new LeaseEvent.Renewed(
            step.at(),
            record.id,
            deadline,
            ttl,
            saturatingIncrement(record.renewalCount()),
            new Event.Request(step.caller().actor(), renew.requestId(), fingerprint)));
    return step.answer(record.id);
  }

  private static int saturatingIncrement(int count) {
    return count == Integer.MAX_VALUE ? count : count + 1;
  }

  private static @Nullable Refusal againstTerms(LeaseRecord record, long ttl) {
    if (!record.policy.renewable()) {
      return new LeaseRefusal.NotRenewable(record.id, record.policy.name());
    }
    if (record.maxRenewals() >= 0 && record.renewalCount() >= record.maxRenewals()) {
      return new LeaseRefusal.MaxRenewalsExceeded(record.id, record.maxRenewals());
    }
    return FieldChecks.checkTtl(record.policy, ttl);
  }

  /** A lease without a heartbeat needs none, and takes one all the same. */
  public static Reply heartbeat(Step step, LeaseCommand.Heartbeat beat) {
    return Change.of(step, beat, beat.leaseId(), null)
        .against(record -> Ownership.checkActive(step, record))
        .unless(Renewing::needsNoBeat)
        .record(
            (record, request) -> new LeaseEvent.HeartbeatReceived(step.at(), record.id, request));
  }

  private static boolean needsNoBeat(LeaseRecord record) {
    return record.rare().heartbeatNanos == 0 && !record.rare().unclaimed;
  }

  public static void renewed(State state, LeaseEvent.Renewed e) {
    LeaseRecord record = state.active(e);
    record.renew(e.deadlineTick(), e.ttlNanos(), e.renewalCount(), e.tick(), e.wallNanos());
    state.touch(record, e, e.request());
    if (record.isReminderOpen()) {
      state.deadlines.moved(record);
    }
  }

  public static void heartbeatReceived(State state, LeaseEvent.HeartbeatReceived e) {
    state.touch(state.active(e), e, e.request());
  }
}
