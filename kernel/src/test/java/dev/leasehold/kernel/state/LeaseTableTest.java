package dev.leasehold.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.scope.Hashing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Leases are found by their ids, whatever came and went before. */
class LeaseTableTest {

  private final LeaseTable table = new LeaseTable();

  /** Other ones in each run; the name of a failed test tells its seed. */
  static LongStream seeds() {
    return new Random().longs(20);
  }

  private LeaseRecord add(String id) {
    LeaseRecord record = DeadlinesTest.record(id, 1, 1);
    table.add(record);
    return record;
  }

  @Test
  void anUnknownIdIsNotFound() {
    assertThat(table.find("nobody")).isNull();

    add("somebody");

    assertThat(table.find("nobody")).isNull();
    assertThat(table.find("")).isNull();
  }

  @Test
  void theTextOfAnIdCountsNotTheString() {
    LeaseRecord first = add("id");
    LeaseRecord second = add("id2");

    assertThat(table.find(String.valueOf(new char[] {'i', 'd'}))).isSameAs(first);
    assertThat(table.find("id2")).isSameAs(second);
    assertThat(table.find("id")).isSameAs(first);
  }

  @Test
  void anIdMayBeUsedAgainAfterItWasRemoved() {
    add("id");
    table.remove("id");
    assertThat(table.find("id")).isNull();

    LeaseRecord second = add("id");

    assertThat(table.find("id")).isSameAs(second);
    assertThat(table.size()).isEqualTo(1);
  }

  /**
   * All in one chain of a small table, so that each removal leaves a gap that others lie behind.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void idsThatShareAPlaceAreFoundBehindGaps(long seed) {
    Random random = new Random(seed);
    List<String> ids =
        IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> "id-" + i)
            .filter(id -> (Hashing.of(id) & 63) == 17)
            .limit(20)
            .toList();
    Map<String, LeaseRecord> model = new HashMap<>();
    for (int i = 0; i < 300; i++) {
      String id = ids.get(random.nextInt(ids.size()));
      if (model.remove(id) != null) {
        table.remove(id);
      } else {
        model.put(id, add(id));
      }
      for (String each : ids) {
        assertThat(table.find(each)).isSameAs(model.get(each));
      }
    }
  }

  @Test
  void aLongComingAndGoingEndsInASmallTableThatStillAnswers() {
    for (int i = 0; i < 200_000; i++) {
      add("id-" + i);
      if (i >= 10) {
        table.remove("id-" + (i - 10));
      }
      assertThat(table.find("unknown")).isNull();
    }

    assertThat(table.size()).isEqualTo(10);
    assertThat(table.find("id-199990")).isNotNull();
    assertThat(table.find("id-199989")).isNull();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void theTableAnswersAsAMapDoes(long seed) {
    Random random = new Random(seed);
    Map<String, LeaseRecord> model = new HashMap<>();
    List<String> present = new ArrayList<>();
    int growth = 1 + random.nextInt(4);
    for (int i = 0; i < 4_000; i++) {
      if (random.nextInt(5) < growth || present.isEmpty()) {
        String id = "id-" + i;
        model.put(id, add(id));
        present.add(id);
      } else {
        String id = present.remove(random.nextInt(present.size()));
        table.remove(id);
        model.remove(id);
      }
      String asked = "id-" + random.nextInt(i + 2);
      assertThat(table.find(asked)).isSameAs(model.get(asked));
      assertThat(table.find(asked)).as("asked again").isSameAs(model.get(asked));
      assertThat(table.size()).isEqualTo(model.size());
    }
    model.forEach((id, record) -> assertThat(table.find(id)).isSameAs(record));
  }
}
