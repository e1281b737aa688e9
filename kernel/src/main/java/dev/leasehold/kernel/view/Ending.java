package dev.leasehold.kernel.view;

import org.jspecify.annotations.Nullable;

/**
 * How a lease ended.
 *
 * @param tick the instant it ended: of an expiry the deadline itself, never a caller's figure
 * @param cause the cause of an expiry; null if it did not expire
 * @param reason the reason that the holder or the admin gave, of a check-in the commit; empty for
 *     none
 * @param endedBy the actor that ended it; empty if time did
 * @param graceEndTick until when it keeps others out all the same; 0 if it does not
 */
public record Ending(
    long tick,
    long wallNanos,
    @Nullable ExpiryCause cause,
    String reason,
    String endedBy,
    long graceEndTick) {

  /** An expired lease that is closed keeps the instant of its expiry. */
  public Ending graceOver(String reasonGiven, String by) {
    return new Ending(tick, wallNanos, cause, reasonGiven, by, 0);
  }
}
