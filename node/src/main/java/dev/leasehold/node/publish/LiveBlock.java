package dev.leasehold.node.publish;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import dev.leasehold.node.sequence.Durable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A block that has just become durable, with the lease of each event. */
final class LiveBlock {

  private final Durable block;

  /** In the order of the events; null where an event is about no lease. */
  private final List<@Nullable Lease> leases;

  LiveBlock(Durable block) {
    this.block = block;
    this.leases = pair(block);
  }

  /**
   * Most commands yield one event about one lease, so the lists mostly go side by side; where they
   * do not, leases are looked up by their ids.
   */
  private static List<@Nullable Lease> pair(Durable block) {
    List<@Nullable Lease> pairs = new ArrayList<>(block.events().size());
    Map<String, Lease> byId = null;
    int next = 0;
    for (Event event : block.events()) {
      Lease lease = null;
      if (event instanceof Event.OfLease ofLease) {
        if (next < block.leases().size()
            && block.leases().get(next).id().equals(ofLease.leaseId())) {
          lease = block.leases().get(next++);
        } else {
          byId = byId != null ? byId : byId(block.leases());
          lease = byId.get(ofLease.leaseId());
        }
      }
      pairs.add(lease);
    }
    return pairs;
  }

  private static Map<String, Lease> byId(List<Lease> leases) {
    Map<String, Lease> byId = new HashMap<>();
    leases.forEach(lease -> byId.put(lease.id(), lease));
    return byId;
  }

  int size() {
    return block.events().size();
  }

  Event event(int index) {
    return block.events().get(index);
  }

  /** The lease of an event, as it was after some event of the block, not always this one. */
  @Nullable Lease lease(int index) {
    return leases.get(index);
  }

  long lastPosition() {
    return block.lastPosition();
  }

  /** Adds what comes after the position, as long as there is room. */
  void copyAfter(long position, int room, List<Publication> target) {
    for (int i = 0; i < size() && target.size() < room; i++) {
      if (event(i).position() > position) {
        Lease lease = leases.get(i);
        target.add(new Publication.Fact(event(i), lease == null ? null : LeaseIdentity.of(lease)));
      }
    }
  }
}
