package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.AccessRefusal;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.NotFoundRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import dev.leasehold.kernel.view.EndReasons;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.kernel.view.ReleaseReason;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides the endings that somebody asks for: release, check-in, close, revocation, giving up. */
public final class Releasing {

  private Releasing() {}

  public static Reply release(Step step, LeaseCommand.Release release) {
    Optional<ReleaseReason> reason = release.knownReason();
    String text = reason.map(Enum::name).orElse("");
    return Change.of(step, release, release.leaseId(), null)
        .against(
            record -> {
              Refusal refusal = Ownership.checkLiving(step, record);
              if (refusal == null && reason.isEmpty()) {
                refusal = new InputRefusal.InvalidReleaseReason(release.reason());
              }
              return refusal != null ? refusal : checkAfter(release.afterNanos());
            })
        .carryOut((record, request) -> letGo(step, record, text, release.afterNanos(), request));
  }

  private static @Nullable Refusal checkAfter(long nanos) {
    return nanos >= 0 && nanos <= Limits.MAX_TTL_NANOS
        ? null
        : new InputRefusal.InvalidInput("after", "a release is delayed by 0 to 366 days (8784h)");
  }

  /** Releases the lease now or later; a second release may only bring the end nearer. */
  private static void letGo(
      Step step, LeaseRecord record, String reason, long afterNanos, Event.Request request) {
    String by = step.caller().actor();
    if (record.isPending()) {
      Endings.end(step, record, LeaseState.FAILED, EndReasons.CANCELLED, by, request);
      return;
    }
    PlannedEnd before = record.rare().delayedRelease;
    long latest = before == null ? record.deadlineTick() : before.tick();
    long tick = Math.min(step.tick() + afterNanos, latest);
    PlannedEnd end = new PlannedEnd(tick, record.policy.endedByHolder(), reason, by);
    if (tick <= step.tick()) {
      Endings.end(step, record, end, request);
    } else {
      stopConverting(step, record);
      plan(step, record, end, request, false);
    }
  }

  /** Gives up a conversion that waits, because the holder releases the lease. */
  private static void stopConverting(Step step, LeaseRecord record) {
    if (record.place() != null) {
      step.record(
          new LeaseEvent.ConversionFailed(
              step.at(), record.id, EndReasons.CANCELLED, Event.Request.NONE));
    }
  }

  private static void plan(
      Step step, LeaseRecord record, PlannedEnd end, Event.Request request, boolean withToken) {
    step.record(new LeaseEvent.EndPlanned(step.at(), record.id, end, request, withToken));
  }

  public static Reply complete(Step step, LeaseCommand.Complete complete) {
    return Change.of(step, complete, complete.leaseId(), null)
        .against(
            record -> {
              if (record.state().isTerminal()) {
                LateCommits.record(step, record.lease(), complete.commit());
              }
              Refusal refusal = Ownership.checkActive(step, record);
              refusal = refusal != null ? refusal : FieldChecks.checkCommit(complete.commit());
              boolean fits = record.policy.isCheckedIn();
              return refusal != null ? refusal : wrongWay(record, fits, "checked in");
            })
        .carryOut(
            (record, request) -> {
              String by = step.caller().actor();
              Endings.end(step, record, LeaseState.COMPLETED, complete.commit(), by, request);
            });
  }

  public static Reply close(Step step, LeaseCommand.Close close) {
    return Change.of(step, close, close.leaseId(), null)
        .against(
            record -> {
              Refusal refusal =
                  record.isInGrace()
                      ? Ownership.checkHolder(step.caller(), record)
                      : Ownership.checkActive(step, record);
              return refusal != null
                  ? refusal
                  : wrongWay(record, record.policy.isBudget(), "closed");
            })
        .carryOut(
            (record, request) -> {
              String by = step.caller().actor();
              Endings.end(step, record, LeaseState.CLOSED, "", by, request);
            });
  }

  private static @Nullable Refusal wrongWay(LeaseRecord record, boolean fits, String way) {
    return fits
        ? null
        : new InputRefusal.InvalidInput(
            "leaseId",
            "leases under the policy " + record.policy.name() + " are not " + way + "; release it");
  }

  public static Reply revoke(Step step, LeaseCommand.Revoke revoke) {
    if (!step.caller().isAdmin()) {
      return Step.refuse(new AccessRefusal.Forbidden("only an admin may take a lease away"));
    }
    return Change.of(step, revoke, revoke.leaseId(), null)
        .against(record -> revocable(step, record, revoke))
        .carryOut((record, request) -> takeAway(step, record, revoke, request));
  }

  private static @Nullable Refusal revocable(
      Step step, LeaseRecord record, LeaseCommand.Revoke revoke) {
    if (record.state().isTerminal()) {
      return Ownership.ended(step, record);
    }
    Refusal refusal =
        FieldChecks.checkReason(revoke.reason(), "say why the lease is taken away in reason");
    if (refusal == null
        && (revoke.noticeNanos() < 0 || revoke.noticeNanos() > Limits.MAX_TTL_NANOS)) {
      refusal = new InputRefusal.InvalidInput("notice", "a notice is 0 to 366 days (8784h)");
    }
    return refusal != null ? refusal : tooLate(step, record, revoke.noticeNanos());
  }

