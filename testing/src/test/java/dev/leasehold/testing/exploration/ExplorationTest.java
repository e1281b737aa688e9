package dev.leasehold.testing.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every sequence of at most six actions, in each alphabet. That so many states are visited and no
 * others is what makes the claim exact; a change of the kernel that changes the figures changes
 * what can happen.
 *
 * <p>For all that an alphabet can reach, run {@link Exploration}.
 */
@Execution(ExecutionMode.CONCURRENT)
class ExplorationTest {

  private static final int DEPTH = 6;

  @ParameterizedTest
  @CsvSource({
    "waiting, 2542, 12863",
    "conversions, 1528, 9157",
    "families, 1248, 6826",
    "handing-on, 968, 6392",
    "money, 1050, 6603",
    "budgets, 774, 5291",
    "handshakes, 748, 4910",
    "questions, 828, 5079"
  })
  void everyStateWithinReachObeysTheRules(String name, int states, long transitions) {
    Alphabet alphabet =
        Alphabets.all().stream().filter(one -> one.name().equals(name)).findAny().orElseThrow();

    Explorer.Visited visited =
        new Explorer(alphabet, KernelSubject::new).explore(DEPTH, Long.MAX_VALUE);

    assertThat(visited.idle()).isEmpty();
    assertThat(List.of((long) visited.states(), visited.transitions()))
        .containsExactly((long) states, transitions);
  }
}
