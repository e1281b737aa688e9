package dev.leasehold.testing.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every sequence of at most six actions, in each alphabet. That so many states are visited and no
 * others is what makes the claim exact; a change of the kernel that changes the figures changes
 * what can happen.
 *
 * <p>For all that an alphabet can reach, run {@link Exploration}.
 */
class ExplorationTest {

  private static final int DEPTH = 6;

  @ParameterizedTest
  @CsvSource({
    "waiting, 2483, 11666",
    "conversions, 1524, 8533",
    "families, 1236, 6362",
    "handing-on, 950, 5898",
    "money, 1050, 6153",
    "purses, 764, 4878"
  })
  void everyStateWithinReachObeysTheRules(String name, int states, long transitions) {
    Alphabet alphabet =
        Alphabets.all().stream().filter(one -> one.name().equals(name)).findAny().orElseThrow();

    Explorer.Visited visited =
        new Explorer(alphabet, KernelSubject::new).explore(DEPTH, Long.MAX_VALUE);

    assertThat(visited.idle()).isEmpty();
    assertThat(visited.states()).isEqualTo(states);
    assertThat(visited.transitions()).isEqualTo(transitions);
  }
}
