package dev.leasehold.testing.simulation.books;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the leases and waits in the way of a party by looking at all of them: section 4 of the
 * design.
 */
public final class QueueModel {

  private final Ledger ledger;

  public QueueModel(Ledger ledger) {
    this.ledger = ledger;
  }

  public List<Entry> leasesInTheWay(Want want) {
    List<Entry> found = new ArrayList<>();
    for (Entry lease : ledger.living()) {
      if (want.isKeptOutBy(lease)) {
        found.add(lease);
      }
    }
    return found;
  }

  public List<Entry> waitersAhead(Want want, long tick) {
    List<Entry> found = new ArrayList<>();
    for (Entry waiter : ledger.waiting()) {
      Place place = waiter.place;
      if (place != null && place.isAheadOf(want.place(), tick) && want.conflictsWith(waiter)) {
        found.add(waiter);
      }
    }
    return found;
  }

  /**
   * Returns leases and waiters, each once: a lease that waits to be converted may be in the way
   * twice. A lease that would make room is not in the way.
   */
  public List<Entry> inTheWay(Want want, long tick) {
    List<Entry> all = leasesInTheWay(want);
    all.removeIf(want::isGivenRoomBy);
    for (Entry waiter : waitersAhead(want, tick)) {
      if (!all.contains(waiter)) {
        all.add(waiter);
      }
    }
    return all;
  }

  /** A waiter that could be granted at this moment; null if there is none. */
  public @Nullable Entry grantable(long tick) {
    for (Entry waiter : ledger.waiting()) {
      Place place = waiter.place;
      if (place != null && isFree(Want.of(waiter, place), tick)) {
        return waiter;
      }
    }
    return null;
  }

  private boolean isFree(Want want, long tick) {
    for (Entry lease : ledger.living()) {
      if (want.isKeptOutBy(lease)) {
        return false;
      }
    }
    return waitersAhead(want, tick).isEmpty();
  }
}
