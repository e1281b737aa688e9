package dev.leasehold.cli.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Fields;
import dev.leasehold.cli.terminal.Text;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressLineTest {

  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
  private static final String ID = "8c146820-f17b-4c26-a735-ffd1f0468c15";

  private static Fields lease(String holder, String scope, String state, long minutes)
      throws IOException {
    return Fields.parse(
        """
        {"leaseId":"%s","holder":"%s","scope":["%s"],"state":"%s","expiresAt":"%s"}\
        """
            .formatted(ID, holder, scope, state, NOW.plusSeconds(60 * minutes)));
  }

  private static List<Fields> heldAndWaitedFor() throws IOException {
    return List.of(lease("alice", "/src/api", "ACTIVE", 4), lease("bob", "/src/api", "PENDING", 4));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " 30 | place 2: alice, 4 min left",
        " 39 | place 2: alice, 4 min left, /src/api",
        " 40 | place 2: alice, 4 min left, /src/api",
        " 60 | waiting, place 2: alice, 4 min left, /src/api",
        "120 | waiting, number 2 in the queue: alice holds /src/api, for another 4 min, bob waits"
            + " ahead for /src/api",
      })
  void placeHolderAndEndComeBeforeAllElse(int columns, String line) throws IOException {
    assertThat(ProgressLine.of(heldAndWaitedFor(), NOW, columns)).isEqualTo(line);
  }

  @Test
  void whereThereIsRoomTheIdsAreSaid() throws IOException {
    assertThat(ProgressLine.of(List.of(lease("alice", "/a", "ACTIVE", 4)), NOW, 200))
        .isEqualTo("waiting, next: alice holds /a, for another 4 min (lease " + ID + ")");
    assertThat(ProgressLine.of(List.of(lease("alice", "/a", "ACTIVE", 4)), NOW, 79))
        .isEqualTo("waiting, next: alice holds /a, for another 4 min");
  }

  @Test
  void aLongNameIsCutBeforeTheEnd() throws IOException {
    Fields lease = lease("worker-of-the-nightly-build-at-frankfurt", "/a", "ACTIVE", 60);
    assertThat(ProgressLine.of(List.of(lease), NOW, 39))
        .isEqualTo("next: worker-of-the-night…, 60 min left");
  }

  @Test
  void ofSeveralHoldersTheOneIsNamedWhoHasItLongest() throws IOException {
    List<Fields> holders =
        List.of(
            lease("alice", "/src/api", "ACTIVE", 4),
            lease("bob", "/src/api", "ACTIVE", 50),
            lease("carol", "/src/api", "ACTIVE", 8));
    assertThat(ProgressLine.of(holders, NOW, 39)).startsWith("next: bob +2, 50 min left");
  }

  @Test
  void whatIsOverIsInGraceAndWhoOnlyWaitsHasNoEnd() throws IOException {
    assertThat(ProgressLine.of(List.of(lease("alice", "/src/api", "ACTIVE", 0)), NOW, 30))
        .startsWith("next: alice, in grace");
    assertThat(ProgressLine.of(List.of(lease("bob", "/src/api", "PENDING", 4)), NOW, 30))
        .isEqualTo("place 2: bob, /src/api");
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 19, 39, 59, 79, 119})
  void noLineIsWiderThanItMayBe(int columns) throws IOException {
    List<Fields> many = new ArrayList<>(heldAndWaitedFor());
    for (int i = 0; i < 12; i++) {
      many.add(lease("東京の山田さん", "/very/long/".repeat(9), "PENDING", 4));
    }
    assertThat(Text.width(ProgressLine.of(many, NOW, columns))).isLessThanOrEqualTo(columns);
  }
}
