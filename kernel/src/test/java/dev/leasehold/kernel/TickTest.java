package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ticks decide, and never go back; wall time decides nothing (rule 3). */
class TickTest {

  @Test
  void aTickThatLiesBehindTheLastOneCountsAsTheLastOne() {
    Script script =
        Script.run(
            """
            10s alice acquire a ttl=5s          | ACTIVE until=15s
            4s  alice renew a ttl=6s            | ACTIVE until=16s left=6s
            3s  bob   acquire b scope=/b ttl=1s | ACTIVE until=11s
            0s  alice release a                 | RELEASED ended=10s
            """);

    assertThat(script.kernel().lastTick()).isEqualTo(10 * Limits.SECOND);
    assertThat(script.journal()).allMatch(event -> event.tick() == 10 * Limits.SECOND);
  }

  @Test
  void anExpiryThatWasRecordedIsNotTakenBackByAnEarlierTick() {
    Script.run(
        """
            alice acquire a ttl=10s | ACTIVE
        10s admin expire            | swept=1
        9s  alice get a             | EXPIRED
        9s  alice renew a           | LEASE_EXPIRED
        """);
  }

  @Test
  void theOutcomeTellsTheTickThatCounted() {
    Kernel kernel = Script.run("10s alice acquire a | ACTIVE").kernel();
    Caller alice = new Caller("alice", Role.AGENT, List.of());

    Outcome outcome = kernel.execute(new Stamp(4, 99, alice), new LeaseQuery.GetLease("a"));

    assertThat(outcome.stamp()).isEqualTo(new Stamp(10 * Limits.SECOND, 99, alice));
  }

  @Test
  void wallTimeDecidesNothing() {
    Script script = Script.run("alice acquire a ttl=10s | ACTIVE");
    Caller alice = new Caller("alice", Role.AGENT, List.of());
    long yearAhead = Script.WALL_NANOS + 365 * Limits.DAY;

    for (long wall : new long[] {yearAhead, -yearAhead, Long.MAX_VALUE, 0}) {
      Outcome outcome =
          script.kernel().execute(new Stamp(1, wall, alice), new LeaseQuery.GetLease("a"));

      assertThat(outcome.events()).isEmpty();
      assertThat(((Reply.OfLease) outcome.reply()).lease().state()).isEqualTo(LeaseState.ACTIVE);
    }
  }

  @Test
  void eventsOutOfOrderAreABugAndNotARefusal() {
    Script script = Script.run("10s alice acquire a | ACTIVE");

    assertThatThrownBy(
            () ->
                script
                    .kernel()
                    .replay(
                        new AdminEvent.Pruned(
                            new Event.At(1, 10 * Limits.SECOND, 0), 0, 0, 0, true)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                script
                    .kernel()
                    .replay(
                        new AdminEvent.Pruned(
                            new Event.At(3, 10 * Limits.SECOND, 0), 0, 0, 0, true)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                script.kernel().replay(new AdminEvent.Pruned(new Event.At(2, 1, 0), 0, 0, 0, true)))
        .isInstanceOf(IllegalStateException.class);
  }
}
