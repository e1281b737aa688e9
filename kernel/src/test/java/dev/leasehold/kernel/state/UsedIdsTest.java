package dev.leasehold.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class UsedIdsTest {

  @Test
  void idsStayAndCopiesStayAsTheyWere() {
    UsedIds used = new UsedIds();
    TreeSet<UsedId> expected = new TreeSet<>();
    List<UsedIds.Copy> copies = new ArrayList<>();
    List<List<UsedId>> then = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      assertThat(used.contains(UsedId.of("id-" + i))).isFalse();
      used.add(UsedId.of("id-" + i));
      used.add(UsedId.of("id-" + i / 2));
      expected.add(UsedId.of("id-" + i));
      if (i % 500 == 0) {
        copies.add(used.copy());
        then.add(List.copyOf(expected));
      }
    }
    assertThat(used.size()).isEqualTo(5_000);
    assertThat(expected).allMatch(used::contains);
    for (int i = 0; i < copies.size(); i++) {
      assertThat(copies.get(i).sorted()).containsExactlyElementsOf(then.get(i));
    }
  }
}
