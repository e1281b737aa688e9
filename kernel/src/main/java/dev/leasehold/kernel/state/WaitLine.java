package dev.leasehold.kernel.state;

import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The waits for the same scope and mode with the same given priority. The one that came first is
 * ahead for good, so that only the first can be next.
 */
public final class WaitLine implements Comparable<WaitLine> {

  /** The properties that all waits in a line share. A conversion is always alone in its line. */
  public record Key(String space, Scope scope, Mode mode, int priority, long conversion) {}

  public final Key key;
  public final Space space;

  /** Tells lines apart; of no meaning beyond this process. */
  private final long number;

  private final NavigableMap<Long, LeaseRecord> byPosition = new TreeMap<>();

  /** The tick at which ageing may move the first ahead of another line; 0 if not watched. */
  long lookTick;

  WaitLine(Key key, Space space, long number) {
    this.key = key;
    this.space = space;
    this.number = number;
  }

  public Scope scope() {
    return key.scope;
  }

  public Mode mode() {
    return key.mode;
  }

  public boolean isEmpty() {
    return byPosition.isEmpty();
  }

  public LeaseRecord first() {
    return byPosition.firstEntry().getValue();
  }

  public LeaseRecord last() {
    return byPosition.lastEntry().getValue();
  }

  void join(LeaseRecord record, QueuePlace place) {
    byPosition.put(place.position(), record);
  }

  void leave(QueuePlace place) {
    byPosition.remove(place.position());
  }

  public Iterable<LeaseRecord> all() {
    return byPosition.values();
  }

  /**
   * The last of those who stand ahead of a place, which may be in this line itself. They are the
   * first ones of the line, so halving the range of positions finds where they end.
   */
  public @Nullable LeaseRecord lastAheadOf(QueuePlace place, long tick) {
    LeaseRecord last = null;
    long low = byPosition.firstKey();
    long high = byPosition.lastKey();
    while (low <= high) {
      long middle = (low + high) >>> 1;
      Map.Entry<Long, LeaseRecord> entry = byPosition.floorEntry(middle);
      if (entry.getKey() < low) {
        low = middle + 1;
      } else if (placeOf(entry.getValue()).isAheadOf(place, tick)) {
        last = entry.getValue();
        low = middle + 1;
      } else {
        high = entry.getKey() - 1;
      }
    }
    return last;
  }

  public static QueuePlace placeOf(LeaseRecord record) {
    QueuePlace place = record.place();
    if (place == null) {
      throw new IllegalStateException("a lease in a line that does not wait: " + record.id);
    }
    return place;
  }

  @Override
  public int compareTo(WaitLine other) {
    return Long.compare(number, other.number);
  }
}
