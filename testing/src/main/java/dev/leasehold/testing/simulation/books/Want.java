package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.view.Party;
import org.jspecify.annotations.Nullable;

/**
 * A party's wish to hold something, and the place in the queue that it has.
 *
 * @param self the lease that wants it, if there is one; its kin are not in its way
 */
public record Want(
    Party party, String space, long mask, boolean exclusive, @Nullable Entry self, Place place) {

  public static Want of(Entry waiter, Place place) {
    return new Want(
        waiter.party, waiter.space, waiter.mask, waiter.wantsExclusive(), waiter, place);
  }

  /** Whether a lease keeps this out. */
  boolean isKeptOutBy(Entry lease) {
    return lease.blocks() && !isKin(lease) && meets(lease, lease.exclusive);
  }

  /** Whether the lease makes room, as the holder's own in grace does: rule 20 of the design. */
  boolean isGivenRoomBy(Entry lease) {
    return lease.isInGrace() && lease.holder().equals(party.holder());
  }

  /** Whether the two could not both be granted. */
  boolean conflictsWith(Entry waiter) {
    return waiter != self && !isKin(waiter) && meets(waiter, waiter.wantsExclusive());
  }

  private boolean meets(Entry other, boolean otherExclusive) {
    return (exclusive || otherExclusive) && (mask & other.mask) != 0 && space.equals(other.space);
  }

  private boolean isKin(Entry other) {
    return self != null && self.isKinOf(other);
  }
}
