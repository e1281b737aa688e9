package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ticks stop before the largest number, so that deadlines are never smaller than they were. */
class LastTickTest {

  private final Kernel kernel = new Kernel();
  private final List<Event> journal = new ArrayList<>();

  @Test
  void aTickBeyondTheLastCountsAsTheLast() {
    assertThat(play(Limits.MAX_TICK - 1, "alice config").stamp().tick())
        .isEqualTo(Limits.MAX_TICK - 1);
    assertThat(play(Limits.MAX_TICK, "alice config").stamp().tick()).isEqualTo(Limits.MAX_TICK);
    assertThat(play(Limits.MAX_TICK + 1, "alice config").stamp().tick()).isEqualTo(Limits.MAX_TICK);
    assertThat(play(Long.MAX_VALUE, "alice config").stamp().tick()).isEqualTo(Limits.MAX_TICK);
  }

  @Test
  void theLongestTermsAreStillInTheFuture() {
    Lease held = lease(play(Long.MAX_VALUE, "alice acquire a ttl=366d heartbeat=366d"));
    assertThat(held.state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(held.deadlineTick()).isEqualTo(Limits.MAX_TICK + Limits.MAX_TTL_NANOS);
    assertThat(held.remainingNanos(Limits.MAX_TICK)).isEqualTo(Limits.MAX_TTL_NANOS);

    Lease waits = lease(play(Long.MAX_VALUE, "bob acquire w wait=1h ttl=366d"));
    assertThat(waits.state()).isEqualTo(LeaseState.PENDING);
    Lease child = lease(play(Long.MAX_VALUE, "alice derive a as=c holder=carol ttl=366d"));
    assertThat(child.state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(lease(play(Long.MAX_VALUE, "admin revoke a notice=366d")).state())
        .isEqualTo(LeaseState.ACTIVE);
    assertThat(lease(play(Long.MAX_VALUE, "alice release a after=366d")).state())
        .isEqualTo(LeaseState.ACTIVE);
    Reply issued = play(Long.MAX_VALUE, "admin issue t ttl=366d").reply();
    assertThat(((Reply.OfToken) issued).token().isValidAt(Limits.MAX_TICK)).isTrue();

    assertThat(kernel.livingCount()).isEqualTo(3);
    assertSameWhenReadAgain();
  }

  @Test
  void timeThatStandsStillEndsNothingByItself() {
    play(Long.MAX_VALUE, "alice acquire a ttl=1ms");
    play(Long.MAX_VALUE, "admin expire");
    assertThat(lease(play(Long.MAX_VALUE, "alice get a")).state()).isEqualTo(LeaseState.ACTIVE);
    assertThat(lease(play(Long.MAX_VALUE, "alice release a")).state())
        .isEqualTo(LeaseState.RELEASED);
    play(Long.MAX_VALUE, "admin restore");
    assertSameWhenReadAgain();
  }

  private void assertSameWhenReadAgain() {
    Kernel replayed = new Kernel();
    journal.forEach(replayed::replay);
    assertThat(replayed.stateHash()).isEqualTo(kernel.stateHash());
    assertThat(Kernel.restore(kernel.snapshot()).stateHash()).isEqualTo(kernel.stateHash());
  }

  private Outcome play(long tick, String row) {
    List<String> words = new ArrayList<>(List.of(row.split(" ")));
    Caller caller = ScriptCallers.parse(words.remove(0));
    Outcome outcome =
        kernel.execute(new Stamp(tick, 0, caller), ScriptCommands.parse(caller, words));
    journal.addAll(outcome.events());
    return outcome;
  }

  private static Lease lease(Outcome outcome) {
    assertThat(outcome.reply()).isInstanceOf(Reply.OfLease.class);
    return ((Reply.OfLease) outcome.reply()).lease();
  }
}
