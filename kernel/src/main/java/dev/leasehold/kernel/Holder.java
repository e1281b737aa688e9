package dev.leasehold.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The remembered leases of one holder, in the order of their births. */
final class Holder {

  final String name;
  private @Nullable Holding first;
  private @Nullable Holding last;
  private int living;

  private int livingWithoutSession;

  /** The others; null if there are none. */
  private @Nullable Map<String, Integer> livingBySession;

  /** Its one right to spend that it did not get from a parent; null if it has none. */
  @Nullable Holding purse;

  /** What it has not acknowledged yet, the oldest first. */
  List<Notices.Slip> notices = List.of();

  Holder(String name) {
    this.name = name;
  }

  @Nullable Holding first() {
    return first;
  }

  @Nullable Holding last() {
    return last;
  }

  /** Leases that keep others out or wait: what a quota counts. */
  int livingCount() {
    return living;
  }

  boolean isUnknown() {
    return first == null && notices.isEmpty();
  }

  /** Whether one of the workers that share this name has nothing that keeps out or waits. */
  boolean hasNothing(String session) {
    return session.isEmpty()
        ? livingWithoutSession == 0
        : livingBySession == null || !livingBySession.containsKey(session);
  }

  void countLiving(String session, int change) {
    living += change;
    if (session.isEmpty()) {
      livingWithoutSession += change;
      return;
    }
    if (livingBySession == null) {
      livingBySession = new HashMap<>();
    }
    livingBySession.merge(session, change, (before, by) -> before + by == 0 ? null : before + by);
    if (livingBySession.isEmpty()) {
      livingBySession = null;
    }
  }

  void append(Holding holding) {
    holding.earlier = last;
    if (last == null) {
      first = holding;
    } else {
      last.later = holding;
    }
    last = holding;
  }

  void remove(Holding holding) {
    Holding before = holding.earlier;
    Holding after = holding.later;
    if (before == null) {
      first = after;
    } else {
      before.later = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.earlier = before;
    }
  }
}
