package dev.leasehold.node.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.node.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {

  /** Notes how long is waited and waits for nothing. */
  private static final class ImpatientTime implements TimeSource {

    final List<Long> waits = new ArrayList<>();

    @Override
    public long monotonicNanos() {
      return 0;
    }

    @Override
    public String identity() {
      return "test";
    }

    @Override
    public long wallNanos() {
      return 0;
    }

    @Override
    public void park(long nanos) {
      waits.add(nanos);
    }
  }

  private final ImpatientTime time = new ImpatientTime();
  private final Inbox inbox = new Inbox(time);

  @Test
  void itWaitsAsLongAsItIsTold() {
    inbox.await(5);
    inbox.await(7);
    assertThat(time.waits).containsExactly(5L, 7L);
  }

  /** The thread that is to be woken may be about to wait. */
  @Test
  void aWakeThatComesBeforeTheWaitEndsIt() {
    inbox.wake();
    inbox.await(5);
    assertThat(time.waits).isEmpty();
    inbox.await(7);
    assertThat(time.waits).containsExactly(7L);
  }

  @Test
  void nobodyWaitsWhenItIsClosed() {
    inbox.close();
    inbox.await(5);
    assertThat(time.waits).isEmpty();
  }
}
