package dev.leasehold.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "300s, PT5M",
    "72h, PT72H",
    "1.5s, PT1.5S",
    "250ms, PT0.25S",
    "1h30m, PT1H30M",
    "3d, PT72H",
    "1d12h, PT36H",
    "0.5d, PT12H",
    "1d1h1m1s1ms1us1ns, PT25H1M1.001001001S",
    "259199.9s, PT71H59M59.9S",
    "1m500ms, PT1M0.5S",
    "0.5h, PT30M",
    "10us, PT0.00001S",
    "7ns, PT0.000000007S",
    "0.001us, PT0.000000001S",
    "1.000000000s, PT1S",
    "0s, PT0S",
    "007s, PT7S",
    "90m, PT90M",
    "106751d, PT2562024H",
    "2562047h, PT2562047H",
    "9223372036854775807ns, PT2562047H47M16.854775807S"
  })
  void durationsAreReadAsPeopleWriteThem(String text, Duration duration)
      throws MalformedDurationException {
    assertThat(DurationText.parse(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @CsvSource({
    "'', such as",
    "' ', such as",
    "300, such as",
    "s, such as",
    "s5, such as",
    "5x, such as",
    "1.s, such as",
    ".5s, such as",
    "., such as",
    "1.2.3s, such as",
    "1S, such as",
    "1D, such as",
    "1 s, such as",
    "' 1s', such as",
    "'1s ', such as",
    "30m1h, such as",
    "1h1d, such as",
    "1s1s, such as",
    "1d1d, such as",
    "1sms, such as",
    "1h30, such as",
    "+1s, such as",
    "1s-1s, such as",
    "1h+1m, such as",
    "1e3s, such as",
    "0x10s, such as",
    "١s, such as",
    "1µs, such as",
    "'1,5s', such as",
    "1_000s, such as",
    "PT5M, such as",
    "2026-01-01, such as",
    "999999999999999999999999999999999999999999999999s, such as",
    "-1s, negative",
    "-, negative",
    "--1s, negative",
    "0.1ns, nanosecond",
    "1.0000000001s, nanosecond",
    "106752d, 292 years",
    "2562048h, 292 years",
    "9223372036854775808ns, 292 years",
    "106751d24h, 292 years",
    "999999999999999999999999999999999999999999999s, 292 years"
  })
  void anythingElseIsRefusedWithTheRightForm(String text, String hint) {
    MalformedDurationException refused =
        catchThrowableOfType(MalformedDurationException.class, () -> DurationText.parse(text));
    assertThat(refused).as(text).isNotNull();
    assertThat(refused.sentence()).contains(hint);
  }
}
