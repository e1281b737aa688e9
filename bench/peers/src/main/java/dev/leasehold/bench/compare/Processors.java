package dev.leasehold.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * All processors of the machine at an instant, from {@code /proc/stat}; nothing where there is
 * none.
 *
 * @param busyTicks not idle and not waiting for a disk; what other machines took is in it
 */
record Processors(long allTicks, long busyTicks) {

  private static final double TICKS_PER_NANO = 1e-7;

  /** The fields of the line: user nice system idle iowait irq softirq steal. */
  private static final int IDLE = 4;

  private static final int WAITING = 5;
  private static final int LAST = 8;

  static Processors now() {
    try {
      return read(Files.readAllLines(Path.of("/proc/stat")).get(0));
    } catch (IOException e) {
      return new Processors(0, 0);
    }
  }

  static Processors read(String line) {
    String[] fields = line.split("\\s+");
    long all = 0;
    for (int i = 1; i <= LAST; i++) {
      all += Long.parseLong(fields[i]);
    }
    return new Processors(
        all, all - Long.parseLong(fields[IDLE]) - Long.parseLong(fields[WAITING]));
  }

  /** The part of all processors, since then, that was busy for others. */
  double othersPercentSince(Processors before, long oursNanos) {
    long all = allTicks - before.allTicks;
    double others = busyTicks - before.busyTicks - oursNanos * TICKS_PER_NANO;
    return all <= 0 ? 0 : Math.max(0, 100 * others / all);
  }
}
