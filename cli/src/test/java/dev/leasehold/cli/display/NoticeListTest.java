package dev.leasehold.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Text;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NoticeListTest {

  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
  private static final String ID = "8c146820-f17b-4c26-a735-ffd1f0468c15";

  private static List<String> lines(int columns, String text) throws IOException {
    Fields notice =
        Fields.parse(
            """
            {"id":"1","leaseId":"%s","at":"2026-05-01T11:55:00Z","text":"%s"}\
            """
                .formatted(ID, text));
    return NoticeList.table(List.of(notice), NOW).lines(new Screen(true, false, columns, 24));
  }

  private static final String REVOKED =
      "lease " + ID + " was revoked: the machine is needed for a release; stop using it";

  @Test
  void theIdIsSaidOnce() throws IOException {
    assertThat(lines(80, REVOKED))
        .containsExactly(
            "WHEN       NOTICE",
            "5 min ago  lease " + ID + " was revoked: the machine",
            "           is needed for a release; stop using it");
    assertThat(lines(120, REVOKED).get(0)).isEqualTo("WHEN       NOTICE");
    assertThat(lines(120, "something of yours is over")).anyMatch(line -> line.contains(ID));
  }

  @Test
  void onANarrowTerminalTheIdStaysInOnePiece() throws IOException {
    assertThat(lines(40, REVOKED))
        .containsExactly(
            "5 min ago",
            "  notice lease",
            "  " + ID,
            "  was revoked: the machine is needed for",
            "  a release; stop using it");
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 40, 60, 80, 120})
  void noLineIsWiderThanTheTerminal(int columns) throws IOException {
    for (String text : List.of(REVOKED, "x".repeat(300), "something of yours is over")) {
      assertThat(lines(columns, text)).allMatch(line -> Text.width(line) <= columns);
    }
  }
}
