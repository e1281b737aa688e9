package dev.leasehold.node.alerts;

import java.util.Arrays;

/** The last few times that something happened. */
final class Ticks {

  private final long[] last;
  private long count;

  Ticks(int size) {
    last = new long[size];
  }

  void add(long tick) {
    last[(int) (count++ % last.length)] = tick;
  }

  /** How often it happened since then, as far back as is remembered. */
  int countSince(long tick) {
    long known = Math.min(count, last.length);
    return (int) Arrays.stream(last).limit(known).filter(one -> one >= tick).count();
  }
}
