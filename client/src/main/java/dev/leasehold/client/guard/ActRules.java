package dev.leasehold.client.guard;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides on acts. Nothing is kept or changed here. Precedence: fence path, lease id, deadline,
 * epoch.
 *
 * @param byTokenAlone whether an act with a larger token is believed without a certificate
 */
record ActRules(EpochCheck epochs, boolean byTokenAlone) {

  /**
   * @param floor nothing that is known to be forgotten had a larger path
   */
  Judgement judge(Act act, @Nullable ResourceKnowledge standing, FencePath floor, long nowNanos) {
    FencePath given = act.fencePath();
    if (act.shared()) {
      return judgeShared(given, standing, floor);
    }
    if (standing == null) {
      return judgeFirst(act, floor);
    }
    FencePath largest = standing.fencePath();
    if (given == null) {
      int place = standing.placeOf(act.leaseId());
      return place < 0
          ? Judgement.otherLease(standing.leaseId(), act.leaseId())
          : judgeAt(place, act, standing, nowNanos);
    }
    if (given.isBehind(largest)) {
      return Judgement.superseded(largest, given);
    }
    return given.isPrefixOf(largest)
        ? judgeAt(given.size() - 1, act, standing, nowNanos)
        : judgeNewer(act, given, standing, nowNanos);
  }

  /** Shared leases stand beside each other: only what excluded them counts. */
  private static Judgement judgeShared(
      @Nullable FencePath given, @Nullable ResourceKnowledge standing, FencePath floor) {
    if (given == null) {
      return Judgement.cannotTell("an act under a shared lease is told by its fence path alone");
    }
    if (standing != null && given.isBehind(standing.fencePath())) {
      return Judgement.superseded(standing.fencePath(), given);
    }
    return standing == null && given.isBehind(floor) ? forgotten() : Judgement.allow();
  }

  private Judgement judgeFirst(Act act, FencePath floor) {
    FencePath given = act.fencePath();
    if (!byTokenAlone || given == null) {
      return Judgement.cannotTell("no lease is known here yet: show the guard a certificate first");
    }
    return given.isBehind(floor)
        ? forgotten()
        : Judgement.allow(ResourceKnowledge.of(given, processed(newLink(act, given), act)));
  }

  static Judgement forgotten() {
    return Judgement.cannotTell(
        "too many resources: this one was forgotten, and the token is not larger than all that"
            + " were; ask the server, or take the lease anew");
  }

  private static FenceLink newLink(Act act, FencePath given) {
    return FenceLink.named(given.token(given.size() - 1), act.leaseId(), act.epoch());
  }

  private FenceLink processed(FenceLink link, Act act) {
    return epochs == EpochCheck.LENIENT ? link.processed(act.epoch()) : link;
  }

  /** Decides on an act whose path is ahead of the largest, or continues it. */
  private Judgement judgeNewer(
      Act act, FencePath given, ResourceKnowledge standing, long nowNanos) {
    int place = standing.placeOf(act.leaseId());
    if (place < 0 && !byTokenAlone) {
      return Judgement.otherLease(standing.leaseId(), act.leaseId());
    }
    // A lease that was converted, or whose parent was handed on, has a new path and its old id.
    FenceLink last =
        place < 0
            ? newLink(act, given)
            : standing.at(place).withToken(given.token(given.size() - 1));
    ResourceKnowledge moved = standing.movedTo(given, last);
    Judgement judgement = judgeAt(given.size() - 1, act, moved, nowNanos);
    return judgement.verdict().isAllowed() && judgement.next() == null
        ? Judgement.allow(moved)
        : judgement;
  }

  private Judgement judgeAt(int place, Act act, ResourceKnowledge standing, long nowNanos) {
    FenceLink link = standing.at(place);
    if (link.leaseId() == null && byTokenAlone) {
      FenceLink named = FenceLink.named(link.token(), act.leaseId(), act.epoch());
      return Judgement.allow(standing.with(place, processed(named, act)));
    }
    if (link.leaseId() == null) {
      return Judgement.cannotTell("only the lease's token is known here: show its certificate");
    }
    if (!link.isOf(act.leaseId())) {
      return Judgement.otherLease(link.leaseId(), act.leaseId());
    }
    long lateByNanos = link.lateByNanos(nowNanos);
    if (lateByNanos >= 0) {
      return Judgement.deny(
          Verdict.Code.LEASE_EXPIRED,
          "lease " + act.leaseId() + " before its deadline",
          TimeUnit.NANOSECONDS.toMillis(lateByNanos) + " ms after it",
          "the lease's deadline has passed; if it was renewed, show a newer certificate");
    }
    return judgeEpoch(place, act, standing);
  }

  private Judgement judgeEpoch(int place, Act act, ResourceKnowledge standing) {
    FenceLink link = standing.at(place);
    boolean strict = epochs == EpochCheck.STRICT;
    long known = strict ? link.epoch() : link.lastProcessed();
    if (act.epoch() < known) {
      return Judgement.deny(
          Verdict.Code.STALE_EPOCH,
          "epoch " + known + (strict ? "" : " or later"),
          "epoch " + act.epoch(),
          "the act is from before the last step; its sender should look at the state anew");
    }
    if (strict && act.epoch() > known) {
      return Judgement.deny(
          Verdict.Code.FUTURE_EPOCH,
          "epoch " + known,
          "epoch " + act.epoch(),
          "a step was missed here; tell the guard of it with advanceTo or a newer certificate");
    }
    return strict || act.epoch() == known
        ? Judgement.allow()
        : Judgement.allow(standing.with(place, link.processed(act.epoch())));
  }
}
