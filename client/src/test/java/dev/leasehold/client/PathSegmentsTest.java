package dev.leasehold.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names of any kind as segments of a path. */
class PathSegmentsTest {

  @Test
  void usualNamesStayAsTheyAre() {
    assertThat(PathSegments.of("nightly-report_2.v1")).isEqualTo("nightly-report_2.v1");
    assertThat(PathSegments.of("user@host:8080~x")).isEqualTo("user@host:8080~x");
  }

  @Test
  void whatPathsDoNotTakeIsEscaped() {
    assertThat(PathSegments.of("a/b c%")).isEqualTo("a%2Fb%20c%25");
    assertThat(PathSegments.of("..")).isEqualTo("%2E.");
    assertThat(PathSegments.of("é日\ud800")).isEqualTo("%E9%u65E5%uD800");
    assertThat(PathSegments.of("")).isEqualTo("%-");
  }

  @Test
  void longNamesBecomeDigestsOfTheWholeName() {
    String segment = PathSegments.of("x".repeat(256));
    assertThat(PathSegments.of("x".repeat(255))).isEqualTo("x".repeat(255));
    assertThat(segment).matches("%\\+[0-9a-f]{64}");
    assertThat(PathSegments.of("x".repeat(257))).isNotEqualTo(segment);
    assertThat(PathSegments.of("\ud800".repeat(100)))
        .isNotEqualTo(PathSegments.of("\ud801".repeat(100)));
  }

  @Test
  void noTwoNamesMeet() {
    String alphabet = "a./%-+u2EF\u00e9\u65e5\ud800";
    Map<String, String> names = new HashMap<>();
    collect("", alphabet, 4, names);
    assertThat(names.size()).isGreaterThan(28_000);
  }

  private static void collect(
      String name, String alphabet, int further, Map<String, String> names) {
    assertThat(names.put(PathSegments.of(name), name)).as("the same as %s", name).isNull();
    for (int i = 0; further > 0 && i < alphabet.length(); i++) {
      collect(name + alphabet.charAt(i), alphabet, further - 1, names);
    }
  }
}
