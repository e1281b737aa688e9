package dev.leasehold.testing.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Lease ids that clients were told of lately, and reservations of gateways on them. */
final class KnownLeaseIds {

  private static final int CAPACITY = 20;

  private final List<String> ids = new ArrayList<>();
  private final Map<String, String> reservations = new HashMap<>();
  private int next;

  void tell(String id) {
    if (ids.size() < CAPACITY) {
      ids.add(id);
    } else {
      reservations.remove(ids.set(next, id));
    }
    next = (next + 1) % CAPACITY;
  }

  /** A gateway has reserved for a lease. */
  void tellReservation(String leaseId, String id) {
    tell(leaseId);
    reservations.put(leaseId, id);
  }

  /** The last reservation that a gateway has made for the lease; null if it made none. */
  @Nullable String hearReservation(String leaseId) {
    return reservations.get(leaseId);
  }

  String hear(SplittableRandom random) {
    return ids.isEmpty() ? "nothing-yet" : ids.get(random.nextInt(ids.size()));
  }
}
