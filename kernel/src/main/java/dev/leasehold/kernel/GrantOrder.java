package dev.leasehold.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Remembered leases in the order of their grants, which is that of their fencing tokens. */
final class GrantOrder {

  private @Nullable Holding[] holdings = new @Nullable Holding[16];
  private int used;
  private int forgotten;

  int size() {
    return used - forgotten;
  }

  void append(Holding holding) {
    if (used == holdings.length) {
      if (forgotten > used / 4) {
        closeGaps();
      } else {
        holdings = Arrays.copyOf(holdings, used + used / 2);
      }
    }
    holdings[used++] = holding;
  }

  /** To be called after {@link Holding#forget}; the place is reclaimed later. */
  void countForgotten() {
    forgotten++;
  }

  /** Shows leases with a larger token, in order, until the visitor has seen enough. */
  void visitAfter(long token, Visitor visitor) {
    for (int i = firstAfter(token); i < used; i++) {
      Holding holding = at(i);
      if (!holding.isForgotten() && !visitor.visit(holding)) {
        return;
      }
    }
  }

  interface Visitor {
    boolean visit(Holding holding);
  }

  private int firstAfter(long token) {
    int low = 0;
    int high = used;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at(middle).fencingToken <= token) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private Holding at(int index) {
    Holding holding = holdings[index];
    if (holding == null) {
      throw new IllegalStateException("a gap in the order of grants at " + index);
    }
    return holding;
  }

  private void closeGaps() {
    int kept = 0;
    for (int i = 0; i < used; i++) {
      Holding holding = at(i);
      if (!holding.isForgotten()) {
        holdings[kept++] = holding;
      }
    }
    Arrays.fill(holdings, kept, used, null);
    used = kept;
    forgotten = 0;
  }
}
