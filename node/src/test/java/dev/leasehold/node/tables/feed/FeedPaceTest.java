package dev.leasehold.node.tables.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.leasehold.kernel.policy.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeedPaceTest {

  private static final long LOOK = FeedPace.LOOK_EVERY_NANOS;
  private static final long RUSH = FeedPace.RUSH_EVENTS_PER_SECOND * LOOK / 1_000_000_000 + 1;

  private final FeedPace pace = new FeedPace(100, 0);

  @Test
  void whatComesSlowlyIsWrittenAtOnce() {
    pace.look(100 + RUSH - 1, 100, LOOK);
    assertThat(pace.share(0)).isEqualTo(1);
    assertThat(pace.restNanos(1_000, 0)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.5, 0", "0.55, 0.1", "0.75, 0.5", "1, 1", "1.2, 1"})
  void inARushTheFeedWorksTheMoreTheMoreWaits(double fullness, double share) {
    pace.look(100 + RUSH, 100, LOOK);
    assertThat(pace.share(fullness)).isCloseTo(share, within(1e-9));
  }

  @Test
  void itRestsInProportion() {
    pace.look(100 + RUSH, 100, LOOK);
    assertThat(pace.restNanos(1_000, 0.75)).isEqualTo(1_000);
    assertThat(pace.restNanos(1_000, 0.625)).isEqualTo(3_000);
    assertThat(pace.restNanos(1_000, 0.4)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aMomentWithoutEventsDoesNotEndARush() {
    pace.look(100 + RUSH, 100, LOOK);
    pace.look(100 + RUSH, 100, 2 * LOOK - 1);
    assertThat(pace.share(0)).isZero();
    pace.look(100 + RUSH, 100, 2 * LOOK);
    assertThat(pace.share(0)).isEqualTo(1);
  }

  /** Events a second that the feed writes while it does not rest. */
  private static final int FED_PER_SECOND = 70_000;

  /** The largest number of events that wait under a load that lasts. */
  private long mostWaiting(int eventsPerSecond, int seconds) {
    long position = 100;
    long fed = 100;
    long most = 0;
    for (long step = 1; step <= 20L * seconds; step++) {
      position += eventsPerSecond / 20;
      pace.look(position, fed, step * Limits.SECOND / 20);
      double share = pace.share((position - fed) / 4_000_000.0);
      fed = Math.min(position, fed + (long) (share * FED_PER_SECOND / 20));
      most = Math.max(most, position - fed);
    }
    return most;
  }

  @ParameterizedTest
  @ValueSource(ints = {12_000, 30_000, 60_000})
  void whatWaitsIsLessThanAMinuteOldHoweverSteadyTheRush(int eventsPerSecond) {
    assertThat(mostWaiting(eventsPerSecond, 300))
        .isBetween(20L * eventsPerSecond, 60L * eventsPerSecond);
  }

  @Test
  void aShortRushIsOverBeforeMuchIsWritten() {
    assertThat(mostWaiting(90_000, 20)).isGreaterThan(19 * 90_000);
  }

  /** Lets a rush last. */
  private void rush(int fromLook, int toLook, long fedPosition) {
    for (int i = fromLook; i <= toLook; i++) {
      pace.look(100 + i * RUSH, Math.min(fedPosition, 100 + i * RUSH), i * LOOK);
    }
  }

  @Test
  void theOlderWhatWaitsTheMoreTheFeedWorks() {
    int half = (int) (FeedPace.MAX_AGE_NANOS / LOOK / 2);
    rush(1, half, 100);
    assertThat(pace.share(0)).isZero();
    rush(half + 1, 3 * half / 2, 100);
    assertThat(pace.share(0)).isCloseTo(0.5, within(1e-9));
    rush(3 * half / 2 + 1, 2 * half, 100 + half / 4 * RUSH);
    assertThat(pace.share(0)).isBetween(0.7, 0.8);
    rush(2 * half + 1, 2 * half + 1, Long.MAX_VALUE);
    assertThat(pace.share(0)).isZero();
  }

  @Test
  void whenSomebodyHasWaitedInVainItDoesNotRestForAWhile() {
    rush(1, 1, Long.MAX_VALUE);
    assertThat(pace.share(0)).isZero();
    pace.hurry(LOOK);
    assertThat(pace.share(0)).isEqualTo(1);
    int end = 1 + (int) (FeedPace.HURRY_NANOS / LOOK);
    rush(2, end - 1, Long.MAX_VALUE);
    assertThat(pace.share(0)).isEqualTo(1);
    rush(end, end, Long.MAX_VALUE);
    assertThat(pace.share(0)).isZero();
  }
}
