package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.QueueModel.Place;
import dev.leasehold.kernel.QueueModel.Want;
import dev.leasehold.kernel.RandomSteps.Step;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.LeaseEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.refusal.ConflictRefusal;
import dev.leasehold.kernel.view.Party;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The queue is always as a model of it says that shares no code with the kernel. */
class QueueProperties {

  private static final Caller ADMIN = new Caller("admin", Role.ADMIN, List.of());

  private Kernel kernel = new Kernel();
  private final Map<String, Place> places = new HashMap<>();
  private long tick;

  @Provide
  Arbitrary<List<Step>> steps() {
    return QueueSteps.steps(List.of(-3, 0, 0, 2, 5));
  }

  @Provide
  Arbitrary<List<Step>> stepsOfEqualPriority() {
    return QueueSteps.steps(List.of(0));
  }

  @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
  void whoeverWaitsIsKeptWaitingAndNobodyIsGrantedPastAWaiterAhead(
      @ForAll("steps") List<Step> steps) {
    for (Step step : steps) {
      Outcome outcome = take(step);
      QueueModel model = model();
      for (Want wait : model.waits) {
        assertThat(model.inTheWayOf(wait)).as("%s waits after %s", wait, step).isNotEmpty();
        places.put(wait.leaseId(), wait.place());
      }
      outcome.events().forEach(event -> assertNotPastAnybody(event, step, model));
      assertNoConflictIsHeld(model, step);
    }
  }

  @Property(tries = 600, edgeCases = EdgeCasesMode.NONE)
  void amongEqualPrioritiesNobodyEverWaitsForItselfAndOnlyThatIsCalledADeadlock(
      @ForAll("stepsOfEqualPriority") List<Step> steps) {
    for (Step step : steps) {
      tick += step.afterNanos();
      kernel.execute(stamp(ADMIN), new NodeCommand.GrantWaiting(Integer.MAX_VALUE));
      QueueModel before = model();
      Outcome outcome = kernel.execute(stamp(step.caller()), step.command());
      assertThat(model().hasCycle()).as("a cycle after %s", step).isFalse();
      if (outcome.reply() instanceof Reply.Refused refused
          && refused.refusal() instanceof ConflictRefusal.Deadlock
          && step.command() instanceof LeaseCommand.Acquire asked) {
        before.waits.add(want("new", asked, new Place(false, 0, tick, Long.MAX_VALUE)));
        assertThat(before.hasCycle()).as("no cycle by %s", step).isTrue();
      }
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void aRestartChangesNothingAndNothingHappensBeforeTheKernelSaysSo(
      @ForAll("steps") List<Step> steps) {
    for (Step step : steps) {
      Kernel restored = Kernel.restore(kernel.snapshot());
      Outcome outcome = take(step);
      assertThat(restored.execute(stamp(step.caller()), step.command())).isEqualTo(outcome);
      assertThat(restored.stateHash()).isEqualTo(kernel.stateHash());
      long due = kernel.nextDueTick();
      assertThat(due).as("after %s", step).isGreaterThan(tick);
      long before = due == Long.MAX_VALUE ? tick + Limits.DAY : due - 1;
      Stamp stamp = new Stamp(before, before, ADMIN);
      Command everything = new NodeCommand.GrantWaiting(Integer.MAX_VALUE);
      assertThat(restored.execute(stamp, everything).events()).isEmpty();
    }
  }

  private Outcome take(Step step) {
    tick += step.afterNanos();
    return kernel.execute(stamp(step.caller()), step.command());
  }

  private Stamp stamp(Caller caller) {
    return new Stamp(tick, tick, caller);
  }

  private QueueModel model() {
    Command list = new LeaseQuery.ListLeases("s", "", null, "", "", List.of(), "", 1_000, 0);
    Outcome listed = kernel.execute(stamp(ADMIN), list);
    assertThat(listed.events()).as("left undone").isEmpty();
    return new QueueModel(((Reply.Leases) listed.reply()).leases(), tick);
  }

  private static void assertNoConflictIsHeld(QueueModel model, Step step) {
    for (Want one : model.held) {
      assertThat(model.held)
          .as("held with %s after %s", one, step)
          .noneMatch(other -> other != one && model.conflict(one, other));
    }
  }

  /** Derived and transferred leases go past all who wait; nothing else does. */
  private void assertNotPastAnybody(Event event, Step step, QueueModel model) {
    Place place =
        switch (event) {
          case LeaseEvent.Granted e when e.claim().rare().parentId().isEmpty() ->
              new Place(false, priority(step), tick, e.position());
          case LeaseEvent.GrantedFromQueue e -> places.get(e.leaseId());
          case LeaseEvent.Converted e when e.mode() == Mode.EXCLUSIVE ->
              new Place(true, 0, tick, e.position());
          default -> null;
        };
    String id = event instanceof Event.OfLease of ? of.leaseId() : "";
    if (place != null) {
      for (Want granted : model.held.stream().filter(h -> h.leaseId().equals(id)).toList()) {
        Want as = new Want(id, granted.party(), granted.scope(), granted.mode(), place);
        assertThat(model.aheadOf(as))
            .as("passed by %s in %s", event, step)
            .noneMatch(ahead -> ahead.place().position() < event.position());
      }
    }
  }

  private static int priority(Step step) {
    return step.command() instanceof LeaseCommand.Acquire asked ? asked.rare().priority() : 0;
  }

  private static Want want(String id, LeaseCommand.Acquire asked, Place place) {
    return new Want(
        id,
        new Party(asked.holder(), asked.session()),
        asked.scope().patternTexts(),
        asked.mode(),
        place);
  }
}
