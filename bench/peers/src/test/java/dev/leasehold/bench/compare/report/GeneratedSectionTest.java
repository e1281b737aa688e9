package dev.leasehold.bench.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GeneratedSectionTest {

  @Test
  void onlyWhatIsBetweenTheMarksIsReplaced() {
    String document =
        "before\n" + GeneratedSection.BEGIN + "\nold\n" + GeneratedSection.END + "\nafter\n";

    assertThat(GeneratedSection.replaced(document, "new\n"))
        .isEqualTo(
            "before\n"
                + GeneratedSection.BEGIN
                + "\n\nnew\n\n"
                + GeneratedSection.END
                + "\nafter\n");
  }

  @Test
  void writingTwiceIsWritingOnce() {
    String document = "a\n" + GeneratedSection.BEGIN + GeneratedSection.END + "\nb\n";
    String once = GeneratedSection.replaced(document, "x");

    assertThat(GeneratedSection.replaced(once, "x")).isEqualTo(once);
  }

  @Test
  void aFileWithoutMarksConsistsOfTheText() {
    assertThat(GeneratedSection.replaced("", "new")).isEqualTo("new");
    assertThat(GeneratedSection.replaced("an older run", "new")).isEqualTo("new");
  }
}
