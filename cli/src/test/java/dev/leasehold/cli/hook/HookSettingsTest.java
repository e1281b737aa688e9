package dev.leasehold.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which refs the settings guard. */
class HookSettingsTest {

  private static boolean guards(String pattern, String ref) throws IOException {
    return new HookSettings(Map.of(), List.of(pattern)).guards(ref);
  }

  @ParameterizedTest
  @CsvSource({
    "refs/heads/main, refs/heads/main, true",
    "refs/heads/main, refs/heads/main2, false",
    "refs/heads/*, refs/heads/a/b, true",
    "refs/heads/*, refs/tags/a, false",
    "refs/*/main, refs/heads/main, true",
    "refs/heads/*/release/*, refs/heads/team/release/1, true",
    "refs/heads/*/release/*, refs/heads/team/topic/1, false",
    "refs/*/a*b*b, refs/heads/ab, false",
    "refs/*/a*b*b, refs/heads/abb, true",
    "**, refs/heads/main, true",
  })
  void everyStarStandsForAnyCharacters(String pattern, String ref, boolean guarded)
      throws IOException {
    assertThat(guards(pattern, ref)).isEqualTo(guarded);
  }

  @Test
  void aPatternOfSignsThatAreNotKnownIsNotTakenForOneThatGuardsNothing() {
    for (String pattern : List.of("refs/heads/release-?", "refs/heads/[mt]*", "refs/heads/\\*")) {
      assertThatThrownBy(() -> guards(pattern, "refs/heads/main"))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(pattern);
    }
  }
}
