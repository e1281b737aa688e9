package dev.leasehold.kernel.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.event.Claim;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.scope.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Epochs beyond the number of resources that have their own (rule 14). */
class EpochsTest {

  private static final int MOST = 3;

  private final Epochs epochs = new Epochs(MOST);
  private final Space space = new Space("s");
  private long position;

  @Test
  void beyondTheLimitTheOldestFallBackOnAFloor() {
    reachAndForget("/one", 5);
    reachAndForget("/two", 1);
    reachAndForget("/three", 1);
    assertThat(epochs.floor("s")).isZero();

    reachAndForget("/four", 1);

    assertThat(epochs.floor("s")).isEqualTo(6);
    assertThat(next("/one")).isEqualTo(6);
    assertThat(next("/two")).isEqualTo(2);
    assertThat(next("/new")).isEqualTo(6);
  }

  @Test
  void aResourceThatIsUsedAgainIsNoLongerTheOldest() {
    reachAndForget("/one", 5);
    reachAndForget("/two", 1);
    reachAndForget("/one", 6);
    reachAndForget("/three", 1);

    reachAndForget("/four", 1);

    assertThat(next("/one")).isEqualTo(7);
    assertThat(next("/two")).isEqualTo(2);
    assertThat(epochs.floor("s")).isEqualTo(2);
  }

  @Test
  void aResourceWithARememberedLeaseDoesNotFallBack() {
    epochs.reach(lease("/one", 5));
    for (String path : List.of("/two", "/three", "/four", "/five")) {
      reachAndForget(path, 1);
    }

    assertThat(next("/one")).isEqualTo(6);
    assertThat(epochs.floor("s")).isEqualTo(2);
  }

  private long next(String path) {
    return epochs.ofGrant(Policy.WORKFLOW, "s", scope(path), Mode.EXCLUSIVE);
  }

  private void reachAndForget(String path, long epoch) {
    LeaseRecord lease = lease(path, epoch);
    epochs.reach(lease);
    epochs.keep(lease);
  }

  private LeaseRecord lease(String path, long epoch) {
    Claim claim =
        new Claim(
            "l" + ++position,
            false,
            "workflow",
            1,
            "s",
            scope(path),
            Mode.EXCLUSIVE,
            "alice",
            "",
            1,
            -1,
            Map.of(),
            new Event.Request("", "", 0),
            Claim.RareTerms.NONE);
    LeaseRecord record =
        new LeaseRecord(claim, position, Policy.WORKFLOW, space, new Holder("alice"));
    record.advance(epoch);
    return record;
  }

  private static Scope scope(String path) {
    return Scope.ofCanonical(List.of(path));
  }
}
