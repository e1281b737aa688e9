package dev.leasehold.kernel.state;

import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.EventNotice;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.notice.NoticeKind;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.ExpiryCause;
import dev.leasehold.kernel.view.PlannedEnd;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Notices that were not acknowledged yet, by holder and in the order they were made. */
public final class Notices {

  /** One notice in the hands of one holder. */
  public static final class Slip extends CopyableList.Item {
    public final Notice notice;
    public final Holder holder;

    Slip(Notice notice, Holder holder) {
      this.notice = notice;
      this.holder = holder;
    }
  }

  /** The oldest first. */
  private final CopyableList<Slip> inOrder = new CopyableList<>();

  /** Holders who have as many as there may be, by name. */
  private final TreeMap<String, Holder> full = new TreeMap<>();

  public int size() {
    return inOrder.size();
  }

  public void add(Holder holder, Notice notice) {
    Slip slip = new Slip(notice, holder);
    if (holder.notices.size() == Limits.MAX_NOTICES_PER_HOLDER) {
      drop(holder.notices.get(0)); // as journals without NoticesDropped have it
    }
    holder.notices = with(holder.notices, slip);
    holder.questions += isQuestion(slip) ? 1 : 0;
    inOrder.add(slip);
    if (holder.notices.size() == Limits.MAX_NOTICES_PER_HOLDER) {
      full.put(holder.name, holder);
    }
  }

  /** A holder who must lose some before the next is made; null if there is none. */
  public @Nullable Holder full() {
    return full.isEmpty() ? null : full.firstEntry().getValue();
  }

  private static boolean isQuestion(Slip slip) {
    return slip.notice.kind() == NoticeKind.QUESTION;
  }

  /**
   * The notices that a holder loses: again and again the oldest of the space that has the most, so
   * that nobody pushes out what is told of spaces where they have no say. Longest queue drop, after
   * Suter et al. 1998. Questions go first and alone, so that they push out nothing else.
   */
  public static List<Long> overflow(Holder holder) {
    boolean questionsOnly = holder.questions > 0;
    Map<String, ArrayDeque<Slip>> bySpace = new LinkedHashMap<>();
    for (Slip slip : holder.notices) {
      if (!questionsOnly || isQuestion(slip)) {
        bySpace.computeIfAbsent(slip.notice.space(), space -> new ArrayDeque<>()).addLast(slip);
      }
    }
    int count =
        questionsOnly
            ? Math.clamp(holder.questions - 1, 1, Limits.NOTICES_DROPPED_AT_ONCE)
            : Limits.NOTICES_DROPPED_AT_ONCE;
    TreeSet<Long> positions = new TreeSet<>();
    while (positions.size() < count) {
      ArrayDeque<Slip> longest =
          Collections.max(bySpace.values(), Comparator.comparingInt(ArrayDeque::size));
      positions.add(longest.removeFirst().notice.position());
    }
    return List.copyOf(positions);
  }

  private static List<Slip> with(List<Slip> slips, Slip slip) {
    List<Slip> growing = slips.isEmpty() ? new ArrayList<>(2) : slips;
    growing.add(slip);
    return growing;
  }

  public void drop(Slip slip) {
    inOrder.remove(slip);
    forget(slip);
  }

  private void forget(Slip slip) {
    slip.holder.notices.remove(slip);
    slip.holder.questions -= isQuestion(slip) ? 1 : 0;
    full.remove(slip.holder.name);
    if (slip.holder.notices.isEmpty()) {
      slip.holder.notices = List.of();
    }
  }

  /** Tells the holder of a lease what an event of it says. */
  public void add(LeaseRecord record, Event e) {
    add(List.of(record.holder), record, e);
  }

  /** Tells these holders what an event of a lease says. */
  public void add(Collection<Holder> told, LeaseRecord record, Event e) {
    String path = pathOf(record);
    boolean ofBudgetLease = record.isBudgetLease();
    add(told, e, EventNotice.of(e, record.holder.name, record.space.name, path, ofBudgetLease));
  }

