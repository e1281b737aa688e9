package dev.leasehold.client.guard;

import org.jspecify.annotations.Nullable;

/**
 * An act that somebody wants carried out, as far as a guard looks at it. A guard takes these claims
 * at their word: it stops those who are late, not those who lie.
 *
 * @param leaseId under which it is done
 * @param epoch of the lease when the act was emitted
 * @param fencePath null if the act carries none; then lease id and epoch alone decide
 * @param shared whether the lease is shared
 */
public record Act(String leaseId, long epoch, @Nullable FencePath fencePath, boolean shared) {

  public Act {
    Names.check("a lease id", leaseId);
    if (epoch < 0) {
      throw new IllegalArgumentException("an epoch is not negative, this one is " + epoch);
    }
    if (fencePath != null && fencePath.size() == 0) {
      throw new IllegalArgumentException("an act's fence path has at least the lease's own token");
    }
  }

  /** An act under an exclusive lease, without its fence path. */
  public static Act of(String leaseId, long epoch) {
    return new Act(leaseId, epoch, null, false);
  }

  /** An act under an exclusive lease. */
  public static Act of(String leaseId, long epoch, FencePath fencePath) {
    return new Act(leaseId, epoch, fencePath, false);
  }

  /** An act under a shared lease. */
  public static Act shared(String leaseId, long epoch, FencePath fencePath) {
    return new Act(leaseId, epoch, fencePath, true);
  }
}
