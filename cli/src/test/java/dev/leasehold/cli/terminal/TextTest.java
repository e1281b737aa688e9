package dev.leasehold.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {

  @ParameterizedTest
  @CsvSource({"abc, 3", "東京, 4", "e\u0301a, 2", "🚀, 2", "…, 1"})
  void widthIsInCells(String text, int cells) {
    assertThat(Text.width(text)).isEqualTo(cells);
  }

  @ParameterizedTest
  @CsvSource({"abcdef, 6, abcdef", "abcdef, 5, abcd…", "東京都, 4, 東…", "東京都, 5, 東京…"})
  void whatDoesNotFitEndsInAnEllipsis(String text, int columns, String fitted) {
    assertThat(Text.fitted(text, columns)).isEqualTo(fitted);
  }
}
