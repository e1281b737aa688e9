package dev.leasehold.node.operation.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "300s, 300s",
    "72h, 259200s",
    "1.5s, 1.5s",
    "250ms, 0.25s",
    "1h30m, 5400s",
    "1h30m15s, 5415s",
    "1m500ms, 60.5s",
    "0.5h, 1800s",
    "10us, 0.00001s",
    "7ns, 0.000000007s",
    "0.001us, 0.000000001s",
    "1.000000000s, 1s",
    "0s, 0s",
    "007s, 7s",
    "2562047h, 9223369200s"
  })
  void whatPeopleWriteIsGivenBackAsSeconds(String text, String seconds) throws MalformedInput {
    assertThat(DurationText.format(DurationText.parse(text))).isEqualTo(seconds);
  }

  @ParameterizedTest
  @CsvSource({
    "'', such as",
    "300, such as",
    "s, such as",
    "1.s, such as",
    ".5s, such as",
    "1.2.3s, such as",
    "1d, such as",
    "1S, such as",
    "1 s, such as",
    "' 1s', such as",
    "30m1h, such as",
    "1s1s, such as",
    "+1s, such as",
    "1e3s, such as",
    "١s, such as",
    "'1,5s', such as",
    "PT5M, such as",
    "-1s, negative",
    "0.1ns, nanosecond",
    "1.0000000001s, nanosecond",
    "2562048h, 292 years",
    "999999999999999999999999999999999999999999999999s, such as",
    "999999999999999999999999999999999999999999999s, 292 years"
  })
  void anythingElseIsRefusedWithTheRightForm(String text, String hint) {
    MalformedInput refused =
        catchThrowableOfType(MalformedInput.class, () -> DurationText.parse(text));
    assertThat(refused).as(text).isNotNull();
    assertThat(refused.detail()).contains(hint);
  }
}
