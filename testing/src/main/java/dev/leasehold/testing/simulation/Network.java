package dev.leasehold.testing.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Messages under way: they are lost, doubled and overtake each other. */
final class Network<M> {

  private static final int LOST_PER_CENT = 8;
  private static final int DOUBLED_PER_CENT = 8;

  private final SplittableRandom random;
  private final List<M> underWay = new ArrayList<>();

  Network(SplittableRandom random) {
    this.random = random;
  }

  void send(M message) {
    if (random.nextInt(100) >= LOST_PER_CENT) {
      underWay.add(message);
    }
  }

  /** Delivers one of the messages, often the oldest; null if there is none. */
  @Nullable M deliver() {
    if (underWay.isEmpty()) {
      return null;
    }
    int index = random.nextBoolean() ? 0 : random.nextInt(underWay.size());
    return random.nextInt(100) < DOUBLED_PER_CENT ? underWay.get(index) : underWay.remove(index);
  }

  void loseAll() {
    underWay.clear();
  }
}
