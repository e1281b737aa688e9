package dev.leasehold.kernel.state;

import dev.leasehold.kernel.access.IpToken;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetRequest;
import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.policy.Authority;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.view.PlannedEnd;
import dev.leasehold.kernel.view.QueuePlace;
import dev.leasehold.kernel.view.RareProperties;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The fields that few leases have, kept apart so that all others do not carry them. */
public final class RareFields {

  /** The fields of a lease that has none of them; shared, so it is never changed. */
  static final RareFields NONE = new RareFields(Set.of());

  public long heartbeatNanos;
  public long heartbeatDeadlineTick;

  /** A pause of the server has excused its heartbeat, and its holder was not heard since. */
  public boolean excused;

  /** Its place in the queue, as an acquire or for a conversion. */
  public @Nullable QueuePlace place;

  /** The line it stands in; null if it does not wait. */
  @Nullable WaitLine line;

  /** The budget asked for when the lease was queued, for the grant to come, and its pool. */
  public Amounts requestedBudget = Amounts.NONE;

  public String pool = "";

  /** Whether it was granted from the queue and its holder has not shown yet that it knows. */
  public boolean unclaimed;

  public @Nullable PlannedEnd announcedEnd;

  /** Whether the credential ends with the announced end. */
  public boolean revokesToken;

  public @Nullable PlannedEnd delayedRelease;
  public boolean reminded;

  /** Nanoseconds that a token, a parent or a notice has cut from its ttl; negative if extended. */
  public long cappedNanos;

  public @Nullable Authority authority;

  /** The credential it falls with and whose end it cannot pass; empty and 0 for none. */
  public String tokenId = "";

  public long tokenDeadlineTick;

  /** The token that is good for this lease alone; null if it has none, or has ended. */
  public @Nullable IpToken ipToken;

  public @Nullable Account account;

  /** The tick since when its whole tree has ended and no money of it is under way; 0 before. */
  public long forgettableTick;

  /** The commit of a check-in that came after the lease had ended. */
  public String lateCommit = "";

  /** The requests of its holder to admins, open and decided, by the positions that name them. */
  public SortedMap<Long, BudgetRequest> approvalRequests = Collections.emptySortedMap();

  public @Nullable LeaseRecord parent;

  /** Leases derived from it that are remembered, in the order they came. */
  public final Set<LeaseRecord> children;

  public int livingChildren;

  RareFields() {
    this(new LinkedHashSet<>(4));
  }

  private RareFields(Set<LeaseRecord> children) {
    this.children = children;
  }

  static RareFields of(Claim.RareTerms terms) {
    if (terms.equals(Claim.RareTerms.NONE)) {
      return NONE;
    }
    RareFields rare = new RareFields();
    rare.pool = terms.pool();
    rare.heartbeatNanos = terms.heartbeatNanos();
    rare.authority = terms.authority();
    rare.tokenId = terms.tokenId();
    rare.tokenDeadlineTick = terms.tokenDeadlineTick();
    return rare;
  }

  RareProperties properties() {
    if (this == NONE) {
      return RareProperties.NONE;
    }
    Account money = account;
    return new RareProperties(
        heartbeatNanos,
        heartbeatDeadlineTick,
        place,
        announcedEnd,
        delayedRelease,
        authority,
        money == null || money.pool == null ? "" : money.pool.id,
        money == null ? null : money.budget(),
        parent == null ? "" : parent.id,
        parent == null ? List.of() : Lineage.fencePathOf(parent),
        reminded,
        0,
        lateCommit);
  }

  /** The tick, or that of the end that an admin has announced, whichever is earlier. */
  long orAnnounced(long tick) {
    return announcedEnd == null ? tick : Math.min(tick, announcedEnd.tick());
  }

  /**
   * The next tick at which its deadline, or one of these fields, changes a lease that is not in
   * grace.
   */
  long dueTick(long deadlineTick, LeaseState state) {
    long due = deadlineTick;
    if (place != null) {
      boolean pending = state == LeaseState.PENDING;
      due = pending ? place.deadlineTick() : Math.min(due, place.deadlineTick());
    }
    due = orAnnounced(due);
    if (delayedRelease != null) {
      return Math.min(due, delayedRelease.tick());
    }
    boolean beats = heartbeatNanos != 0 && state == LeaseState.ACTIVE;
    return beats ? Math.min(due, heartbeatDeadlineTick) : due;
  }

  /** The latest deadline that its credential, an admin's notice and its parent allow. */
  long latestDeadlineTick() {
    long latest = orAnnounced(tokenDeadlineTick == 0 ? Long.MAX_VALUE : tokenDeadlineTick);
    if (parent != null) {
      latest = Math.min(latest, parent.deadlineTick());
      latest = Math.min(latest, parent.latestDeadlineTick());
    }
    return latest;
  }
}
