package dev.leasehold.kernel.state;

/**
 * A request id belongs to the caller that chose it, in one space: whoever may speak for the caller
 * in one space only uses up none of its ids in another.
 *
 * @param space of the lease that the request made or changed; empty if it changed a pool
 */
public record RequestKey(String caller, String requestId, String space) {

  /** The space of requests about pools, which belong to no space. */
  public static final String NO_SPACE = "";
}
