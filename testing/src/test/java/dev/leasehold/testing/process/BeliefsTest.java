package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The checker sees what it is there for. */
class BeliefsTest {

  private final Beliefs beliefs = new Beliefs();

  @Test
  void oneAfterTheOtherIsAsItShouldBe() {
    beliefs.add("/a", "ann", 10, 20);
    beliefs.add("/a", "bob", 20, 30);
    beliefs.add("/b", "eve", 15, 25);
    assertThat(beliefs.violations("/a", 1)).isEmpty();
  }

  @Test
  void twoAtATimeAreSeenWhereOneMayBe() {
    beliefs.add("/a", "ann", 10, 20);
    beliefs.add("/a", "bob", 19, 30);
    assertThat(beliefs.violations("/a", 1)).hasSize(1).first().asString().startsWith("bob");
    assertThat(beliefs.violations("/a", 2)).isEmpty();
  }

  @Test
  void oneInsideALongerOneIsSeenThoughItWasNotedFirst() {
    beliefs.add("/a", "bob", 12, 13);
    beliefs.add("/a", "ann", 10, 20);
    assertThat(beliefs.violations("/a", 1)).hasSize(1).first().asString().startsWith("bob");
  }

  @Test
  void threeAtATimeAreSeenWhereTwoMayBe() {
    beliefs.add("/a", "ann", 10, 20);
    beliefs.add("/a", "bob", 11, 20);
    beliefs.add("/a", "eve", 12, 20);
    assertThat(beliefs.violations("/a", 2)).hasSize(1).first().asString().startsWith("eve");
  }
}
