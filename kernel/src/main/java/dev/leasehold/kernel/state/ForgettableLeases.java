package dev.leasehold.kernel.state;

import java.util.ArrayDeque;

/**
 * Ended leases that may be forgotten, those that ended first in front. Parts of a living tree are
 * not here yet.
 */
public final class ForgettableLeases {

  /** Leases without a budget. */
  public final ArrayDeque<LeaseRecord> leases = new ArrayDeque<>();

  /** Leases with a budget, which are remembered longer. */
  public final ArrayDeque<LeaseRecord> accounts = new ArrayDeque<>();

  /** Ids that callers chose for leases which are forgotten by now. */
  public final UsedIds usedIds = new UsedIds();

  /**
   * A tree may be forgotten when nothing of it lives and no money of it is under way, its leaves
   * first.
   */
  public void markTreeOf(LeaseRecord record, long tick) {
    LeaseRecord root = Lineage.rootOf(record);
    if (!root.isLiving() && isSettled(root)) {
      mark(root, tick, root.account() != null ? accounts : leases);
    }
  }

  private static boolean isSettled(LeaseRecord record) {
    Account account = record.account();
    return (account == null || account.reservations.isEmpty())
        && record.rare().children.stream().allMatch(ForgettableLeases::isSettled);
  }

  private static void mark(LeaseRecord record, long tick, ArrayDeque<LeaseRecord> queue) {
    if (record.hasRareFields()) {
      record.rareToWrite().forgettableTick = tick;
      record.rare().children.forEach(child -> mark(child, tick, queue));
    }
    queue.addLast(record);
  }
}
