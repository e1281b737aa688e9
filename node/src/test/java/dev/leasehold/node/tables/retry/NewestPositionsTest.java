package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NewestPositionsTest {

  private final NewestPositions newest = new NewestPositions(0);

  @Test
  void aKeyHasTheNewestOfItsPlaces() {
    newest.put(7, 1);
    newest.put(7, 5);
    assertThat(newest.get(7)).isEqualTo(5);
    assertThat(newest.size()).isEqualTo(1);
    assertThat(newest.get(8)).isEqualTo(NewestPositions.NONE);
  }

  @Test
  void anyKeyIsAKey() {
    newest.put(0, 3);
    newest.put(-1, 4);
    newest.put(Long.MIN_VALUE, 5);
    assertThat(newest.get(0)).isEqualTo(3);
    assertThat(newest.get(-1)).isEqualTo(4);
    assertThat(newest.get(Long.MIN_VALUE)).isEqualTo(5);
  }

  @Test
  void itKnowsAsMuchAsAMap() {
    SplittableRandom random = new SplittableRandom(1);
    Map<Long, Integer> model = new HashMap<>();
    for (int i = 0; i < 50_000; i++) {
      long key = random.nextInt(40_000) * 0x9E3779B97F4A7C15L;
      newest.put(key, i);
      model.put(key, i);
    }
    model.forEach((key, place) -> assertThat(newest.get(key)).isEqualTo(place));
    assertThat(newest.size()).isEqualTo(model.size());
    for (int i = 0; i < 10_000; i++) {
      long key = random.nextLong();
      assertThat(newest.get(key)).isEqualTo(model.getOrDefault(key, NewestPositions.NONE));
    }
  }
}
