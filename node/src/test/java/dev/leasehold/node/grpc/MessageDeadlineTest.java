package dev.leasehold.node.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.http.receive.WireLimits;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A message of a stream that is begun has to be finished; between messages there is all the time.
 */
class MessageDeadlineTest {

  private static final long STEP_MILLIS = 100;

  private final EmbeddedChannel connection = new EmbeddedChannel();
  private boolean halfSent;
  private int ended;
  private final MessageDeadline deadline =
      new MessageDeadline(connection.eventLoop(), () -> halfSent, () -> ended++);

  MessageDeadlineTest() {
    connection.freezeTime();
    deadline.begin();
  }

  /** Lets time pass and whatever is due be done in it. */
  private void pass(double timeouts) {
    long millis = (long) (timeouts * WireLimits.MESSAGE_TIMEOUT.toMillis());
    for (long passed = 0; passed < millis; passed += STEP_MILLIS) {
      connection.advanceTimeBy(STEP_MILLIS, TimeUnit.MILLISECONDS);
      connection.runScheduledPendingTasks();
    }
  }

  /** Lets the server stand still. */
  private void standStill(int timeouts) {
    connection.advanceTimeBy(
        timeouts * WireLimits.MESSAGE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    connection.runScheduledPendingTasks();
  }

  @Test
  void aMessageThatIsNotFinishedEndsTheStreamOnce() {
    pass(0.9);
    halfSent = true;
    pass(0.9);
    assertThat(ended).isZero();
    pass(0.9);
    pass(0.9);
    assertThat(ended).isOne();
    pass(10);
    assertThat(ended).isOne();
  }

  @Test
  void aServerThatStoodStillBlamesNobody() {
    halfSent = true;
    pass(1);
    standStill(10);
    assertThat(ended).isZero();
    deadline.finished();
    pass(1);
    assertThat(ended).isZero();
    pass(1);
    assertThat(ended).isOne();
  }

  @Test
  void aStreamThatIsSilentBetweenMessagesStays() {
    for (int i = 0; i < 100; i++) {
      pass(1);
    }
    assertThat(ended).isZero();
  }

  @Test
  void messagesThatAreFinishedInTimeMayFollowOneAnother() {
    halfSent = true;
    for (int i = 0; i < 100; i++) {
      pass(1);
      deadline.finished();
    }
    assertThat(ended).isZero();
  }

  @Test
  void aStreamThatIsOverIsLeftAlone() {
    halfSent = true;
    pass(1);
    deadline.close();
    pass(10);
    assertThat(ended).isZero();
  }
}
