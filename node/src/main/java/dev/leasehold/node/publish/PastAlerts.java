package dev.leasehold.node.publish;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Lease;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.BlockLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a start once more at what happened last, so that the alerts of then are still known.
 * Many of the leases have left the kernel's memory by then. Whose they were is told by the events
 * that made them, and of those made before by the kernel or the tables.
 */
final class PastAlerts {

  /** How far back it looks; see ADR 22. */
  static final long EVENTS = 16_384;

  private final Kernel kernel;
  private final LeaseLookup ended;
  private final Map<String, LeaseIdentity> known = new HashMap<>();

  /**
   * @param ended asked for leases that the kernel does not remember
   */
  PastAlerts(Kernel kernel, LeaseLookup ended) {
    this.kernel = kernel;
    this.ended = ended;
  }

  List<Alert> find(AlertDetector detector, BlockLookup journal, long events) throws IOException {
    List<Alert> raised = new ArrayList<>();
    long position = Math.max(0, kernel.lastPosition() - events);
    for (Optional<Block> next = journal.blockAfter(position);
        next.isPresent();
        next = journal.block(next.get().number() + 1)) {
      for (Event event : BlockLookup.eventsOf(next.get())) {
        LeaseIdentity.learn(event, known);
        raised.addAll(detector.lookBack(event, this::identityOf));
      }
    }
    return raised;
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
