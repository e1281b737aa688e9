package dev.leasehold.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.leasehold.kernel.RandomSteps.Step;
import dev.leasehold.kernel.codec.StateCopy;
import dev.leasehold.kernel.event.Event;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of any commands in any order. */
class KernelProperties {

  @Provide
  Arbitrary<List<Step>> steps() {
    return RandomSteps.steps();
  }

  /** A kernel, its clock and its journal. */
  private static final class Run {
    final Kernel kernel;
    final List<Event> journal = new ArrayList<>();
    long tick;

    Run(Kernel kernel, long tick) {
      this.kernel = kernel;
      this.tick = tick;
    }

    static Run of(List<Step> steps) {
      Run run = new Run(new Kernel(), 0);
      steps.forEach(run::take);
      return run;
    }

    Outcome take(Step step) {
      tick = Math.max(0, tick + step.afterNanos());
      Outcome outcome = kernel.execute(new Stamp(tick, tick, step.caller()), step.command());
      journal.addAll(outcome.events());
      return outcome;
    }

    List<Outcome> takeAll(List<Step> steps) {
      return steps.stream().map(this::take).toList();
    }
  }

  @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
  void replayEqualsLiveInStateAndInAllThatFollows(
      @ForAll("steps") List<Step> before, @ForAll("steps") List<Step> after) {
    Run live = Run.of(before);

    Kernel replayed = new Kernel();
    EventBytes.decode(EventBytes.encode(live.journal)).forEach(replayed::replay);

    assertThat(replayed.snapshot()).isEqualTo(live.kernel.snapshot());
    assertThat(replayed.stateHash()).isEqualTo(live.kernel.stateHash());
    assertGoOnAlike(live, new Run(replayed, live.tick), after);
  }

  @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
  void aRestoredSnapshotGoesOnLikeTheOriginal(
      @ForAll("steps") List<Step> before, @ForAll("steps") List<Step> after) {
    Run live = Run.of(before);

    Kernel restored = Kernel.restore(live.kernel.snapshot());

    assertThat(restored.snapshot()).isEqualTo(live.kernel.snapshot());
    assertGoOnAlike(live, new Run(restored, live.tick), after);
  }

  @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
  void aCopyInPiecesIsTheSnapshotOfItsBeginningWhateverHappensMeanwhile(
      @ForAll("steps") List<Step> before, @ForAll("steps") List<Step> after) {
    Run live = Run.of(before);
    byte[] snapshot = live.kernel.snapshot();
    int events = live.journal.size();

    StateCopy copy = live.kernel.copy();
    ByteArrayOutputStream pieces = new ByteArrayOutputStream();
    for (int i = 0; i < after.size(); i++) {
      live.take(after.get(i));
      if (i % 3 == 0) {
        pieces.writeBytes(Objects.requireNonNull(copy.next(1)));
      }
    }
    while (!copy.hasAllLeases()) {
      pieces.writeBytes(Objects.requireNonNull(copy.next(2)));
    }
    pieces.writeBytes(copy.rest());

    assertThat(pieces.toByteArray()).isEqualTo(snapshot);
    Kernel restored = Kernel.restore(pieces.toByteArray());
    live.journal.subList(events, live.journal.size()).forEach(restored::replay);
    assertThat(restored.snapshot()).isEqualTo(live.kernel.snapshot());
  }

  private static void assertGoOnAlike(Run live, Run other, List<Step> steps) {
    assertThat(other.kernel.lastPosition()).isEqualTo(live.kernel.lastPosition());
    assertThat(other.kernel.lastTick()).isEqualTo(live.kernel.lastTick());
    assertThat(other.kernel.nextDueTick()).isEqualTo(live.kernel.nextDueTick());
    assertThat(other.kernel.livingCount()).isEqualTo(live.kernel.livingCount());
    assertThat(other.kernel.endedCount()).isEqualTo(live.kernel.endedCount());
    assertThat(other.kernel.tokens()).isEqualTo(live.kernel.tokens());
    assertThat(other.takeAll(steps)).isEqualTo(live.takeAll(steps));
    assertThat(other.kernel.stateHash()).isEqualTo(live.kernel.stateHash());
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void theSameCommandsGiveTheSameOutcomes(@ForAll("steps") List<Step> steps) {
    Run one = new Run(new Kernel(), 0);
    Run two = new Run(new Kernel(), 0);

    assertThat(one.takeAll(steps)).isEqualTo(two.takeAll(steps));
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void positionsRiseByOneAndTicksNeverFall(@ForAll("steps") List<Step> steps) {
    List<Event> journal = Run.of(steps).journal;

    for (int i = 0; i < journal.size(); i++) {
      assertThat(journal.get(i).position()).isEqualTo(i + 1);
      assertThat(journal.get(i).tick())
          .isGreaterThanOrEqualTo(i == 0 ? 0 : journal.get(i - 1).tick());
    }
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void whatHasNoEventChangesNothing(@ForAll("steps") List<Step> steps) {
    Run run = new Run(new Kernel(), 0);
    for (Step step : steps) {
      byte[] before = run.kernel.snapshot();
      if (run.take(step).events().isEmpty()) {
        assertThat(run.kernel.snapshot()).isEqualTo(before);
      }
    }
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void everyCutOfASnapshotIsRefused(@ForAll("steps") List<Step> steps) {
    byte[] snapshot = Run.of(steps).kernel.snapshot();

    for (int length = 0; length < snapshot.length; length++) {
      byte[] cut = Arrays.copyOf(snapshot, length);
      assertThatThrownBy(() -> Kernel.restore(cut)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
