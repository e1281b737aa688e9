package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An outcome tells how a lease was between two events of one command. */
class OvertakenTest {

  private static final Caller ALICE = new Caller("alice", Role.AGENT, List.of(), "p", "", 0);

  private static Kernel withPurse(int others) {
    StringBuilder table =
        new StringBuilder(
            """
            admin   create-pool p amounts=usd:20                         | pool=p
            alice$p acquire x policy=budget pool=p budget=usd:10 ttl=10s | ACTIVE
            """);
    for (int i = 0; i < others; i++) {
      table.append("bob acquire b%d scope=/%d ttl=10s | ACTIVE\n".formatted(i, i));
    }
    return Script.run(table.toString()).kernel();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 30})
  void aRefreshThatFindsTheLeaseRunOutTellsHowItRanOut(int others) {
    Kernel kernel = withPurse(others);
    Kernel twin = Kernel.restore(kernel.snapshot());

    Outcome outcome =
        kernel.execute(
            new Stamp(11 * Limits.SECOND, 11 * Limits.SECOND, ALICE),
            new Command.Refresh("x", Amounts.NONE, ""));

    assertThat(outcome.events()).hasSize(others + 2);
    assertThat(outcome.between()).hasSize(1);
    for (Event event : outcome.events()) {
      twin.replay(event);
      if (event instanceof Event.Expired expired && expired.leaseId().equals("x")) {
        Lease between = twin.recorded().lease("x");
        assertThat(outcome.between()).isEqualTo(Map.of(event.position(), between));
      }
    }
    assertThat(kernel.recorded().lease("x")).isNotIn(outcome.between().values());
  }

  @Test
  void aCommandThatChangesEachLeaseOnceTellsNothingMore() {
    Kernel kernel = withPurse(30);
    Outcome outcome =
        kernel.execute(
            new Stamp(11 * Limits.SECOND, 11 * Limits.SECOND, ALICE), new Command.GetLease("x"));
    assertThat(outcome.events()).hasSize(31);
    assertThat(outcome.between()).isEmpty();
  }
}
