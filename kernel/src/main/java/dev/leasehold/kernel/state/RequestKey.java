package dev.leasehold.kernel.state;

import org.jspecify.annotations.Nullable;

/**
 * A request id belongs to the caller that chose it, in one space: whoever may speak for the caller
 * in one space only uses up none of its ids in another.
 *
 * @param space of the lease that the request made or changed; empty if it changed a pool
 * @param fingerprint of what the request said, which makes no key another
 */
public record RequestKey(String caller, String requestId, String space, long fingerprint) {

  /** The space of requests about pools, which belong to no space. */
  public static final String NO_SPACE = "";

  /** A key to look for. */
  public RequestKey(String caller, String requestId, String space) {
    this(caller, requestId, space, 0);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RequestKey key
        && requestId.equals(key.requestId)
        && caller.equals(key.caller)
        && space.equals(key.space);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * caller.hashCode() + requestId.hashCode()) + space.hashCode();
  }
}
