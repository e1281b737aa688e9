package dev.leasehold.client.guard;

import org.jspecify.annotations.Nullable;

/** Decides what a guard learns from a grant. Nothing is kept or changed here. */
final class GrantRules {

  private GrantRules() {}

  /**
   * @param proved whether a certificate says so; without one, only the lease that is known already
   *     or the first of all is believed
   */
  static Judgement judge(
      Grant grant,
      boolean proved,
      @Nullable ResourceKnowledge standing,
      FencePath floor,
      long nowNanos) {
    FencePath given = grant.fencePath();
    FencePath largest = standing == null ? floor : standing.fencePath();
    if (given.isBehind(largest)) {
      return standing == null ? ActRules.forgotten() : Judgement.superseded(largest, given);
    }
    if (grant.shared()) {
      return Judgement.allow();
    }
    if (standing == null) {
      return Judgement.allow(ResourceKnowledge.of(given, told(null, grant, nowNanos)));
    }
    int place = standing.placeOf(grant.leaseId());
    if (given.isPrefixOf(largest)) {
      return merge(given.size() - 1, grant, standing, nowNanos);
    }
    if (place < 0 && !proved) {
      return Judgement.otherLease(standing.leaseId(), grant.leaseId());
    }
    FenceLink before = place < 0 ? null : standing.at(place);
    return Judgement.allow(standing.movedTo(given, told(before, grant, nowNanos)));
  }

  private static FenceLink told(@Nullable FenceLink before, Grant grant, long nowNanos) {
    FencePath given = grant.fencePath();
    long token = given.token(given.size() - 1);
    return (before == null ? FenceLink.unknown(token) : before.withToken(token))
        .told(grant, nowNanos);
  }

  private static Judgement merge(
      int place, Grant grant, ResourceKnowledge standing, long nowNanos) {
    FenceLink link = standing.at(place);
    if (link.leaseId() != null && !link.isOf(grant.leaseId())) {
      return Judgement.otherLease(link.leaseId(), grant.leaseId());
    }
    ResourceKnowledge next = standing.with(place, link.told(grant, nowNanos));
    return next.equals(standing) ? Judgement.allow() : Judgement.allow(next);
  }

  /** The caller's word that the lease has come to this epoch. */
  static Judgement advance(String leaseId, long epoch, @Nullable ResourceKnowledge standing) {
    if (standing == null) {
      return Judgement.cannotTell("no lease is known here yet: show the guard a certificate first");
    }
    int place = standing.placeOf(leaseId);
    if (place < 0) {
      return Judgement.otherLease(standing.leaseId(), leaseId);
    }
    FenceLink link = standing.at(place);
    if (epoch < link.epoch()) {
      return Judgement.deny(
          Verdict.Code.STALE_EPOCH,
          "epoch " + link.epoch() + " or later",
          "epoch " + epoch,
          "an epoch does not go back");
    }
    return epoch == link.epoch()
        ? Judgement.allow()
        : Judgement.allow(standing.with(place, link.advancedTo(epoch)));
  }
}
