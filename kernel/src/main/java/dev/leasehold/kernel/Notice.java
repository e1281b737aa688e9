package dev.leasehold.kernel;

/**
 * A message to a holder, which comes with its replies until the holder acknowledges it.
 *
 * @param position of the event that made it, which no other notice has
 * @param reason an admin's words, a transfer's or a question's note, or why the lease ended
 * @param leftNanos of a reminder or an announcement: how long was left when it was made; of an
 *     expiry: how long the grace was then
 * @param space of the lease, which may be forgotten before the notice is
 * @param path of the lease, or the first of several
 * @param ofBudgetLease whether the lease is its holder's right to spend
 * @param by who asks for the lease or for more budget, decided on that, or reported an overrun;
 *     else empty
 */
public record Notice(
    long position,
    NoticeKind kind,
    String leaseId,
    long tick,
    long wallNanos,
    String reason,
    long leftNanos,
    String space,
    String path,
    boolean ofBudgetLease,
    String by) {

  /**
   * Instead of {@code leftNanos}: the lease is not in grace any more, and its holder ended that.
   */
  private static final long SETTLED = -1;

  /** The notice of an expiry after which the holder has refreshed or closed the lease. */
  Notice settled() {
    return withLeft(SETTLED);
  }

  /** The notice of an expiry whose grace is over. */
  Notice withoutGrace() {
    return withLeft(0);
  }

  private Notice withLeft(long nanos) {
    return new Notice(
        position, kind, leaseId, tick, wallNanos, reason, nanos, space, path, ofBudgetLease, by);
  }

  /** The notice's id, the same however often it is delivered. */
  public String id() {
    return Long.toString(position);
  }

  /** How much of {@code leftNanos} is left when the notice is delivered. */
  public long leftNanosAt(long deliveryTick) {
    return leftNanos <= 0 ? 0 : Math.clamp(tick + leftNanos - deliveryTick, 0, leftNanos);
  }

  /** Says what happened and what to do, to a person or an agent who reads it at the tick. */
  public String textAt(long deliveryTick) {
    long leftAt = leftNanosAt(deliveryTick);
    String left = "in " + Durations.words(leftAt);
    String lease = "lease " + leaseId + (path.isEmpty() ? "" : " on " + path + " in " + space);
    String why = reason.isEmpty() ? "" : ": " + reason;
    return switch (kind) {
      case REMINDER -> lease + " ends " + left + "; finish your work, or check in early";
      case ENDING -> lease + " will be taken away " + left + why + "; finish your work and let go";
      case RECEIVED ->
          lease
              + " is yours now"
              + (leftNanos == 0 ? "" : ", and will be taken away " + left)
              + why;
      case EXPIRED -> lease + expired(why, leftAt);
      case REVOKED -> lease + " was revoked" + why + "; stop using it";
      case EVICTED -> lease + " was evicted" + why + "; stop using it";
      case QUESTION ->
          by
              + " asks for "
              + lease
              + ": \""
              + reason
              + "\"; release or transfer it if you can spare it";
      case THRESHOLD -> lease + " has spent " + reason + "; refresh it for more, or finish";
      case OVERRUN ->
          by
              + " reported "
              + reason
              + " under "
              + lease
              + " after the reservation had timed out; no account has it";
      case REQUEST ->
          by + " asks for more under " + lease + why + "; approve or decline it as " + position;
      case APPROVED -> lease + " got what was asked for, by " + by + why;
      case DECLINED -> lease + " does not get what was asked for; " + by + " declined" + why;
      case ENDED -> lease + " has ended" + why + "; stop using it";
    };
  }

  private String expired(String why, long leftAt) {
    if (leftNanos == SETTLED) {
      return " had expired" + why + "; you have refreshed or closed it since";
    }
    return " has expired"
        + why
        + (leftAt == 0
            ? "; acquire a new one"
            : "; refresh or close it, for its grace is over in " + Durations.words(leftAt));
  }
}
