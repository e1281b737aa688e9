package dev.leasehold.kernel.refusal;

import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.Limits;

/** There are as many as there may be; later there may be room. */
public sealed interface LimitRefusal extends Refusal {

  record QuotaExceeded(String detail) implements LimitRefusal {}

  record QueueFull(String detail) implements LimitRefusal {}

  /**
   * @param what was done too often
   * @param retryNanos how long to wait before asking again
   */
  record AskedTooOften(String what, long retryNanos) implements LimitRefusal {
    /** Rounds up, so that whoever waits as long as it says is not refused again. */
    @Override
    public String detail() {
      long seconds = Math.ceilDiv(retryNanos, Limits.SECOND);
      return what + "; ask again in " + Durations.seconds(seconds * Limits.SECOND);
    }
  }
}
