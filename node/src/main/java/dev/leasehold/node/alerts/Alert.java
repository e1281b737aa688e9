package dev.leasehold.node.alerts;

import java.util.List;
import java.util.stream.Stream;

/**
 * A pattern in the events that somebody should look at. It is derived from events and not part of
 * the journal.
 *
 * @param position of the event that gave rise to it
 * @param tick of that event
 * @param holder the holder that it is about; empty if about none in particular
 * @param resource the space it is in; empty if in none in particular
 * @param scope the scope that it is about; empty if about none in particular
 * @param count the figure that was counted
 * @param threshold from which figure on it is worth an alert
 * @param windowNanos how far back was counted; 0 if there is no window
 */
public record Alert(
    Kind kind,
    long position,
    long tick,
    long wallNanos,
    String holder,
    String resource,
    List<String> scope,
    long count,
    long threshold,
    long windowNanos,
    String detail) {

  /** The patterns that are looked for. */
  public enum Kind {
    /** A holder has far more leases than others. */
    HOARDING("hoarding"),
    /** Many waits for one resource came to nothing within a short time. */
    WAIT_TIMEOUTS("wait-timeouts"),
    /** A holder renews at the last moment, again and again. */
    LATE_RENEWALS("late-renewals");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }

    public static List<String> words() {
      return Stream.of(values()).map(Kind::word).toList();
    }
  }

  /** Unique together with the journal's name, and the same whenever the events are read again. */
  public String id() {
    return position + "/" + kind.word();
  }
}
