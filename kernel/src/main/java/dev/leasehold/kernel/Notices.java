package dev.leasehold.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notices that were not acknowledged yet, by holder and in the order they were made. */
final class Notices {

  /** One notice in the hands of one holder. */
  static final class Slip {
    final Notice notice;
    final Holder holder;
    private boolean gone;

    Slip(Notice notice, Holder holder) {
      this.notice = notice;
      this.holder = holder;
    }
  }

  /** The oldest first; those that are gone are passed over. */
  private ArrayDeque<Slip> inOrder = new ArrayDeque<>();

  private int living;

  int size() {
    return living;
  }

  void add(Holder holder, Notice notice) {
    Slip slip = new Slip(notice, holder);
    if (holder.notices.size() == Limits.MAX_NOTICES_PER_HOLDER) {
      drop(holder.notices.get(0));
    }
    holder.notices = with(holder.notices, slip);
    inOrder.addLast(slip);
    living++;
  }

  private static List<Slip> with(List<Slip> slips, Slip slip) {
    List<Slip> growing = slips.isEmpty() ? new ArrayList<>(2) : slips;
    growing.add(slip);
    return growing;
  }

  void drop(Slip slip) {
    slip.gone = true;
    living--;
    slip.holder.notices.remove(slip);
    if (slip.holder.notices.isEmpty()) {
      slip.holder.notices = List.of();
    }
    if (inOrder.size() > 2 * living + 16) {
      ArrayDeque<Slip> kept = new ArrayDeque<>(living + 16);
      inOrder.stream().filter(s -> !s.gone).forEach(kept::addLast);
      inOrder = kept;
    }
  }

  void tell(Holding holding, Event e, NoticeKind kind, String reason, long leftNanos) {
    add(
        holding.holder,
        new Notice(
            e.position(),
            kind,
            holding.id,
            e.tick(),
            e.wallNanos(),
            reason,
            leftNanos,
            holding.space.name,
            holding.isBudgetLease()));
  }

  /** The new holder is told of an end to come, too. */
  void tellReceived(Holding holding, Event e, String note) {
    PlannedEnd end = holding.specials().announcedEnd;
    tell(holding, e, NoticeKind.RECEIVED, note, end == null ? 0 : end.tick() - e.tick());
  }

  void tellEnded(Holding holding, Event e, NoticeKind kind, String reason) {
    leaseEnded(holding);
    tell(holding, e, kind, reason, 0);
  }

  /** Drops what spoke of an end to come, now that it has come. */
  void leaseEnded(Holding holding) {
    Specials special = holding.specialsOrNull();
    if (special == null || (!special.reminded && special.announcedEnd == null)) {
      return;
    }
    for (Slip slip : List.copyOf(holding.holder.notices)) {
      if (slip.notice.kind().looksAhead() && slip.notice.leaseId().equals(holding.id)) {
        drop(slip);
      }
    }
  }

  static @Nullable Slip find(Holder holder, long position) {
    for (Slip slip : holder.notices) {
      if (slip.notice.position() == position) {
        return slip;
      }
    }
    return null;
  }

  /** How many of the oldest were made before the tick, at most so many. */
  int countBefore(long tick, int limit) {
    int count = 0;
    for (Slip slip : inOrder) {
      if (slip.gone) {
        continue;
      }
      if (count == limit || slip.notice.tick() >= tick) {
        break;
      }
      count++;
    }
    return count;
  }

  /** Takes the oldest away. */
  Slip dropOldest() {
    while (true) {
      Slip slip = inOrder.removeFirst();
      if (!slip.gone) {
        drop(slip);
        return slip;
      }
    }
  }

  Iterable<Slip> all() {
    return inOrder.stream().filter(slip -> !slip.gone)::iterator;
  }
}
