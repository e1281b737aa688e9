package dev.leasehold.cli.money;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts as people write and read them. */
class AmountTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$12.50            | usd_micros | 12500000",
        "$0.000001         | usd_micros | 1",
        "$1,250            | usd_micros | 1250000000",
        "$2k               | usd_micros | 2000000000",
        "12.50 USD         | usd_micros | 12500000",
        "3 dollars         | usd_micros | 3000000",
        "usd_micros=5      | usd_micros | 5",
        "2M tokens         | tokens     | 2000000",
        "1.5k tool_calls   | tool_calls | 1500",
        "2,000 tokens      | tokens     | 2000",
        "tokens=2M         | tokens     | 2000000",
        "tokens=5000       | tokens     | 5000",
        "1B tokens         | tokens     | 1000000000",
        "usd=5             | usd        | 5",
        "a/b.c=1           | a/b.c      | 1"
      })
  void isRead(String text, String unit, long figure) throws Exception {
    assertThat(Amount.parse(text)).isEqualTo(new Amount(unit, figure));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5000         | Did you mean tokens=5000 or $5000?",
        "5 usd        | did you mean $5, or usd=5",
        "-5 tokens    | not negative",
        "tokens=-1    | not negative",
        "$-3          | not negative",
        "tokens=1.5   | no whole number",
        "$1.1234567   | six decimals",
        "€5           | eur_micros",
        "tokens       | such as $12.50",
        "$x           | such as $12.50",
        "1,00 tokens  | such as $12.50",
        "tokens=99999999999G | too large"
      })
  void isRefusedWithWhatWasMeant(String text, String meant) {
    assertThatThrownBy(() -> Amount.parse(text))
        .isInstanceOf(Amount.NoAmountException.class)
        .hasMessageContaining(meant);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "usd_micros | 12500000          | $12.50",
        "usd_micros | 1250              | $0.00125",
        "usd_micros | 0                 | $0.00",
        "usd_micros | 1234567890000     | $1,234,567.89",
        "usd_micros | 9223372036854775807 | $9,223,372,036,854.775807",
        "tokens     | 2000000           | 2,000,000 tokens",
        "tokens     | 7                 | 7 tokens"
      })
  void isShownAsItCanBeWrittenAgain(String unit, long figure, String text) throws Exception {
    assertThat(Amount.text(unit, figure)).isEqualTo(text);
    assertThat(Amount.parse(text)).isEqualTo(new Amount(unit, figure));
  }
}
