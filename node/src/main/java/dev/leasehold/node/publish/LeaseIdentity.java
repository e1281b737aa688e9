package dev.leasehold.node.publish;

import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import java.util.List;
import java.util.Map;

/** The fields of a lease that never change. Events name only its id. */
public record LeaseIdentity(
    String policy, String space, List<String> scope, String holder, String session) {

  public static LeaseIdentity of(Lease lease) {
    return new LeaseIdentity(
        lease.policy().name(),
        lease.space(),
        lease.scope().patternTexts(),
        lease.holder(),
        lease.session());
  }

  private static LeaseIdentity of(Claim claim) {
    return new LeaseIdentity(
        claim.policy(),
        claim.space(),
        claim.scope().patternTexts(),
        claim.holder(),
        claim.session());
  }

  /** Adds the lease that an event makes. */
  public static void learn(Event event, Map<String, LeaseIdentity> known) {
    switch (event) {
      case LeaseEvent.Granted e -> known.put(e.leaseId(), of(e.claim()));
      case LeaseEvent.Queued e -> known.put(e.leaseId(), of(e.claim()));
      case LeaseEvent.Transferred e -> {
        LeaseIdentity from = known.get(e.leaseId());
        if (from != null) {
          known.put(e.newLeaseId(), from.handedTo(e.toHolder()));
        }
      }
      default -> {}
    }
  }

  /** The identity of the lease that a transfer makes. */
  private LeaseIdentity handedTo(String newHolder) {
    return new LeaseIdentity(policy, space, scope, newHolder, "");
  }
}