  /** Tells of a commit that came after the end of its lease, which may be forgotten. */
  public void addLateCommit(Collection<Holder> told, LeaseEvent.CommitRecorded e) {
    add(told, e, EventNotice.of(e, e.holder(), e.space(), e.path()));
  }

  private void add(Collection<Holder> told, Event e, @Nullable EventNotice made) {
    if (made == null) {
      throw new IllegalStateException("an event that tells nobody: " + e.position());
    }
    told.forEach(holder -> add(holder, made.notice()));
  }

  /** Drops what admins were told of something that is over now. */
  public void dropOfAdmins(Collection<Holder> admins, long position) {
    for (Holder admin : admins) {
      Slip slip = find(admin, position);
      if (slip != null) {
        drop(slip);
      }
    }
  }

  private void add(LeaseRecord record, Event e, NoticeKind kind, String reason, long leftNanos) {
    add(
        record.holder,
        new Notice(
            e.position(),
            kind,
            record.id,
            e.tick(),
            e.wallNanos(),
            reason,
            leftNanos,
            record.space.name,
            pathOf(record),
            record.isBudgetLease(),
            ""));
  }

  /** The words for what is leased. */
  public static String pathOf(LeaseRecord record) {
    return EventNotice.pathOf(record.scope);
  }

  /** Adds a notice to the new holder, which also tells of an end that is announced. */
  public void addReceived(LeaseRecord record, Event e, String note) {
    // Hashes of states that were written down count the rare fields of every lease received.
    PlannedEnd end = record.rareToWrite().announcedEnd;
    add(record, e, NoticeKind.RECEIVED, note, end == null ? 0 : end.tick() - e.tick());
  }

  public void addEnded(LeaseRecord record, Event e, NoticeKind kind, String reason) {
    leaseEnded(record);
    add(record, e, kind, reason, 0);
  }

  /** Adds a notice of the expiry, with the time in which the lease may be refreshed or closed. */
  public void addExpired(LeaseRecord record, LeaseEvent.Expired e) {
    leaseEnded(record);
    // Hashes of states that were written down count no grace.
    boolean counted = e.graceEndTick() != 0 && e.endedWallNanos() != LeaseEvent.Expired.UNDATED;
    long graceNanos = counted ? Math.max(0, e.graceEndTick() - e.tick()) : 0;
    String cause = e.cause() == ExpiryCause.TIME ? "" : e.cause().name();
    add(record, e, NoticeKind.EXPIRED, cause, graceNanos);
  }

  /** Drops what spoke of an end to come, and questions, now that it has come. */
  public void leaseEnded(LeaseRecord record) {
    RareFields rare = record.rare();
    boolean mayHaveSome =
        rare.reminded
            || rare.announcedEnd != null
            || !rare.approvalRequests.isEmpty()
            || record.holder.questions > 0;
    if (mayHaveSome) {
      drop(record, NoticeKind::isOverWithLease);
    }
  }

  /** Drops what tells of an end that has moved. */
  public void endMoved(LeaseRecord record) {
    drop(record, NoticeKind::isOverWhenEndMoves);
  }

  private void drop(LeaseRecord record, Predicate<NoticeKind> over) {
    for (Slip slip : List.copyOf(record.holder.notices)) {
      if (over.test(slip.notice.kind()) && slip.notice.leaseId().equals(record.id)) {
        drop(slip);
      }
    }
  }

  public static @Nullable Slip find(Holder holder, long position) {
    for (Slip slip : holder.notices) {
      if (slip.notice.position() == position) {
        return slip;
      }
    }
    return null;
  }

  /** How many of the oldest were made before the tick, at most so many. */
  public int countBefore(long tick, int limit) {
    int count = 0;
    for (Slip slip : inOrder.all()) {
      if (count == limit || slip.notice.tick() >= tick) {
        break;
      }
      count++;
    }
    return count;
  }

  /** Takes the oldest away. */
  public Slip dropOldest() {
    Slip oldest = inOrder.removeFirst();
    forget(oldest);
    return oldest;
  }

  /** Those that are there now, to be read later, on any thread. */
  public CopyableList.Copy<Slip> copy() {
    return inOrder.copy();
  }
}
