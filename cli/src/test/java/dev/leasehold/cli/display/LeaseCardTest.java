package dev.leasehold.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.terminal.Screen;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** A lease in full. */
class LeaseCardTest {

  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  @Test
  void inGraceItSaysForHowLongAndWhatToDo() throws IOException {
    Fields lease =
        Fields.parse(
            """
            {"leaseId":"a","state":"EXPIRED","cause":"TIME","holder":"dave","space":"s",\
            "scope":["/dave"],"mode":"EXCLUSIVE","policy":"budget","graceRemaining":"40s",\
            "expiresAt":"2026-05-01T11:59:40Z","terminatedAt":"2026-05-01T11:59:40Z"}\
            """);

    assertThat(LeaseCard.lines(lease, Screen.NONE, ZoneOffset.UTC, NOW))
        .contains("grace       for another 40 s; refresh or close it, else it is closed");
    assertThat(LeaseText.ends(lease, NOW)).isEqualTo("in grace for another 40 s");
  }

  @Test
  void ofALeaseThatEndedEarlierItSaysHowLongItWouldHaveLasted() throws IOException {
    Fields lease =
        Fields.parse(
            """
            {"leaseId":"a","state":"EVICTED","holder":"ann","space":"s","scope":["/**"],\
            "mode":"EXCLUSIVE","policy":"checkout","issuedAt":"2026-05-01T11:00:00Z",\
            "expiresAt":"2026-05-04T11:00:00Z","terminatedAt":"2026-05-01T11:59:20Z"}\
            """);

    assertThat(LeaseCard.lines(lease, Screen.NONE, ZoneOffset.UTC, NOW))
        .contains(
            "would end   in 71 h (2026-05-04T11:00:00Z)",
            "ended       40 s ago (2026-05-01T11:59:20Z)");
  }
}
