package dev.leasehold.testing.exploration;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.LeaseState;
import dev.leasehold.kernel.Mode;
import dev.leasehold.kernel.Party;
import dev.leasehold.kernel.Wait;
import dev.leasehold.kernel.scope.Scope;
import org.jspecify.annotations.Nullable;

/** What the events have said of one lease. */
final class Entry {

  final String id;
  final String space;
  final Scope scope;
  final Party party;
  Mode mode;
  String parentId;
  LeaseState state = LeaseState.PENDING;
  @Nullable Wait place;
  long token;
  long deadlineTick;

  /** While it is expired and keeps others out all the same; 0 otherwise. */
  long graceEndTick;

  /** Whether it came out of the queue and nothing has been done with it. */
  boolean unclaimed;

  Entry(Event.Claim claim) {
    this.id = claim.leaseId();
    this.space = claim.space();
    this.scope = claim.scope();
    this.party = new Party(claim.holder(), claim.session());
    this.mode = claim.mode();
    this.parentId = claim.wish().parentId();
  }

  /** The successor of a lease that was handed on. */
  Entry(Entry old, String newId, String holder) {
    this.id = newId;
    this.space = old.space;
    this.scope = old.scope;
    this.party = new Party(holder, "");
    this.mode = old.mode;
    this.parentId = old.parentId;
    this.deadlineTick = old.deadlineTick;
    this.state = LeaseState.ACTIVE;
  }

  boolean isBlocking() {
    return state == LeaseState.ACTIVE || graceEndTick != 0;
  }

  /** The mode that it waits for, or holds. */
  Mode wanted() {
    return place != null && place.conversion() ? Mode.EXCLUSIVE : mode;
  }

  @Override
  public String toString() {
    return "%s %s %s %s %s by %s, deadline %d, place %s"
        .formatted(id, state, wanted(), space, scope, party, deadlineTick, place);
  }
}
