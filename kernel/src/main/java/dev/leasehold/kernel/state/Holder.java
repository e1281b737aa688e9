package dev.leasehold.kernel.state;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The remembered leases of one holder, in the order of their births. */
public final class Holder {

  public final String name;
  private @Nullable LeaseRecord first;
  private @Nullable LeaseRecord last;
  private int living;
  private long livingTextSize;

  private int livingWithoutSession;

  /** The number of living leases of each session; null if there are none. */
  private @Nullable Map<String, Integer> livingBySession;

  /** The holder's one budget lease that was not derived from a parent; null if it has none. */
  public @Nullable LeaseRecord budgetLease;

  /** The notices that the holder has not acknowledged yet, the oldest first. */
  public List<Notices.Slip> notices = List.of();

  /** How many of them are questions. */
  int questions;

  Holder(String name) {
    this.name = name;
  }

  public @Nullable LeaseRecord first() {
    return first;
  }

  public boolean hasQuestions() {
    return questions > 0;
  }

  /** Leases that keep others out or wait: what a quota counts. */
  public int livingCount() {
    return living;
  }

  /** How many characters are written in them, which a quota counts as well. */
  public long livingTextSize() {
    return livingTextSize;
  }

  boolean isUnknown() {
    return first == null && notices.isEmpty();
  }

  /** Whether one of the workers that share this name has nothing that keeps out or waits. */
  public boolean hasNothing(String session) {
    return session.isEmpty()
        ? livingWithoutSession == 0
        : livingBySession == null || !livingBySession.containsKey(session);
  }

  /**
   * @param change 1 if it lives from now on, -1 if it has lived
   */
  void countLiving(LeaseRecord record, int change) {
    String session = record.session();
    living += change;
    livingTextSize += change * record.textSize();
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

  void append(LeaseRecord record) {
    record.earlier = last;
    if (last == null) {
      first = record;
    } else {
      last.later = record;
    }
    last = record;
  }

  public void remove(LeaseRecord record) {
    LeaseRecord before = record.earlier;
    LeaseRecord after = record.later;
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
    // A collector that moves the young would keep all later leases for one dead record that is old.
    record.earlier = null;
    record.later = null;
  }
}
