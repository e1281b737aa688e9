package dev.leasehold.kernel.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Remembered leases in the order of their births. */
public final class LeasesByBirth {

  private @Nullable LeaseRecord[] records = new @Nullable LeaseRecord[16];
  private int used;
  private int forgotten;

  public int size() {
    return used - forgotten;
  }

  void append(LeaseRecord record) {
    if (used == records.length) {
      if (forgotten > used / 4) {
        closeGaps();
      } else {
        records = Arrays.copyOf(records, used + used / 2);
      }
    }
    records[used++] = record;
  }

  /** To be called after {@link LeaseRecord#forget}; the place is reclaimed later. */
  public void countForgotten() {
    forgotten++;
  }

  /** Shows leases that were made later, in order, until the visitor has seen enough. */
  public void visitAfter(long position, Visitor visitor) {
    for (int i = firstAfter(position); i < used; i++) {
      LeaseRecord record = at(i);
      if (!record.isForgotten() && !visitor.visit(record)) {
        return;
      }
    }
  }

  /** All of them now, and perhaps some that are forgotten. */
  public @Nullable LeaseRecord[] copy() {
    return Arrays.copyOf(records, used);
  }

  public interface Visitor {
    boolean visit(LeaseRecord record);
  }

  private int firstAfter(long position) {
    int low = 0;
    int high = used;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at(middle).birth <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private LeaseRecord at(int index) {
    LeaseRecord record = records[index];
    if (record == null) {
      throw new IllegalStateException("a gap in the order of births at " + index);
    }
    return record;
  }

  private void closeGaps() {
    int kept = 0;
    for (int i = 0; i < used; i++) {
      LeaseRecord record = at(i);
      if (!record.isForgotten()) {
        records[kept++] = record;
      }
    }
    Arrays.fill(records, kept, used, null);
    used = kept;
    forgotten = 0;
  }
}
