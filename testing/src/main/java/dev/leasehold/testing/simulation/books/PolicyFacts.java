package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import java.util.List;
import java.util.Set;

/** The auditor's facts about a policy; of the built-in ones they come from the design. */
public record PolicyFacts(
    String name,
    int version,
    long defaultTtlNanos,
    boolean renewable,
    long graceNanos,
    boolean epochsLast,
    long leadNanos,
    long heartbeatNanos,
    Set<Mode> modes,
    String released,
    String revoked,
    boolean extensions) {

  private static final long SECOND = 1_000_000_000L;
  private static final Set<Mode> ALONE = Set.of(Mode.EXCLUSIVE);

  public static final List<PolicyFacts> BUILT_IN =
      List.of(
          plain("work", 900, true, 0, false, 0, ALONE, "RELEASED", "REVOKED"),
          plain("budget", 3_600, false, 60, false, 0, ALONE, "CLOSED", "REVOKED"),
          plain("workflow", 300, true, 0, true, 0, ALONE, "RELEASED", "REVOKED"),
          plain("file", 3_600, true, 0, false, 0, Set.of(Mode.values()), "RELEASED", "REVOKED"),
          plain("checkout", 259_200, false, 0, false, 7_200, ALONE, "RELEASED", "EVICTED"),
          plain("lfs", 2_592_000, true, 0, false, 86_400, ALONE, "RELEASED", "REVOKED"));

  private static PolicyFacts plain(
      String name,
      long ttlSeconds,
      boolean renewable,
      long graceSeconds,
      boolean epochsLast,
      long leadSeconds,
      Set<Mode> modes,
      String released,
      String revoked) {
    return new PolicyFacts(
        name,
        1,
        ttlSeconds * SECOND,
        renewable,
        graceSeconds * SECOND,
        epochsLast,
        leadSeconds * SECOND,
        0,
        modes,
        released,
        revoked,
        false);
  }

  /** The facts about a policy that an admin has added, from its event. */
  public static PolicyFacts of(Policy policy) {
    return new PolicyFacts(
        policy.name(),
        policy.version(),
        policy.defaultTtlNanos(),
        policy.renewable(),
        policy.graceNanos(),
        policy.durableEpochs(),
        policy.reminderLeadNanos(),
        policy.heartbeatNanos(),
        Set.copyOf(policy.modes()),
        policy.endedByHolder().name(),
        policy.endedByAdmin().name(),
        policy.extensions());
  }

  public boolean isBudget() {
    return released.equals(LeaseState.CLOSED.name());
  }

  public boolean isCheckedIn() {
    return revoked.equals(LeaseState.EVICTED.name());
  }
}
