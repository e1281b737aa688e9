package dev.leasehold.node.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TickClockTest {

  /** The last session ran on clock A, 100 ticks ahead of it, and had reached tick 1000. */
  private static final ClockMark LAST = new ClockMark("A", 100, 1_000);

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "same boot goes on exactly,                        A,  950, 900,  1050",
    "same boot at the very instant of the mark,        A,  900, 900,  1000",
    "same boot and a block newer than the mark,        A, 1400, 1300, 1500",
    "same boot but the clock reads less than it did,   A,  200, 900,  1000",
    "same boot but less than at the newest block,      A,  950, 1300, 1300",
    "a new boot goes on from the mark,                 B,    5, 900,  1000",
    "a new boot goes on from a block that is newer,    B,    5, 1300, 1300",
    "another clock that reads more is not believed,    B, 9999, 900,  1000",
  })
  void resumes(String rule, String identity, long reading, long lastBlockTick, long expectedTick) {
    MovedTime time = new MovedTime(identity, reading);
    TickClock clock = TickClock.resume(time, LAST, lastBlockTick);
    assertThat(clock.tick()).as(rule).isEqualTo(expectedTick);
    time.advance(7);
    assertThat(clock.tick()).as(rule).isEqualTo(expectedTick + 7);
  }

  @Test
  void withoutAMarkItGoesOnFromTheNewestBlock() {
    TickClock clock = TickClock.resume(new MovedTime("A", 777), null, 500);
    assertThat(clock.tick()).isEqualTo(500);
  }

  @Test
  void theFirstTickOfAllIsZero() {
    TickClock clock = TickClock.resume(new MovedTime("A", 777), null, 0);
    assertThat(clock.tick()).isZero();
  }

  @Test
  void ticksNeverGoBack() {
    MovedTime time = new MovedTime("A", 950);
    TickClock clock = TickClock.resume(time, LAST, 0);
    long before = clock.tick();
    time.advance(-500);
    assertThat(clock.tick()).isEqualTo(before);
  }

  @Test
  void itMayFallBehindAndNeverMakesUpForIt() {
    MovedTime time = new MovedTime("A", 950);
    TickClock clock = TickClock.resume(time, LAST, 0);
    clock.fallBehind(1_020);
    time.advance(7);
    assertThat(clock.tick()).isEqualTo(1_027);
    assertThat(TickClock.resume(time, clock.markAt(1_020), 0).tick()).isEqualTo(1_027);
  }

  @Test
  void theWallClockChangesNothing() {
    MovedTime time = new MovedTime("A", 950);
    TickClock clock = TickClock.resume(time, LAST, 0);
    long before = clock.tick();
    time.moveWallClock(3_600_000_000_000L);
    assertThat(clock.tick()).isEqualTo(before);
  }

  @Test
  void aMarkOfThisSessionLetsTheNextOneGoOn() {
    MovedTime time = new MovedTime("B", 5);
    TickClock first = TickClock.resume(time, LAST, 0);
    ClockMark mark = first.markAt(first.tick());
    time.advance(40);
    assertThat(TickClock.resume(time, mark, 0).tick()).isEqualTo(1_040);
  }
}
