package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Durations;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.NoticeKind;
import dev.leasehold.kernel.PlannedEnd;
import dev.leasehold.kernel.Refusal;
import dev.leasehold.kernel.ReleaseReason;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.request.Change;
import dev.leasehold.kernel.request.FieldChecks;
import dev.leasehold.kernel.request.Names;
import dev.leasehold.kernel.request.Ownership;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.Step;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides the endings that somebody asks for: release, check-in, close, revocation. */
public final class EndingLeases {

  private final State state;

  public EndingLeases(State state) {
    this.state = state;
  }

  public Reply release(Step step, Command.Release release) {
    Optional<ReleaseReason> reason =
        release.reason().isEmpty()
            ? Optional.of(ReleaseReason.VOLUNTARY)
            : ReleaseReason.parse(release.reason());
    String text = reason.map(Enum::name).orElse("");
    return Change.of(
            step,
            "release",
            release.leaseId(),
            release.requestId(),
            null,
            text,
            release.afterNanos())
        .against(
            holding -> {
              Refusal refusal = Ownership.checkLiving(step.caller(), holding);
              if (refusal == null && reason.isEmpty()) {
                refusal = new Refusal.InvalidReleaseReason(release.reason());
              }
              return refusal != null ? refusal : checkAfter(release.afterNanos());
            })
        .carryOut(
            (holding, request) -> {
              letGo(step, holding, text, release.afterNanos(), request);
              return holding.id;
            });
  }

  private static @Nullable Refusal checkAfter(long nanos) {
    return nanos >= 0 && nanos <= Limits.MAX_TTL_NANOS
        ? null
        : new Refusal.InvalidInput("after", "a release is delayed by 0 to 366 days (8784h)");
  }

  /** Releases the lease now or later; a second release may only bring the end nearer. */
  private static void letGo(
      Step step, LeaseRecord holding, String reason, long afterNanos, Event.Request request) {
    String by = step.caller().actor();
    if (holding.isPending()) {
      Endings.end(step, holding, LeaseState.FAILED, Endings.CANCELLED, by, request);
      return;
    }
    PlannedEnd before = holding.rare().delayedRelease;
    long latest = before == null ? holding.deadlineTick() : before.tick();
    long tick = Math.min(step.tick() + afterNanos, latest);
    PlannedEnd end = new PlannedEnd(tick, holding.policy.endedByHolder(), reason, by);
    if (tick <= step.tick()) {
      Endings.end(step, holding, end, request);
    } else {
      stopConverting(step, holding);
      plan(step, holding, end, request);
    }
  }

  /** Gives up a conversion that waits, because the holder releases the lease. */
  private static void stopConverting(Step step, LeaseRecord holding) {
    if (holding.waiting() != null) {
      step.record(
          new Event.ConversionFailed(
              step.next(),
              step.tick(),
              step.wall(),
              holding.id,
              Endings.CANCELLED,
              Event.Request.NONE));
    }
  }

  private static void plan(Step step, LeaseRecord holding, PlannedEnd end, Event.Request request) {
    step.record(
        new Event.EndPlanned(step.next(), step.tick(), step.wall(), holding.id, end, request));
  }

  public Reply complete(Step step, Command.Complete complete) {
    return Change.of(
            step, "complete", complete.leaseId(), complete.requestId(), null, complete.commit())
        .against(
            holding -> {
              Refusal refusal = Ownership.checkActive(step.caller(), holding);
              refusal =
                  refusal != null
                      ? refusal
                      : FieldChecks.checkSentence("commit", complete.commit());
              boolean fits = holding.policy.isCheckedIn();
              return refusal != null ? refusal : wrongWay(holding, fits, "checked in");
            })
        .carryOut(
            (holding, request) -> {
              String by = step.caller().actor();
              Endings.end(step, holding, LeaseState.COMPLETED, complete.commit(), by, request);
              return holding.id;
            });
  }

  public Reply close(Step step, Command.Close close) {
    return Change.of(step, "close", close.leaseId(), close.requestId(), null)
        .against(
            holding -> {
              Refusal refusal =
                  holding.isInGrace()
                      ? Ownership.checkHolder(step.caller(), holding)
                      : Ownership.checkActive(step.caller(), holding);
              return refusal != null
                  ? refusal
                  : wrongWay(holding, holding.policy.isBudget(), "closed");
            })
        .carryOut(
            (holding, request) -> {
              String by = step.caller().actor();
              Endings.end(step, holding, LeaseState.CLOSED, "", by, request);
              return holding.id;
            });
  }

  private static @Nullable Refusal wrongWay(LeaseRecord holding, boolean fits, String way) {
    return fits
        ? null
        : new Refusal.InvalidInput(
            "leaseId",
            "leases under the policy "
                + holding.policy.name()
                + " are not "
                + way
                + "; release it");
  }

