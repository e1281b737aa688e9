package dev.leasehold.kernel.state;

import dev.leasehold.kernel.policy.Limits;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The leases whose commits came after their ends, the latest of them: each has one such commit, and
 * the kernel forgets leases before the tables tell it.
 */
public final class LateCheckIns {

  private final Set<String> leaseIds = new LinkedHashSet<>();

  public boolean contains(String leaseId) {
    return leaseIds.contains(leaseId);
  }

  public void add(String leaseId) {
    if (!leaseIds.add(leaseId)) {
      throw new IllegalStateException("a second commit after the end of " + leaseId);
    }
    if (leaseIds.size() > Limits.MAX_LATE_CHECK_INS) {
      leaseIds.remove(leaseIds.iterator().next());
    }
  }

  /** In the order in which they came. */
  public List<String> all() {
    return List.copyOf(leaseIds);
  }
}
