package dev.leasehold.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CopyableListTest {

  private static final class Thing extends CopyableList.Item {}

  @Test
  void copiesStayAsTheyWereWhateverComesAndGoes() {
    Random random = new Random(3);
    CopyableList<Thing> inOrder = new CopyableList<>();
    List<Thing> expected = new ArrayList<>();
    List<CopyableList.Copy<Thing>> copies = new ArrayList<>();
    List<List<Thing>> then = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      boolean grows = i / 2_000 % 2 == 0;
      if (expected.isEmpty() || random.nextInt(10) < (grows ? 7 : 3)) {
        Thing thing = new Thing();
        inOrder.add(thing);
        expected.add(thing);
      } else if (random.nextBoolean()) {
        assertThat(inOrder.removeFirst()).isSameAs(expected.remove(0));
      } else {
        inOrder.remove(expected.remove(random.nextInt(expected.size())));
      }
      if (i % 1_000 == 0) {
        copies.add(inOrder.copy());
        then.add(List.copyOf(expected));
        assertThat(inOrder.all()).containsExactlyElementsOf(expected);
      }
    }
    assertThat(inOrder.size()).isEqualTo(expected.size());
    for (int i = 0; i < copies.size(); i++) {
      assertThat(copies.get(i)).containsExactlyElementsOf(then.get(i));
      assertThat(copies.get(i).size()).isEqualTo(then.get(i).size());
    }
  }
}
