package dev.leasehold.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Remembered leases are shown in the order they were made, from any position on. */
class LeasesByBirthTest {

  private final LeasesByBirth order = new LeasesByBirth();

  /** Other ones in each run; the name of a failed test tells its seed. */
  static LongStream seeds() {
    return new Random().longs(20);
  }

  private LeaseRecord append(long token) {
    LeaseRecord record = DeadlinesTest.record("lease-" + token, token, 1);
    order.append(record);
    return record;
  }

  private void forget(LeaseRecord record) {
    record.forget();
    order.countForgotten();
  }

  private List<LeaseRecord> visits(long afterPosition, int limit) {
    List<LeaseRecord> visited = new ArrayList<>();
    order.visitAfter(
        afterPosition,
        record -> {
          visited.add(record);
          return visited.size() < limit;
        });
    return visited;
  }

  @Test
  void anEmptyOrderShowsNothing() {
    assertThat(visits(0, 10)).isEmpty();
    assertThat(order.size()).isZero();
  }

  @Test
  void leasesThatWereMadeLaterAreShown() {
    LeaseRecord first = append(10);
    LeaseRecord second = append(20);
    LeaseRecord third = append(30);

    assertThat(visits(0, 10)).containsExactly(first, second, third);
    assertThat(visits(9, 10)).containsExactly(first, second, third);
    assertThat(visits(10, 10)).containsExactly(second, third);
    assertThat(visits(15, 10)).containsExactly(second, third);
    assertThat(visits(30, 10)).isEmpty();
    assertThat(visits(Long.MAX_VALUE, 10)).isEmpty();
  }

  @Test
  void theVisitorStopsTheVisit() {
    LeaseRecord first = append(1);
    append(2);

    assertThat(visits(0, 1)).containsExactly(first);
  }

  @Test
  void forgottenLeasesAreNotShown() {
    LeaseRecord first = append(1);
    LeaseRecord second = append(2);
    LeaseRecord third = append(3);

    forget(second);

    assertThat(visits(0, 10)).containsExactly(first, third);
    assertThat(visits(2, 10)).containsExactly(third);
    assertThat(order.size()).isEqualTo(2);
  }

  /** Places of forgotten leases are reclaimed now and then, in the middle of all this. */
  @ParameterizedTest
  @MethodSource("seeds")
  void theOrderShowsWhatASortedMapDoes(long seed) {
    Random random = new Random(seed);
    TreeMap<Long, LeaseRecord> model = new TreeMap<>();
    int growth = 2 + random.nextInt(4);
    long token = 0;
    for (int i = 0; i < 1_500; i++) {
      if (random.nextInt(6) < growth || model.isEmpty()) {
        token += 1 + random.nextInt(3);
        model.put(token, append(token));
      } else {
        Long known = model.ceilingKey(random.nextLong(token) + 1);
        forget(model.remove(known == null ? model.firstKey() : known));
      }
      long after = random.nextLong(token + 2);
      int limit = 1 + random.nextInt(20);
      assertThat(visits(after, limit))
          .isEqualTo(model.tailMap(after, false).values().stream().limit(limit).toList());
      assertThat(order.size()).isEqualTo(model.size());
    }
    assertThat(visits(0, Integer.MAX_VALUE)).isEqualTo(List.copyOf(model.values()));
  }

  @Test
  void manyLeasesThatComeAndGoLeaveNoTrace() {
    List<LeaseRecord> present = new ArrayList<>();
    for (long token = 1; token <= 100_000; token++) {
      present.add(append(token));
      if (present.size() > 10) {
        forget(present.removeFirst());
      }
    }

    assertThat(visits(0, Integer.MAX_VALUE)).isEqualTo(present);
    assertThat(order.size()).isEqualTo(10);
  }
}
