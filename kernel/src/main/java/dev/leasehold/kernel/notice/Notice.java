package dev.leasehold.kernel.notice;

import dev.leasehold.kernel.budget.AmountWords;
import dev.leasehold.kernel.policy.Durations;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.PlannedEnd;

/**
 * A message to a holder, which comes with its replies until the holder acknowledges it.
 *
 * @param position of the event that made it, which no other notice has
 * @param reason an admin's words, a transfer's or a question's note, a commit, or why the lease
 *     ended; of a reminder how to let go of the lease, if that is not by a check-in
 * @param leftNanos of a reminder, an announcement, a grant or an extension: how long was left when
 *     it was made; of a lease received: how long until an announced end, 0 if there is none; of an
 *     expiry: how long the grace was then
 * @param space of the lease, which may be forgotten before the notice is
 * @param path of the lease, or the first of several
 * @param ofBudgetLease whether the lease is its holder's right to spend
 * @param by the actor that asks for the lease, for more budget or for more time, decided on that,
 *     reported an overrun, or checked in; else empty
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

  /** The advice to holders of git-lfs locks, who know no check-ins. */
  private static final String UNLOCK = "unlock it early with git lfs unlock";

  /** The notice of an expiry after which the holder has refreshed or closed the lease. */
  public Notice settled() {
    return withLeft(SETTLED);
  }

  /** The notice of an expiry whose grace is over. */
  public Notice withoutGrace() {
    return withLeft(0);
  }

  /** The notice as it reads to the holder of a lease under a policy. */
  public Notice under(String policy) {
    return kind == NoticeKind.REMINDER && policy.equals(Policy.LFS.name())
        ? with(UNLOCK, leftNanos)
        : this;
  }

  /**
   * The notice as it is true of its lease now: of an end that an admin has announced it tells when
   * that is, also to whoever received the lease, and otherwise it promises no more than is left.
   */
  public Notice within(Lease lease) {
    return switch (kind) {
      case ENDING, RECEIVED -> {
        PlannedEnd end = lease.rare().announcedEnd();
        yield end == null ? this : withLeft(Math.max(0, end.tick() - tick));
      }
      default -> withLeft(Math.min(leftNanos, lease.remainingNanos(tick)));
    };
  }

  private Notice withLeft(long nanos) {
    return with(reason, nanos);
  }

  private Notice with(String words, long left) {
    return new Notice(
        position, kind, leaseId, tick, wallNanos, words, left, space, path, ofBudgetLease, by);
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
    String why = reason.isEmpty() ? "" : ": " + (kind.isAboutMoney() ? amounts() : reason);
    return switch (kind) {
      case REMINDER ->
          lease
              + " ends "
              + left
              + "; finish your work, or "
              + (reason.isEmpty() ? "check in early" : reason);
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
      case THRESHOLD -> lease + " has spent " + amounts() + "; refresh it for more, or finish";
      case OVERRUN ->
          by
              + " reported "
              + amounts()
              + " under "
              + lease
              + " after the reservation had timed out; no account has it";
      case REQUEST ->
          by + " asks for more under " + lease + why + "; approve or decline it as " + position;
      case APPROVED -> lease + " got what was asked for, by " + by + why;
      case DECLINED -> lease + " does not get what was asked for; " + by + " declined" + why;
      case LATE_COMMIT ->
          by
              + " checked in "
              + reason
              + " under "
              + lease
              + ", which had ended by then; see whether it fits what came after";
      case GRANTED ->
          lease
              + " was granted to you"
              + (leftAt == 0 ? "" : " and ends " + left)
              + "; begin, or release it for the next";
      case EXTENSION_REQUEST ->
          by
              + " asks to extend "
              + lease
              + " by "
              + reason
              + "; approve or decline it as "
              + position;
      case EXTENDED ->
          lease
              + " was extended"
              + (leftAt == 0 ? "" : " and ends " + left)
              + "; "
              + by
              + " granted "
              + reason;
      case EXTENSION_DECLINED ->
          lease
              + " is not extended; "
              + by
              + " declined"
              + why
              + "; finish your work, or check in early";
      case ENDED -> lease + " has ended" + why + "; stop using it";
    };
  }

  /** The reason of a notice about money, with its amounts as people say them. */
  public String amounts() {
    return AmountWords.inText(reason);
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
