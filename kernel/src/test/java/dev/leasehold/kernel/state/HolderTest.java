package dev.leasehold.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HolderTest {

  private final Holder holder = new Holder("holder");

  private LeaseRecord born(long token) {
    LeaseRecord record = DeadlinesTest.record("lease-" + token, token, 10);
    holder.append(record);
    return record;
  }

  private List<LeaseRecord> all() {
    List<LeaseRecord> all = new ArrayList<>();
    for (LeaseRecord next = holder.first(); next != null; next = next.later) {
      all.add(next);
    }
    return all;
  }

  @Test
  void leasesStandInTheOrderOfTheirBirthsWhicheverLeaves() {
    List<LeaseRecord> four = List.of(born(1), born(2), born(3), born(4));
    holder.remove(four.get(2));
    assertThat(all()).containsExactly(four.get(0), four.get(1), four.get(3));
    holder.remove(four.get(0));
    holder.remove(four.get(3));
    assertThat(all()).containsExactly(four.get(1));
    LeaseRecord fifth = born(5);
    assertThat(all()).containsExactly(four.get(1), fifth);
  }

  /**
   * A record that is dead and old would keep all that came after it from being collected as young.
   */
  @Test
  void oneThatLeftLeadsToNoOther() {
    LeaseRecord first = born(1);
    LeaseRecord second = born(2);
    LeaseRecord third = born(3);
    holder.remove(second);
    assertThat(second.earlier).isNull();
    assertThat(second.later).isNull();
    assertThat(third.earlier).isSameAs(first);
  }
}
