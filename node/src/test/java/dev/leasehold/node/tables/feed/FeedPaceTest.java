package dev.leasehold.node.tables.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeedPaceTest {

  private static final long LOOK = FeedPace.LOOK_EVERY_NANOS;
  private static final long RUSH = FeedPace.RUSH_EVENTS_PER_SECOND * LOOK / 1_000_000_000 + 1;

  private final FeedPace pace = new FeedPace(100, 0);

  @Test
  void whatComesSlowlyIsWrittenAtOnce() {
    pace.look(100 + RUSH - 1, LOOK);
    assertThat(pace.share(0)).isEqualTo(1);
    assertThat(pace.restNanos(1_000, 0)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.5, 0", "0.55, 0.1", "0.75, 0.5", "1, 1", "1.2, 1"})
  void inARushTheFeedWorksTheMoreTheMoreWaits(double fullness, double share) {
    pace.look(100 + RUSH, LOOK);
    assertThat(pace.share(fullness)).isCloseTo(share, within(1e-9));
  }

  @Test
  void itRestsInProportion() {
    pace.look(100 + RUSH, LOOK);
    assertThat(pace.restNanos(1_000, 0.75)).isEqualTo(1_000);
    assertThat(pace.restNanos(1_000, 0.625)).isEqualTo(3_000);
    assertThat(pace.restNanos(1_000, 0.4)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aMomentWithoutEventsDoesNotEndARush() {
    pace.look(100 + RUSH, LOOK);
    pace.look(100 + RUSH, 2 * LOOK - 1);
    assertThat(pace.share(0)).isZero();
    pace.look(100 + RUSH, 2 * LOOK);
    assertThat(pace.share(0)).isEqualTo(1);
  }
}
