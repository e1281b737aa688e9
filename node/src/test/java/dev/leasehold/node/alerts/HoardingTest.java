package dev.leasehold.node.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.budget.Amounts;
import dev.leasehold.kernel.budget.BudgetEnd;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.metrics.LeaseCounts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The limit for a holder depends on the leases of the others. */
class HoardingTest {

  private final Kernel kernel = new Kernel();
  private final LeaseCounts counts = new LeaseCounts();
  private final Hoarding hoarding = new Hoarding(counts);
  private final Map<String, Lease> samples = new HashMap<>();

  /** A lease of the holder, as good as any other of its own: only their number counts. */
  private Lease sample(String holder) {
    return samples.computeIfAbsent(
        holder,
        name -> {
          Scope scope = ((Scope.Parsed.Valid) Scope.parse(List.of(), List.of("/" + name))).scope();
          Command acquire =
              new LeaseCommand.Acquire(
                  name,
                  false,
                  "file",
                  "s",
                  scope,
                  Mode.EXCLUSIVE,
                  name,
                  "",
                  Limits.HOUR,
                  LeaseCommand.UNSET,
                  Map.of(),
                  "",
                  LeaseCommand.RareTerms.NONE);
          Caller caller = new Caller(name, Role.AGENT, List.of());
          Outcome outcome = kernel.execute(new Stamp(1, 1, caller), acquire);
          return outcome.facts().get(0).after();
        });
  }

  /** Yields whoever was found to hoard meanwhile. */
  private String takes(String holder, int leases) {
    String found = "";
    for (int i = 0; i < leases; i++) {
      Event granted =
          new LeaseEvent.GrantedFromQueue(new Event.At(1, 1, 1), holder, 0, 1, Amounts.NONE);
      counts.follow(new Fact(granted, null, sample(holder)));
      found += hoarding.begunBy(granted, sample(holder));
    }
    return found;
  }

  private void releases(String holder, int leases) {
    for (int i = 0; i < leases; i++) {
      Event ended =
          new LeaseEvent.Ended(
              new Event.At(1, 1, 1),
              holder,
              LeaseState.RELEASED,
              "",
              holder,
              1,
              Event.Request.NONE,
              BudgetEnd.NONE);
      counts.follow(new Fact(ended, sample(holder), null));
      assertThat(hoarding.begunBy(ended, sample(holder))).isEmpty();
    }
  }

  @Test
  void whoHasMuchMoreThanTheOthersIsToldOfOnce() {
    takes("ann", 2);
    takes("bob", 4);

    assertThat(takes("eve", Hoarding.MIN_LEASES)).isEmpty();
    assertThat(takes("eve", 1)).isEqualTo("eve");
    assertThat(takes("eve", 500)).isEmpty();
  }

  @Test
  void manyAreFewWhereEverybodyHasMany() {
    for (int i = 0; i < 10; i++) {
      takes("worker" + i, 50);
    }

    assertThat(takes("eve", 50 * Hoarding.TIMES_THE_OTHERS)).isEmpty();
    assertThat(takes("eve", 1)).isEqualTo("eve");
  }

  @Test
  void oneOfTwoHoardsOnlyWhenItIsOnTheWayToItsQuota() {
    takes("ann", 1);

    assertThat(takes("eve", Hoarding.MANY_LEASES)).isEmpty();
    assertThat(takes("eve", 1)).isEqualTo("eve");
  }

  @Test
  void whoGoesUpAndDownAroundTheLimitIsOneCaseUntilItHasComeDownToHalf() {
    takes("ann", 1);
    takes("bob", 1);
    assertThat(takes("eve", Hoarding.MIN_LEASES + 1)).isEqualTo("eve");

    releases("eve", 49);
    assertThat(takes("eve", 60)).isEmpty();

    releases("eve", 62);
    assertThat(counts.activeOf("eve")).isEqualTo(50);
    assertThat(takes("eve", 51)).isEqualTo("eve");
  }
}
