package dev.leasehold.node.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Types stay as they are: others filter by them. */
class EventTypesTest {

  @Test
  void typesAreWhatOthersFilterBy() {
    assertThat(EventTypes.all())
        .doesNotHaveDuplicates()
        .containsAll(
            List.of(
                "lease.granted",
                "lease.heartbeat",
                "lease.conversion-queued",
                "budget.overdrawn",
                "pool.deposited",
                "notices.acknowledged",
                "notices.dropped",
                "memory.pruned",
                "config.changed",
                "alert.wait-timeouts"));
  }

  @ParameterizedTest
  @EnumSource(
      value = LeaseState.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"PENDING", "ACTIVE"})
  void everyEndHasATypeOfItsOwn(LeaseState state) {
    Event ended =
        new LeaseEvent.Ended(
            new Event.At(1, 2, 3), "id", state, "r", "by", 2, Event.Request.NONE, BudgetEnd.NONE);
    String type = EventTypes.nameOf(ended);
    assertThat(type).isEqualTo("dev.leasehold.lease." + state.name().toLowerCase(Locale.ROOT));
    assertThat(EventTypes.all()).contains(type.substring(EventTypes.PREFIX.length()));
  }
}
