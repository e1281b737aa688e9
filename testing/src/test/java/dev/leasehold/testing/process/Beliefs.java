package dev.leasehold.testing.process;

import dev.leasehold.client.HeldLease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * When each holder believed to hold something, by the one wall clock of all, against when the
 * others did. Safe for threads.
 */
final class Beliefs {

  private static final long PACE_NANOS = 5_000_000;

  private record Belief(String what, String who, long beginNanos, long endNanos) {

    boolean isInAt(long nanos) {
      return beginNanos <= nanos && nanos < endNanos;
    }
  }

  private final List<Belief> beliefs = new ArrayList<>();

  /** Believes the lease as long as it says that it is held, until the turn is over. */
  void hold(String what, String who, HeldLease lease, BooleanSupplier isOver) {
    long begin = nowNanos();
    long end = begin;
    // Looked at the clock first: what is held afterwards was held then.
    for (long now = begin; lease.isHeld() && !isOver.getAsBoolean(); now = nowNanos()) {
      end = now;
      LockSupport.parkNanos(PACE_NANOS);
    }
    add(what, who, begin, end);
  }

  synchronized void add(String what, String who, long beginNanos, long endNanos) {
    beliefs.add(new Belief(what, who, beginNanos, endNanos));
  }

  static long nowNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  /** A sentence for each who came to believe it while as many others did as may at a time. */
  synchronized List<String> violations(String what, int atATime) {
    List<String> violations = new ArrayList<>();
    List<Belief> all =
        beliefs.stream()
            .filter(belief -> belief.what.equals(what))
            .sorted(Comparator.comparingLong(Belief::beginNanos))
            .toList();
    for (int i = 0; i < all.size(); i++) {
      Belief later = all.get(i);
      List<Belief> others =
          all.subList(0, i).stream().filter(other -> other.isInAt(later.beginNanos)).toList();
      if (later.endNanos > later.beginNanos && others.size() >= atATime) {
        violations.add(
            "%s believed to hold %s while others did: %s".formatted(later.who, what, others));
      }
    }
    return violations;
  }
}
