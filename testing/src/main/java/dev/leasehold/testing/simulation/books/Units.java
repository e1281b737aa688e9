package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.budget.Amounts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The auditor's own amounts: one figure for each unit in use. */
public final class Units {

  public static final List<String> NAMES = List.of("calls", "tokens", "usd_micros");

  private Units() {}

  public static long[] none() {
    return new long[NAMES.size()];
  }

  public static long[] of(Amounts amounts) {
    long[] figures = none();
    amounts
        .asMap()
        .forEach(
            (unit, figure) -> {
              int index = NAMES.indexOf(unit);
              if (index < 0) {
                throw new IllegalArgumentException("a unit that nobody uses: " + unit);
              }
              figures[index] = figure;
            });
    return figures;
  }

  public static Amounts amounts(long[] figures) {
    Map<String, Long> map = new HashMap<>();
    for (int i = 0; i < figures.length; i++) {
      map.put(NAMES.get(i), figures[i]);
    }
    return Amounts.of(map);
  }

  public static boolean isNothing(long[] figures) {
    for (long figure : figures) {
      if (figure != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether there is at least as much of every unit. */
  public static boolean covers(long[] there, long[] wanted) {
    for (int i = 0; i < wanted.length; i++) {
      if (there[i] < wanted[i]) {
        return false;
      }
    }
    return true;
  }

  /** The smaller figure in each unit. */
  public static long[] least(long[] one, long[] other) {
    long[] least = none();
    for (int i = 0; i < least.length; i++) {
      least[i] = Math.min(one[i], other[i]);
    }
    return least;
  }

  /** The figures by which there is less than is wanted. */
  public static long[] lacking(long[] there, long[] wanted) {
    long[] lacking = none();
    for (int i = 0; i < lacking.length; i++) {
      lacking[i] = Math.max(0, wanted[i] - there[i]);
    }
    return lacking;
  }

  /** Whether there is something of every unit that is wanted. */
  public static boolean hasSomeOfEach(long[] there, long[] wanted) {
    for (int i = 0; i < wanted.length; i++) {
      if (wanted[i] > 0 && there[i] <= 0) {
        return false;
      }
    }
    return true;
  }

  static void add(long[] to, long[] amounts) {
    for (int i = 0; i < to.length; i++) {
      to[i] += amounts[i];
    }
  }

  public static long[] sum(long[] one, long[] other) {
    long[] sum = one.clone();
    add(sum, other);
    return sum;
  }

  static long[] difference(long[] one, long[] other) {
    long[] rest = one.clone();
    for (int i = 0; i < rest.length; i++) {
      rest[i] -= other[i];
    }
    return rest;
  }
}
