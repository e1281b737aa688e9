package dev.leasehold.client.guard;

import org.jspecify.annotations.Nullable;

/**
 * One place of the largest fence path, and what is known of the lease that has it.
 *
 * @param leaseId null if only its token is known, from a descendant's path
 * @param epoch the current one, as far as told
 * @param lastProcessed epoch of the last act that passed a lenient check; -1 before the first
 * @param expiresTick the server's, of the newest grant that was shown
 * @param deadlineNanos on this process's monotonic clock; null if not known
 */
record FenceLink(
    long token,
    @Nullable String leaseId,
    long epoch,
    long lastProcessed,
    long expiresTick,
    @Nullable Long deadlineNanos) {

  static final long NONE_YET = -1;

  static FenceLink unknown(long token) {
    return new FenceLink(token, null, NONE_YET, NONE_YET, NONE_YET, null);
  }

  static FenceLink named(long token, String leaseId, long epoch) {
    return new FenceLink(token, leaseId, epoch, NONE_YET, NONE_YET, null);
  }

  boolean isOf(String id) {
    return id.equals(leaseId);
  }

  /** How long its deadline has passed; negative if it has not, as far as is known. */
  long lateByNanos(long nowNanos) {
    return deadlineNanos == null ? -1 : nowNanos - deadlineNanos;
  }

  FenceLink withToken(long newToken) {
    return new FenceLink(newToken, leaseId, epoch, lastProcessed, expiresTick, deadlineNanos);
  }

  FenceLink advancedTo(long newEpoch) {
    return new FenceLink(token, leaseId, newEpoch, lastProcessed, expiresTick, deadlineNanos);
  }

  FenceLink processed(long actEpoch) {
    return new FenceLink(token, leaseId, epoch, actEpoch, expiresTick, deadlineNanos);
  }

  /**
   * Adds what a grant of this lease says. Of two statements the one with the later end is newer; an
   * old one that is shown again moves nothing, so that a replay keeps no lease alive.
   */
  FenceLink told(Grant grant, long nowNanos) {
    Long stated =
        grant.remainingNanos() == null ? null : (Long) (nowNanos + grant.remainingNanos());
    Long deadline = deadlineNanos;
    if (grant.expiresTick() > expiresTick) {
      deadline = stated;
    } else if (grant.expiresTick() == expiresTick && stated != null) {
      deadline = deadline == null || stated - deadline < 0 ? stated : deadline;
    }
    return new FenceLink(
        token,
        grant.leaseId(),
        Math.max(epoch, grant.epoch()),
        lastProcessed,
        Math.max(expiresTick, grant.expiresTick()),
        deadline);
  }
}
