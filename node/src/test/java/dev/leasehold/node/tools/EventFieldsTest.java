package dev.leasehold.node.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import org.junit.jupiter.api.Test;

class EventFieldsTest {

  @Test
  void typesKeepTheNamesThatScriptsRead() {
    Event granted =
        new LeaseEvent.GrantedFromQueue(new Event.At(7, 1, 1), "a", 1, 10, Amounts.NONE);
    Event received =
        new LeaseEvent.HeartbeatReceived(new Event.At(8, 1, 1), "a", Event.Request.NONE);
    Event reminded = new LeaseEvent.Reminded(new Event.At(9, 1, 1), "a", 5);
    assertThat(EventFields.of(1, granted).get("type")).isEqualTo("Admitted");
    assertThat(EventFields.of(1, received).get("type")).isEqualTo("Beaten");
    assertThat(EventFields.of(1, reminded).get("type")).isEqualTo("Reminded");
  }
}