  /** A second notice may bring the end nearer, never push it away. */
  private static @Nullable Refusal tooLate(Step step, LeaseRecord record, long noticeNanos) {
    PlannedEnd before = record.rare().announcedEnd;
    return before == null || step.tick() + noticeNanos <= before.tick()
        ? null
        : new InputRefusal.InvalidInput(
            "notice",
            "lease "
                + record.id
                + " ends in "
                + Durations.brief(before.tick() - step.tick())
                + " by an earlier notice; another one may only bring the end nearer");
  }

  /** Takes the lease away now or after the notice; a wait ends at once. */
  private static void takeAway(
      Step step, LeaseRecord record, LeaseCommand.Revoke revoke, Event.Request request) {
    String by = step.caller().actor();
    if (record.isPending()) {
      Endings.end(step, record, LeaseState.FAILED, EndReasons.CANCELLED, by, request);
      return;
    }
    long tick = step.tick() + revoke.noticeNanos();
    PlannedEnd end = new PlannedEnd(tick, record.policy.endedByAdmin(), revoke.reason(), by);
    boolean withToken = !revoke.keepToken() && RevokedWithLease.hasToken(step.caller(), record);
    if (tick > step.tick()) {
      plan(step, record, end, request, withToken);
      return;
    }
    Endings.end(step, record, end, request);
    if (withToken) {
      RevokedWithLease.end(step, record, revoke.reason(), by);
    }
  }

  /**
   * Takes a lease away because its IP token is revoked, and the credential that it was drawn with.
   */
  public static void revokeByToken(Step step, LeaseRecord record, String reason) {
    String by = step.caller().actor();
    String why = reason.isEmpty() ? EndReasons.TOKEN_REVOKED : reason;
    Endings.takeAway(step, record, why, by);
    RevokedWithLease.end(step, record, why, by);
  }

  /** Takes away everything that a holder has and waits for, the oldest first. */
  public static Reply releaseAll(Step step, LeaseCommand.ReleaseAll all) {
    if (!step.caller().isAdmin()) {
      return Step.refuse(new AccessRefusal.Forbidden("only an admin may take leases away"));
    }
    Refusal refusal = Names.check("holder", all.holder());
    refusal =
        refusal != null
            ? refusal
            : FieldChecks.checkReason(all.reason(), "say why the leases are taken away in reason");
    if (refusal != null) {
      return Step.refuse(refusal);
    }
    int count = 0;
    Holder holder = step.state.holders.get(all.holder());
    LeaseRecord next = holder == null ? null : holder.first();
    while (next != null) {
      if (next.isLiving() && step.caller().hasAccessTo(next.space.name)) {
        if (count >= all.limit()) {
          return new Reply.Swept(count, true);
        }
        boolean withToken = !all.keepToken() && RevokedWithLease.hasToken(step.caller(), next);
        Endings.takeAway(step, next, all.reason(), step.caller().actor());
        if (withToken) {
          RevokedWithLease.end(step, next, all.reason(), step.caller().actor());
        }
        count++;
      }
      next = next.later;
    }
    return new Reply.Swept(count, false);
  }

  /** Ends a wait, or a grant that the holder was not told of; a grant in use is left alone. */
  public static Reply giveUp(Step step, NodeCommand.GiveUp giveUp) {
    LeaseRecord record = step.state.leases.find(giveUp.leaseId());
    if (record == null) {
      return Step.refuse(new NotFoundRefusal.NoSuchLease(giveUp.leaseId()));
    }
    if (record.isPending()) {
      Endings.fail(step, record, giveUp.why().name(), step.tick());
    } else if (record.isActive() && record.place() != null) {
      step.record(
          new LeaseEvent.ConversionFailed(
              step.at(), record.id, giveUp.why().name(), Event.Request.NONE));
    } else if (record.isActive() && record.rare().unclaimed) {
      boolean gone = giveUp.why() == NodeCommand.GiveUp.Why.DISCONNECTED;
      Endings.fail(step, record, gone ? EndReasons.UNCLAIMED : giveUp.why().name(), step.tick());
    }
    return step.answer(giveUp.leaseId());
  }

  public static void endPlanned(State state, LeaseEvent.EndPlanned e) {
    LeaseRecord record = state.active(e);
    PlannedEnd end = e.end();
    if (end.state() == record.policy.endedByAdmin()) {
      record.rareToWrite().announcedEnd = end;
      record.rareToWrite().revokesToken = e.revokesToken();
      state.notices.add(record, e);
    } else {
      state.waiting.removeIfWaiting(record);
      record.beat(e.tick());
      record.rareToWrite().delayedRelease = end;
    }
    state.remember(e.request(), record);
    state.deadlines.moved(record);
  }
}
