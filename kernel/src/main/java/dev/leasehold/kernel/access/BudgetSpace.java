package dev.leasehold.kernel.access;

import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import dev.leasehold.kernel.view.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The space of the rights to spend that handshakes give: one path for each agent. Nobody acquires
 * anything else there, so that no agent keeps another from its own.
 */
public final class BudgetSpace {

  public static final String NAME = "leasehold.budgets";

  /** The label of a lease that names the provider of its handshake. */
  public static final String PROVIDER_LABEL = "provider";

  private BudgetSpace() {}

  /** The provider that a lease was given for; empty if its handshake named none. */
  public static String providerOf(Lease lease) {
    return isReserved(lease.space()) ? lease.labels().getOrDefault(PROVIDER_LABEL, "") : "";
  }

  /**
   * The path of an agent: its name as one segment. A percent sign is in no name, so that two agents
   * never share a path.
   */
  public static String pathOf(String agent) {
    return "/" + agent.replace("/", "%2F");
  }

  /** Refuses an ordinary acquire in this space. */
  public static @Nullable Refusal refusalToAcquire(String space) {
    return isReserved(space)
        ? new InputRefusal.InvalidInput(
            "space",
            "the space " + NAME + " is for handshakes alone; choose another, or do a handshake")
        : null;
  }

  public static boolean isReserved(String space) {
    return space.equals(NAME);
  }
}
