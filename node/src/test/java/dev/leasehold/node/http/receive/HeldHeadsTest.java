package dev.leasehold.node.http.receive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Unfinished heads of all connections have one bound, and what is refused takes no room. */
class HeldHeadsTest {

  @Test
  void roomIsTakenUpToTheBoundAndGivenBack() {
    HeldHeads heads = new HeldHeads(1_000);
    assertThat(heads.take(900)).isTrue();
    assertThat(heads.take(101)).isFalse();
    assertThat(heads.taken()).isEqualTo(900);
    assertThat(heads.take(100)).isTrue();
    heads.giveBack(900);
    assertThat(heads.take(900)).isTrue();
  }
}