  public Reply revoke(Step step, Command.Revoke revoke) {
    if (!step.caller().isAdmin()) {
      return Step.refuse(new Refusal.Forbidden("only an admin may take a lease away"));
    }
    return Change.of(
            step,
            "revoke",
            revoke.leaseId(),
            revoke.requestId(),
            null,
            revoke.reason(),
            revoke.noticeNanos())
        .against(holding -> revocable(step, holding, revoke))
        .carryOut(
            (holding, request) -> {
              takeAway(step, holding, revoke, request);
              return holding.id;
            });
  }

  private static @Nullable Refusal revocable(
      Step step, LeaseRecord holding, Command.Revoke revoke) {
    if (holding.state().isTerminal()) {
      return new Refusal.AlreadyTerminal(holding.id, holding.state());
    }
    Refusal refusal =
        FieldChecks.checkReason(revoke.reason(), "say why the lease is taken away in reason");
    if (refusal == null
        && (revoke.noticeNanos() < 0 || revoke.noticeNanos() > Limits.MAX_TTL_NANOS)) {
      refusal = new Refusal.InvalidInput("notice", "a notice is 0 to 366 days (8784h)");
    }
    return refusal != null ? refusal : tooLate(step, holding, revoke.noticeNanos());
  }

  /** A second notice may bring the end nearer, never push it away. */
  private static @Nullable Refusal tooLate(Step step, LeaseRecord holding, long noticeNanos) {
    PlannedEnd before = holding.rare().announcedEnd;
    return before == null || step.tick() + noticeNanos <= before.tick()
        ? null
        : new Refusal.InvalidInput(
            "notice",
            "lease "
                + holding.id
                + " ends in "
                + Durations.seconds(before.tick() - step.tick())
                + " by an earlier notice; another one may only bring the end nearer");
  }

  /** Takes the lease away now or after the notice; a wait ends at once. */
  private static void takeAway(
      Step step, LeaseRecord holding, Command.Revoke revoke, Event.Request request) {
    String by = step.caller().actor();
    if (holding.isPending()) {
      Endings.end(step, holding, LeaseState.FAILED, Endings.CANCELLED, by, request);
      return;
    }
    long tick = step.tick() + revoke.noticeNanos();
    PlannedEnd end = new PlannedEnd(tick, holding.policy.endedByAdmin(), revoke.reason(), by);
    if (tick <= step.tick()) {
      Endings.end(step, holding, end, request);
    } else {
      plan(step, holding, end, request);
    }
  }

  /** Takes away everything that a holder has and waits for, the oldest first. */
  public Reply releaseAll(Step step, Command.ReleaseAll all) {
    if (!step.caller().isAdmin()) {
      return Step.refuse(new Refusal.Forbidden("only an admin may take leases away"));
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
    Holder holder = state.holders.get(all.holder());
    LeaseRecord next = holder == null ? null : holder.first();
    while (next != null) {
      if (next.isLiving() && step.caller().isAdmittedTo(next.space.name)) {
        if (count >= all.limit()) {
          return new Reply.Swept(count, true);
        }
        Endings.takeAway(step, next, all.reason(), step.caller().actor());
        count++;
      }
      next = next.later;
    }
    return new Reply.Swept(count, false);
  }

  /** Ends a wait, or a grant that the holder was not told of; a grant in use is left alone. */
  public Reply giveUp(Step step, Command.GiveUp giveUp) {
    LeaseRecord holding = state.leases.find(giveUp.leaseId());
    if (holding == null) {
      return Step.refuse(new Refusal.NoSuchLease(giveUp.leaseId()));
    }
    if (holding.isPending()) {
      Endings.fail(step, holding, giveUp.why().name(), step.tick());
    } else if (holding.isActive() && holding.waiting() != null) {
      step.record(
          new Event.ConversionFailed(
              step.next(),
              step.tick(),
              step.wall(),
              holding.id,
              giveUp.why().name(),
              Event.Request.NONE));
    } else if (holding.isActive() && holding.rare().unclaimed) {
      Endings.fail(step, holding, Endings.UNCLAIMED, step.tick());
    }
    return step.answer(giveUp.leaseId());
  }

  public void endPlanned(Event.EndPlanned e) {
    LeaseRecord holding = state.active(e);
    PlannedEnd end = e.end();
    if (end.state() == holding.policy.endedByAdmin()) {
      holding.rareToWrite().announcedEnd = end;
      state.notices.tell(holding, e, NoticeKind.ENDING, end.reason(), end.tick() - e.tick());
    } else {
      state.waiting.removeIfWaiting(holding);
      holding.beat(e.tick());
      holding.rareToWrite().delayedRelease = end;
    }
    state.remember(e.request(), holding);
    state.deadlines.moved(holding);
  }
}
