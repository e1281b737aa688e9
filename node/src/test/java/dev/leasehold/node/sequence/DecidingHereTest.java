package dev.leasehold.node.sequence;

import static dev.leasehold.node.sequence.Rig.acquire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.node.sequence.forgotten.EndedLeaseRetention;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import dev.leasehold.node.time.MovedTime;
import dev.leasehold.node.time.TickClock;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Commands are decided on the thread that brings them only if nobody has to wait for that. When
 * deciding has failed on one thread, the other decides nothing more, even if its turn comes before
 * the node is stopped.
 */
class DecidingHereTest {

  private final MovedTime time = new MovedTime();
  private final Kernel kernel = new Kernel();
  private final Inbox inbox = new Inbox(time);
  private final Handover handover = new Handover(time);
  private final Decider decider =
      new Decider(
          kernel,
          TickClock.resume(time, null, 0),
          time,
          inbox,
          handover,
          new EndedLeaseRetention(ForgottenLeases.NONE),
          ForgottenLeases.NONE,
          WorkMeter.NONE);

  private static Submission submission(Command command) {
    return new Submission(Rig.AGENT, command);
  }

  @Test
  void theKernelsThreadGoesOnWithNothingThatFailedElsewhere() throws Exception {
    Submission bug = submission(null);
    assertThatNullPointerException()
        .isThrownBy(() -> decider.decideHere(List.of(submission(acquire("a", 0)), bug)));
    inbox.put(submission(acquire("b", 0)));
    decider.decideUntilClosed();
    assertThat(kernel.lastPosition()).isEqualTo(1);
    assertThat(handover.takeIfIdle()).isNull();
  }

  @Test
  void nobodyElseGoesOnWithWhatFailedOnTheKernelsThread() throws Exception {
    inbox.put(submission(acquire("a", 0)));
    inbox.put(submission(null));
    assertThatNullPointerException().isThrownBy(decider::decideUntilClosed);
    assertThat(decider.decideHere(List.of(submission(acquire("b", 0))))).isFalse();
    assertThat(kernel.lastPosition()).isEqualTo(1);
    assertThat(handover.takeIfIdle()).isNull();
  }

  @Test
  void nothingIsDecidedHereWhileACopyOfTheStatePresses() throws Exception {
    decider.betweenRuns().press(true);
    assertThat(decider.decideHere(List.of(submission(acquire("a", 0))))).isFalse();
    decider.betweenRuns().press(false);
    assertThat(decider.decideHere(List.of(submission(acquire("a", 0))))).isTrue();
  }
}
