package dev.leasehold.kernel.view;

/** The reasons for which leases and waits end, where nobody gave one. */
public final class EndReasons {

  public static final String TRANSFERRED = "TRANSFERRED";
  public static final String PARENT_ENDED = "PARENT_ENDED";
  public static final String REPLACED = "REPLACED";
  public static final String RESTORED = "RESTORED";
  public static final String TOKEN_REVOKED = "TOKEN_REVOKED";
  public static final String TOKEN_EXPIRED = "TOKEN_EXPIRED";

  /** Closes an expired lease that nobody closed. */
  public static final String GRACE_OVER = "GRACE_OVER";

  /** Ends a wait whose time is up. */
  public static final String TIMEOUT = "TIMEOUT";

  /** Ends a wait that its owner gave up. */
  public static final String CANCELLED = "CANCELLED";

  /** Ends a lease that was granted from the queue, and of whose grant nobody could be told. */
  public static final String UNCLAIMED = "UNCLAIMED";

  /** Ends a wait for a budget of a holder that has got one meanwhile. */
  public static final String ALREADY_LEASED = "ALREADY_LEASED";

  /** Ends a wait for a budget when its pool has nothing left. */
  public static final String INSUFFICIENT_BUDGET = "INSUFFICIENT_BUDGET";

  private EndReasons() {}
}
