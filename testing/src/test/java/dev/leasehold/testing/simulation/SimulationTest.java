package dev.leasehold.testing.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The kernel among unreliable clients, with an auditor at its side.
 *
 * <p>A failure prints its seed, its step, the last commands and the command that shows it again:
 *
 * <pre>
 * mvn -q -o -pl testing -am test -Dtest=SimulationTest \
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seed=7 -Dsimulation.steps=5000
 * </pre>
 *
 * <p>For hours instead of seconds, and for its rate, run {@link SimulationSoak}.
 */
class SimulationTest {

  private static final long STEPS = Long.getLong("simulation.steps", 8_000);

  static LongStream seeds() {
    Long asked = Long.getLong("simulation.seed");
    return asked == null ? LongStream.rangeClosed(1, 8) : LongStream.of(asked);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void noInvariantIsBrokenWhateverGoesWrong(long seed) {
    new Simulation(seed).run(STEPS);
  }

  @Test
  void theSameSeedGivesTheSameRunInWhichEverythingHappens() {
    Tally one = new Simulation(45).run(12_000);
    Tally two = new Simulation(45).run(12_000);

    assertThat(one).hasToString(two.toString());
    assertThat(one.crashes()).isGreaterThan(3);
    assertThat(one.of("Granted")).isGreaterThan(50);
    for (String what : new String[] {"Expired", "Ended", "Queued", "GrantedFromQueue", "retries"}) {
      assertThat(one.of(what)).as(what).isGreaterThan(5);
    }
    for (String what : new String[] {"Reserved", "Settled", "OverrunReported"}) {
      assertThat(one.of("by a gateway: " + what)).as(what).isPositive();
    }
    for (String what :
        new String[] {
          "Renewed",
          "Converted",
          "Transferred",
          "Spent",
          "Advanced",
          "ExtensionRequested",
          "DEADLOCK"
        }) {
      assertThat(one.of(what)).as(what).isPositive();
    }
  }
}
