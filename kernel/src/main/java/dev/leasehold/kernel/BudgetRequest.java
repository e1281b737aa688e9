package dev.leasehold.kernel;

/**
 * A holder's request for more than its lease was granted.
 *
 * @param position of the event that made it, by which it is named
 * @param holder who asks
 * @param pool what the lease draws on
 * @param decidedBy the admin; empty while it is open, and if it ended with its lease
 * @param reason the admin's words
 * @param decidedWallNanos 0 while it is open
 */
public record BudgetRequest(
    long position,
    String leaseId,
    String holder,
    String pool,
    Amounts amounts,
    String justification,
    long wallNanos,
    Status status,
    String decidedBy,
    String reason,
    long decidedWallNanos) {

  /** The words for what has become of it. */
  public enum Status {
    OPEN,
    APPROVED,
    DECLINED,
    /** Its lease ended before anybody decided. */
    ENDED
  }

  public String id() {
    return Long.toString(position);
  }

  public boolean isOpen() {
    return status == Status.OPEN;
  }

  /** The same when it is over. */
  public BudgetRequest decided(Status how, String by, String why, long nowWallNanos) {
    return new BudgetRequest(
        position,
        leaseId,
        holder,
        pool,
        amounts,
        justification,
        wallNanos,
        how,
        by,
        why,
        nowWallNanos);
  }
}
