package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.RandomSteps.Step;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.view.Lease;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No two conflicting leases are ever held, by an overlap that shares no code with the kernel. */
class ExclusionProperties {

  private static final Caller ADMIN = new Caller("admin", Role.ADMIN, List.of());

  private final Kernel kernel = new Kernel();
  private long tick;

  @Provide
  Arbitrary<List<Step>> steps() {
    return RandomSteps.steps();
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void noConflictingPairIsEverHeld(@ForAll("steps") List<Step> steps) {
    for (Step step : steps) {
      tick = Math.max(0, tick + step.afterNanos());
      kernel.execute(new Stamp(tick, tick, step.caller()), step.command());
      List<Lease> held = held();
      for (int i = 0; i < held.size(); i++) {
        for (int j = 0; j < i; j++) {
          assertThat(conflict(held.get(i), held.get(j)))
              .as("%s and %s after %s", held.get(i), held.get(j), step)
              .isFalse();
        }
      }
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void aConflictIsNamedExactlyWhereThereIsOne(@ForAll("steps") List<Step> steps) {
    for (Step step : steps) {
      tick = Math.max(0, tick + step.afterNanos());
      List<Lease> held = held();
      Reply reply = kernel.execute(new Stamp(tick, tick, step.caller()), step.command()).reply();
      if (step.command() instanceof LeaseCommand.Acquire asked
          && reply instanceof Reply.Refused refused
          && refused.refusal() instanceof ConflictRefusal.Conflict conflict) {
        assertThat(conflict.blockers())
            .extracting(Lease::id)
            .containsExactlyElementsOf(
                held.stream().filter(lease -> conflict(lease, asked)).map(Lease::id).toList());
      }
    }
  }

  /** All leases that keep others out, by the order of their tokens. */
  private List<Lease> held() {
    List<Lease> held = new ArrayList<>();
    for (String space : RandomSteps.SPACES) {
      Command list =
          new LeaseQuery.ListLeases(
              space,
              "",
              null,
              "",
              "",
              List.of(LeaseState.ACTIVE, LeaseState.EXPIRED),
              "",
              1_000,
              0);
      Reply.Leases page = (Reply.Leases) kernel.execute(new Stamp(tick, tick, ADMIN), list).reply();
      page.leases().stream()
          .filter(lease -> lease.state() == LeaseState.ACTIVE || lease.isInGrace())
          .forEach(held::add);
    }
    return held;
  }

  private static boolean conflict(Lease lease, Lease other) {
    return lease.space().equals(other.space())
        && (lease.mode() == Mode.EXCLUSIVE || other.mode() == Mode.EXCLUSIVE)
        && SmallUniverse.overlap(lease.scope().patternTexts(), other.scope().patternTexts());
  }

  private static boolean conflict(Lease lease, LeaseCommand.Acquire asked) {
    return lease.space().equals(asked.space())
        && (lease.mode() == Mode.EXCLUSIVE || asked.mode() == Mode.EXCLUSIVE)
        && SmallUniverse.overlap(lease.scope().patternTexts(), asked.scope().patternTexts());
  }
}
