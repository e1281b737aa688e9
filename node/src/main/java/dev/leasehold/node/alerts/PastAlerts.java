package dev.leasehold.node.alerts;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.event.ApprovalEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.alerts.AlertDetector.Term;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.BlockLookup;
import dev.leasehold.node.publish.LeaseIdentity;
import dev.leasehold.node.publish.LeaseLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Raises the latest alerts again at a start, from the last events of the journal. The holder of a
 * lease is known from the event that made it, else from the kernel or the tables.
 */
public final class PastAlerts {

  /** Events that it looks back; see ADR 22. */
  public static final long EVENTS = 16_384;

  private final Kernel kernel;
  private final LeaseLookup ended;
  private final Map<String, LeaseIdentity> known = new HashMap<>();
  private final Map<String, Term> terms = new HashMap<>();

  /**
   * @param ended asked for leases that the kernel does not remember
   */
  public PastAlerts(Kernel kernel, LeaseLookup ended) {
    this.kernel = kernel;
    this.ended = ended;
  }

  public List<Alert> find(AlertDetector detector, BlockLookup journal, long events)
      throws IOException {
    List<Alert> raised = new ArrayList<>();
    long position = Math.max(0, kernel.lastPosition() - events);
    for (Optional<Block> next = journal.blockAfter(position);
        next.isPresent();
        next = journal.block(next.get().number() + 1)) {
      for (Event event : BlockLookup.eventsOf(next.get())) {
        LeaseIdentity.learn(event, known);
        if (event instanceof Event.OfLease e) {
          Term before = terms.get(e.leaseId());
          learn(e);
          raised.addAll(detector.lookBack(event, () -> identityOf(e.leaseId()), before));
        }
      }
    }
    return raised;
  }

  private void learn(Event.OfLease event) {
    switch (event) {
      case LeaseEvent.Granted e ->
          terms.put(e.leaseId(), new Term(e.deadlineTick(), e.claim().ttlNanos()));
      case LeaseEvent.GrantedFromQueue e ->
          terms.put(e.leaseId(), new Term(e.deadlineTick(), e.deadlineTick() - e.tick()));
      case LeaseEvent.Renewed e -> terms.put(e.leaseId(), new Term(e.deadlineTick(), e.ttlNanos()));
      case ApprovalEvent.ExtensionApproved e ->
          terms.computeIfPresent(
              e.leaseId(), (id, before) -> new Term(e.deadlineTick(), before.ttlNanos()));
      default -> {}
    }
  }

  private @Nullable LeaseIdentity identityOf(String leaseId) {
    LeaseIdentity identity = known.get(leaseId);
    if (identity == null) {
      Lease lease = kernel.recorded().lease(leaseId);
      Optional<Lease> found = lease != null ? Optional.of(lease) : ended.find(leaseId).join();
      if (found.isPresent()) {
        identity = LeaseIdentity.of(found.get());
        known.put(leaseId, identity);
      }
    }
    return identity;
  }
}
