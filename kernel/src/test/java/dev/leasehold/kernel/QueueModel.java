package dev.leasehold.kernel;

import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.Party;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lists of those who hold and wait at one tick, and the rules of the queue written down a second
 * time, as plainly as they can be.
 */
final class QueueModel {

  /** Something that is held or waited for, by a lease or in its name. */
  record Want(String leaseId, Party party, List<String> scope, Mode mode, Place place) {}

  /** A place in the queue; nobody stands behind those who hold. */
  record Place(boolean conversion, int priority, long sinceTick, long position) {

    long urgencyAt(long tick) {
      long steps = (tick - sinceTick) / 10_000_000_000L;
      return conversion ? 1_000_000 : priority + (steps > 10 ? 10 : steps);
    }

    boolean isAheadOf(Place other, long tick) {
      return urgencyAt(tick) > other.urgencyAt(tick)
          || (urgencyAt(tick) == other.urgencyAt(tick) && position < other.position);
    }
  }

  private static final Place NONE = new Place(false, 0, 0, 0);

  final List<Want> held = new ArrayList<>();
  final List<Want> waits = new ArrayList<>();
  private final Map<String, String> parents = new HashMap<>();
  private final long tick;

  QueueModel(List<Lease> leases, long tick) {
    this.tick = tick;
    for (Lease lease : leases) {
      parents.put(lease.id(), lease.rare().parentId());
      QueuePlace wait = lease.rare().place();
      if (lease.state() == LeaseState.ACTIVE) {
        held.add(want(lease, lease.mode(), NONE));
      }
      if (wait != null) {
        Place place =
            new Place(wait.conversion(), wait.priority(), wait.sinceTick(), wait.position());
        waits.add(want(lease, wait.conversion() ? Mode.EXCLUSIVE : lease.mode(), place));
      }
    }
  }

  private static Want want(Lease lease, Mode mode, Place place) {
    return new Want(lease.id(), lease.party(), lease.scope().patternTexts(), mode, place);
  }

  boolean conflict(Want one, Want other) {
    return (one.mode == Mode.EXCLUSIVE || other.mode == Mode.EXCLUSIVE)
        && !isWithin(one.leaseId, other.leaseId)
        && !isWithin(other.leaseId, one.leaseId)
        && SmallUniverse.overlap(one.scope, other.scope);
  }

  private boolean isWithin(String id, String ancestor) {
    String next = id;
    while (next != null && !next.isEmpty()) {
      if (next.equals(ancestor)) {
        return true;
      }
      next = parents.get(next);
    }
    return false;
  }

  /** All that keep this one waiting. */
  List<Want> inTheWayOf(Want want) {
    List<Want> inTheWay = new ArrayList<>(held.stream().filter(h -> conflict(h, want)).toList());
    inTheWay.addAll(aheadOf(want));
    return inTheWay;
  }

  List<Want> aheadOf(Want want) {
    return waits.stream()
        .filter(wait -> conflict(wait, want) && wait.place.isAheadOf(want.place, tick))
        .toList();
  }

  /** Whether somebody waits, in the end, for itself. */
  boolean hasCycle() {
    Map<Party, Set<Party>> edges = new HashMap<>();
    for (Want wait : waits) {
      Set<Party> to = edges.computeIfAbsent(wait.party, party -> new HashSet<>());
      inTheWayOf(wait).forEach(want -> to.add(want.party));
    }
    return edges.keySet().stream().anyMatch(party -> reaches(party, party, edges, new HashSet<>()));
  }

  private static boolean reaches(
      Party from, Party goal, Map<Party, Set<Party>> edges, Set<Party> seen) {
    for (Party next : edges.getOrDefault(from, Set.of())) {
      if (next.equals(goal) || (seen.add(next) && reaches(next, goal, edges, seen))) {
        return true;
      }
    }
    return false;
  }
}
