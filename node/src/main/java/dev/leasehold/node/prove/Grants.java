package dev.leasehold.node.prove;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Lease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what has to be signed among events. */
public final class Grants {

  /**
   * A lease as an event left it, with the registrar's signature to be put on it.
   *
   * @param position of the event
   */
  public record ToSign(long position, Lease lease) {}

  private Grants() {}

  /**
   * What has to be signed of a command that was just decided; mostly nothing.
   *
   * @param leases that its events concern, as they are after it
   */
  public static List<ToSign> in(List<Event> events, List<Lease> leases) {
    if (leases.stream().noneMatch(Registrar::mustSign)) {
      return List.of();
    }
    Map<String, Lease> byId = new HashMap<>();
    leases.forEach(lease -> byId.put(lease.id(), lease));
    List<ToSign> found = new ArrayList<>();
    for (Event event : events) {
      String id = leaseSetBy(event);
      Lease lease = id == null ? null : byId.get(id);
      if (lease != null && Registrar.mustSign(lease)) {
        found.add(new ToSign(event.position(), lease));
      }
    }
    return found;
  }

  /** The lease whose terms the event has set; null if it has set none. */
  static @Nullable String leaseSetBy(Event event) {
    return switch (event) {
      case Event.Granted e -> e.leaseId();
      case Event.Admitted e -> e.leaseId();
      case Event.Renewed e -> e.leaseId();
      case Event.Transferred e -> e.newLeaseId();
      case Event.Converted e -> e.leaseId();
      case Event.Refreshed e -> e.leaseId();
      default -> null;
    };
  }
}
