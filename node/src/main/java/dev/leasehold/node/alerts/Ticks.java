package dev.leasehold.node.alerts;

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
    int found = 0;
    for (int i = 0; i < Math.min(count, last.length); i++) {
      if (last[i] >= tick) {
        found++;
      }
    }
    return found;
  }
}
