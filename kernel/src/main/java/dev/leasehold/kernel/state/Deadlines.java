package dev.leasehold.kernel.state;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Leases by the tick at which time changes them, then by age: a heap with four children a node,
 * whose keys lie in one array so that siblings share a cache line. A renewal leaves the old,
 * smaller key in place; it is put right when it reaches the top.
 */
public final class Deadlines {

  private static final int CHILDREN = 4;

  /** Due tick and position of birth, alternating. */
  private long[] keys = new long[2 * 16];

  private @Nullable LeaseRecord[] records = new @Nullable LeaseRecord[16];
  private int size;

  public int size() {
    return size;
  }

  void add(LeaseRecord record) {
    if (size == records.length) {
      int capacity = size + size / 2;
      keys = Arrays.copyOf(keys, 2 * capacity);
      records = Arrays.copyOf(records, capacity);
    }
    siftUp(size++, record.dueTick(), record.birth, record);
  }

  void remove(LeaseRecord record) {
    int hole = record.deadlineIndex;
    if (hole < 0 || records[hole] != record) {
      throw new IllegalStateException("no deadline of lease " + record.id);
    }
    record.deadlineIndex = -1;
    size--;
    LeaseRecord last = at(size);
    long due = keys[2 * size];
    long birth = keys[2 * size + 1];
    records[size] = null;
    if (hole < size) {
      if (hole > 0 && isBefore(due, birth, (hole - 1) / CHILDREN)) {
        siftUp(hole, due, birth, last);
      } else {
        siftDown(hole, due, birth, last);
      }
    }
  }

  /** To be called when a lease is due earlier than before. */
  public void moved(LeaseRecord record) {
    remove(record);
    add(record);
  }

  /** To be called when a lease may be due earlier than before, which hardly ever comes true. */
  void mayHaveMoved(LeaseRecord record) {
    int index = record.deadlineIndex;
    if (index >= 0 && record.dueTick() < keys[2 * index]) {
      moved(record);
    }
  }

  /** The lease that is due first; null if there is none. */
  @Nullable LeaseRecord first() {
    while (size > 0) {
      LeaseRecord top = at(0);
      long due = top.dueTick();
      if (due == keys[0]) {
        return top;
      }
      siftDown(0, due, keys[1], top);
    }
    return null;
  }

  private LeaseRecord at(int index) {
    LeaseRecord record = records[index];
    if (record == null) {
      throw new IllegalStateException("a gap among the deadlines at " + index);
    }
    return record;
  }

  private void place(int index, long due, long birth, LeaseRecord record) {
    keys[2 * index] = due;
    keys[2 * index + 1] = birth;
    records[index] = record;
    record.deadlineIndex = index;
  }

  private void move(int from, int to) {
    place(to, keys[2 * from], keys[2 * from + 1], at(from));
  }

  private boolean isBefore(long due, long birth, int index) {
    long other = keys[2 * index];
    return due < other || (due == other && birth < keys[2 * index + 1]);
  }

  private void siftUp(int start, long due, long birth, LeaseRecord record) {
    int index = start;
    while (index > 0) {
      int parent = (index - 1) / CHILDREN;
      if (!isBefore(due, birth, parent)) {
        break;
      }
      move(parent, index);
      index = parent;
    }
    place(index, due, birth, record);
  }

  private void siftDown(int start, long due, long birth, LeaseRecord record) {
    int index = start;
    while (true) {
      int first = CHILDREN * index + 1;
      if (first >= size) {
        break;
      }
      int least = first;
      int end = Math.min(first + CHILDREN, size);
      for (int child = first + 1; child < end; child++) {
        if (isBefore(keys[2 * child], keys[2 * child + 1], least)) {
          least = child;
        }
      }
      if (isBefore(due, birth, least)) {
        break;
      }
      move(least, index);
      index = least;
    }
    place(index, due, birth, record);
  }
}
