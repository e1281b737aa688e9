package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.notice.NoticeKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The notices that every holder has yet to be told, the oldest first. */
public final class NoticeBook {

  public static final int MOST = 1_000;

  /** Notices that a holder who has the most there may be loses at a time. */
  public static final int MOST_DROPPED = 50;

  /**
   * A notice; the position of its event is its id for ever.
   *
   * @param turn how many were told of the same event before
   */
  public record Note(
      long position, int turn, NoticeKind kind, String leaseId, long tick, String holder) {

    public boolean isQuestion() {
      return kind == NoticeKind.QUESTION;
    }

    private boolean isOverWithLease() {
      return tellsEnd() || kind == NoticeKind.ENDING || isQuestion();
    }

    /** Whether it tells the end that the lease has, which an extension moves. */
    private boolean tellsEnd() {
      return kind == NoticeKind.REMINDER || kind == NoticeKind.EXTENDED;
    }
  }

  private final Map<String, List<Note>> byHolder = new HashMap<>();

  public List<Note> of(String holder) {
    return byHolder.getOrDefault(holder, List.of());
  }

  void add(Note note) {
    List<Note> notes = byHolder.computeIfAbsent(note.holder, name -> new ArrayList<>());
    notes.add(note);
  }

  /** The notices that a reply tells: questions after the others if there are too many. */
  public List<Note> told(String holder, int limit) {
    return of(holder).stream()
        .sorted(Comparator.comparing(Note::isQuestion))
        .limit(limit)
        .sorted(Comparator.comparingLong(Note::position))
        .toList();
  }

  /** Drops what announces the end of a lease, and what asks for it, because it has ended. */
  void ended(Entry entry) {
    List<Note> notes = byHolder.get(entry.holder());
    if (notes != null) {
      notes.removeIf(note -> note.isOverWithLease() && note.leaseId.equals(entry.id));
    }
  }

  /** Drops what tells of an end that has moved. */
  void extended(Entry entry) {
    List<Note> notes = byHolder.get(entry.holder());
    if (notes != null) {
      notes.removeIf(note -> note.tellsEnd() && note.leaseId.equals(entry.id));
    }
  }

  void dropped(String holder, List<Long> positions) {
    List<Note> notes = byHolder.get(holder);
    if (notes != null) {
      notes.removeIf(note -> positions.contains(note.position));
    }
  }

  /** Returns so many notices, the oldest of all holders. */
  public List<Note> oldest(int count) {
    return count == 0
        ? List.of()
        : byHolder.values().stream()
            .flatMap(List::stream)
            .sorted(Comparator.comparingLong(Note::position).thenComparingInt(Note::turn))
            .limit(count)
            .toList();
  }

  void forget(List<Note> notes) {
    notes.forEach(note -> byHolder.getOrDefault(note.holder, new ArrayList<>()).remove(note));
  }
}
