package dev.leasehold.testing.simulation.books;

import java.util.ArrayDeque;
import java.util.List;

/** Leases that have ended and are remembered, in the order in which they will be forgotten. */
public final class EndedBook {

  private final ArrayDeque<Entry> plain = new ArrayDeque<>();
  private final ArrayDeque<Entry> withMoney = new ArrayDeque<>();

  public int size() {
    return plain.size() + withMoney.size();
  }

  /** A tree is over when nothing of it lives and no reservation of it is open; leaves go first. */
  void markTreeOf(Entry entry, long tick) {
    Entry root = entry;
    while (root.parent != null) {
      root = root.parent;
    }
    if (!root.lives() && isSettled(root)) {
      mark(root, root.account == null ? plain : withMoney, tick);
    }
  }

  private static boolean isSettled(Entry entry) {
    return (entry.account == null || entry.account.holds.isEmpty())
        && entry.children.stream().allMatch(EndedBook::isSettled);
  }

  private static void mark(Entry entry, ArrayDeque<Entry> line, long tick) {
    entry.forgettableTick = tick;
    entry.children.forEach(child -> mark(child, line, tick));
    line.addLast(entry);
  }

  public List<Entry> firstPlain(int count) {
    return plain.stream().limit(count).toList();
  }

  public List<Entry> firstWithMoney(int count) {
    return withMoney.stream().limit(count).toList();
  }

  void forget(int plainCount, int moneyCount) {
    for (int i = 0; i < plainCount; i++) {
      plain.removeFirst();
    }
    for (int i = 0; i < moneyCount; i++) {
      withMoney.removeFirst();
    }
  }
}
