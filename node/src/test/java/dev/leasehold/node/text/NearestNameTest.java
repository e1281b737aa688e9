package dev.leasehold.node.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {

  private static final List<String> NAMES =
      List.of("space", "scope", "paths", "ttl", "maxRenewals", "request_id", "-h", "ls");

  @ParameterizedTest
  @CsvSource({
    "path, paths",
    "sapce, space",
    "spcae, space",
    "tll, ttl",
    "max_renewals, maxRenewals",
    "MAXRENEWALS, maxRenewals",
    "requestId, request_id",
    "sl, ls"
  })
  void aSlipIsUnderstood(String misspelt, String meant) {
    assertThat(NearestName.of(misspelt, NAMES)).contains(meant);
  }

  @ParameterizedTest
  @CsvSource({"colour", "x", "''", "holder"})
  void anotherWordIsNotTakenForOneOfThem(String misspelt) {
    assertThat(NearestName.of(misspelt, NAMES)).isEmpty();
    assertThat(NearestName.question(misspelt, NAMES)).isEmpty();
  }

  @Test
  void theQuestionFollowsASentence() {
    assertThat(NearestName.question("path", NAMES)).isEqualTo("; did you mean paths?");
  }

  @Test
  void whatIsLongerThanAnyNameIsNotCompared() {
    assertThat(NearestName.of("p".repeat(100_000), NAMES)).isEmpty();
  }
}
