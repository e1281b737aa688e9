package dev.leasehold.node.tables.retry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WrittenBlocksTest {

  private final WrittenBlocks blocks = new WrittenBlocks();

  @Test
  void aPositionIsInTheFirstBlockThatReachesIt() {
    blocks.add(4, 10);
    blocks.add(5, 11);
    blocks.add(6, 20);
    assertThat(blocks.numberOf(10)).isEqualTo(4);
    assertThat(blocks.numberOf(11)).isEqualTo(5);
    assertThat(blocks.numberOf(12)).isEqualTo(6);
    assertThat(blocks.numberOf(20)).isEqualTo(6);
    assertThat(blocks.numberOf(21)).isZero();
  }

  @Test
  void whatIsDroppedMakesRoom() {
    for (int number = 1; number <= 10_000; number++) {
      blocks.add(number, 2L * number);
      if (number % 100 == 0) {
        blocks.dropUpTo(2L * (number - 50));
      }
      assertThat(blocks.numberOf(2L * number)).isEqualTo(number);
      assertThat(blocks.numberOf(2L * number - 1)).isEqualTo(number);
    }
    blocks.dropUpTo(19_998);
    assertThat(blocks.numberOf(19_999)).isEqualTo(10_000);
    blocks.dropUpTo(20_000);
    assertThat(blocks.numberOf(20_000)).isZero();
    blocks.add(10_001, 20_005);
    assertThat(blocks.numberOf(20_001)).isEqualTo(10_001);
  }
}
