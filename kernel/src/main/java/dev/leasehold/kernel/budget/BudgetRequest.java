package dev.leasehold.kernel.budget;

/**
 * A holder's request for more than its lease was granted: more budget, or more time.
 *
 * @param position of the event that made it, by which it is named
 * @param holder the holder that asks
 * @param pool the pool that the lease draws on; empty if it asks for time
 * @param decidedBy the admin; empty while it is open, and if it ended with its lease
 * @param reason the admin's words
 * @param decidedWallNanos 0 while it is open
 * @param requestId the holder's id for asking; empty if it gave none
 * @param ttlNanos how much longer the lease is to last; 0 if it asks for budget
 * @param grantedNanos how much longer it lasts; 0 unless more time was approved
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
    long decidedWallNanos,
    String requestId,
    long ttlNanos,
    long grantedNanos) {

  /** The states of a request. */
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

  public boolean isForTime() {
    return ttlNanos > 0;
  }

  /** A copy with its decision. */
  public BudgetRequest decided(Status how, String by, String why, long nowWallNanos) {
    return decided(how, by, why, nowWallNanos, 0);
  }

  /** A copy that is approved and says by how much the lease was extended. */
  public BudgetRequest extended(String by, String why, long nowWallNanos, long nanos) {
    return decided(Status.APPROVED, by, why, nowWallNanos, nanos);
  }

  private BudgetRequest decided(
      Status how, String by, String why, long nowWallNanos, long extendedNanos) {
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
        nowWallNanos,
        requestId,
        ttlNanos,
        extendedNanos);
  }
}
