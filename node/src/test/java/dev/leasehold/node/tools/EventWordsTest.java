package dev.leasehold.node.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.view.EndReasons;
import org.junit.jupiter.api.Test;

class EventWordsTest {

  @Test
  void aGrantFromTheQueueIsAGrantThatSaysSo() {
    Event granted =
        new LeaseEvent.GrantedFromQueue(new Event.At(7, 1, 1), "a", 4, 10, Amounts.NONE);

    assertThat(EventWords.of(granted))
        .isEqualTo(new EventWords("granted", "from the queue, epoch 4"));
  }

  @Test
  void verbsAreTheWordsThatTheDocumentsUse() {
    Event received =
        new LeaseEvent.HeartbeatReceived(new Event.At(8, 1, 1), "a", Event.Request.NONE);
    Event failed =
        new LeaseEvent.ConversionFailed(
            new Event.At(9, 1, 1), "a", EndReasons.TIMEOUT, Event.Request.NONE);

    assertThat(EventWords.of(received).verb()).isEqualTo("heartbeat");
    assertThat(EventWords.of(failed).verb()).isEqualTo("conversion-failed");
  }
}
