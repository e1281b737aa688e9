package dev.leasehold.node.tables.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.tables.RandomTraffic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether a start has to wait for the tables, by what was forgotten and what they have. */
class RecoveredEndsTest {

  private final Kernel kernel = new Kernel();
  private final List<Event> events = new ArrayList<>();
  private long tick;

  private void execute(Command command) {
    events.addAll(
        kernel.execute(new Stamp(tick, tick, RandomTraffic.agent("ann")), command).events());
  }

  /** Returns the position of the end. */
  private long makeAndEnd(String id) {
    execute(Acquires.ofAnn(id, "/" + id, ""));
    execute(new Command.Release(id, "", 0, ""));
    return kernel.lastPosition();
  }

  private void forget(int limit) {
    tick += Limits.DAY;
    execute(new Command.Prune(tick, limit));
  }

  private boolean areMissingAfter(long fedPosition) {
    Kernel replayed = new Kernel();
    RecoveredEnds ends = new RecoveredEnds(replayed, fedPosition);
    for (Event event : events) {
      ends.pass(event);
      replayed.replay(event);
    }
    return ends.areMissing();
  }

  /** A state that was stored while the tables were behind it has ends that they lack. */
  @Test
  void whatAStateAheadOfTheTablesForgetsMayBeMissing() {
    long fed = makeAndEnd("a");
    makeAndEnd("b");
    Kernel state = Kernel.restore(kernel.snapshot());
    events.clear();
    forget(2);
    RecoveredEnds ends = new RecoveredEnds(state, fed);
    events.forEach(ends::pass);
    assertThat(ends.areMissing()).isTrue();
  }

  @Test
  void nothingIsMissingWhileNothingIsForgotten() {
    makeAndEnd("a");
    assertThat(areMissingAfter(0)).isFalse();
  }

  @Test
  void theEndOfAForgottenLeaseIsMissingBeforeItsPosition() {
    long ended = makeAndEnd("a");
    makeAndEnd("b");
    forget(1);
    assertThat(areMissingAfter(0)).isTrue();
    assertThat(areMissingAfter(ended - 1)).isTrue();
    assertThat(areMissingAfter(ended)).isFalse();
    assertThat(areMissingAfter(kernel.lastPosition())).isFalse();
  }

  @Test
  void everyStepThatForgetsCounts() {
    makeAndEnd("a");
    long ended = makeAndEnd("b");
    forget(1);
    makeAndEnd("c");
    forget(1);
    assertThat(areMissingAfter(ended - 1)).isTrue();
    assertThat(areMissingAfter(ended)).isFalse();
    forget(1);
    assertThat(areMissingAfter(ended)).isTrue();
  }
}
