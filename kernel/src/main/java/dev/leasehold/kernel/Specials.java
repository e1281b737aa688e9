package dev.leasehold.kernel;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What few leases have, kept apart so that all others do not carry it. */
final class Specials {

  long heartbeatNanos;
  long heartbeatDeadlineTick;

  /** Its place in the queue, as an acquire or for a conversion. */
  @Nullable Wait wait;

  /** The line it stands in; null if it does not wait. */
  @Nullable Line line;

  /** What it asked for when it was queued, for the grant to come, and of which pool. */
  Amounts requested = Amounts.NONE;

  String pool = "";

  /** Granted from the queue, and its holder has not shown yet that it knows. */
  boolean unclaimed;

  @Nullable PlannedEnd announcedEnd;
  @Nullable PlannedEnd delayedRelease;
  boolean reminded;

  /** How much earlier than its ttl says something else makes it end. */
  long cappedNanos;

  @Nullable Authority authority;

  /** The credential it falls with and whose end it cannot pass; empty and 0 for none. */
  String tokenId = "";

  long tokenDeadlineTick;

  @Nullable Account account;

  /** Since when all of its tree has ended and no money of it is under way; 0 before. */
  long laidTick;

  @Nullable Holding parent;

  /** Leases derived from it that are remembered, in the order they came. */
  final Set<Holding> children = new LinkedHashSet<>(4);

  int livingChildren;

  Specials() {}

  Specials(Event.Wish wish) {
    pool = wish.pool();
    heartbeatNanos = wish.heartbeatNanos();
    authority = wish.authority();
    tokenId = wish.tokenId();
    tokenDeadlineTick = wish.tokenDeadlineTick();
  }

  Particulars particulars() {
    Account money = account;
    return new Particulars(
        heartbeatNanos,
        heartbeatDeadlineTick,
        wait,
        announcedEnd,
        delayedRelease,
        authority,
        money == null || money.pool == null ? "" : money.pool.id,
        money == null ? null : money.budget(),
        parent == null ? "" : parent.id,
        parent == null ? List.of() : Lineage.fencePathOf(parent),
        reminded);
  }

  /** What its credential, an admin's notice and its parent leave it. */
  long latestDeadlineTick() {
    long latest = tokenDeadlineTick == 0 ? Long.MAX_VALUE : tokenDeadlineTick;
    if (announcedEnd != null) {
      latest = Math.min(latest, announcedEnd.tick());
    }
    if (parent != null) {
      latest = Math.min(latest, parent.deadlineTick());
      latest = Math.min(latest, parent.latestDeadlineTick());
    }
    return latest;
  }
}
