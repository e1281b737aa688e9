package dev.leasehold.kernel.lease;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.LimitRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.state.Holder;
import dev.leasehold.kernel.state.LeaseRecord;
import dev.leasehold.kernel.state.State;
import org.jspecify.annotations.Nullable;

/**
 * The bounds on what one holder has that keeps others out or waits: the number of its leases and
 * the characters in them. New requests are refused by it; events are applied whatever it says.
 */
public final class Quota {

  private final State state;
  private final int leases;
  private final long characters;

  public Quota(State state, int leases) {
    this.state = state;
    this.leases = leases;
    this.characters =
        Math.max(Limits.MIN_CHARACTERS_PER_HOLDER, (long) leases * Limits.CHARACTERS_PER_LEASE);
  }

  /**
   * Refuses one more lease.
   *
   * @param size how many characters are written in it
   * @param replaced the lease that it takes the place of; null if of none
   */
  @Nullable Refusal exceeded(String holderName, long size, @Nullable LeaseRecord replaced) {
    Holder holder = state.holders.get(holderName);
    int count = holder == null ? 0 : holder.livingCount();
    long written = holder == null ? 0 : holder.livingTextSize();
    if (replaced != null) {
      count--;
      written -= replaced.textSize();
    }
    if (count >= leases) {
      return new LimitRefusal.QuotaExceeded(
          holderName + " holds " + leases + " leases, all it may; release some");
    }
    return written + size > characters
        ? new LimitRefusal.QuotaExceeded(
            holderName
                + " may have "
                + characters
                + " characters of scopes, labels and authorities in its leases, and has "
                + written
                + "; release some, or ask for less")
        : null;
  }
}
