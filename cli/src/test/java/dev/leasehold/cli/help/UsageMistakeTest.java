package dev.leasehold.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.TestSurroundings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Misspelt words are answered with those that were meant. */
class UsageMistakeTest {

  private final TestSurroundings shell = new TestSurroundings();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          aquire --space x              | there is no command leasehold aquire; did you mean acquire?
          sl                            | there is no command leasehold sl; did you mean ls?
          token isue bob                | there is no command leasehold token isue; did you mean issue?
          help aquire                   | there is no command leasehold aquire; did you mean acquire?
          help token isue               | there is no command leasehold token isue; did you mean issue?
          acquire --sapce x --path y    | there is no option --sapce; did you mean --space?
          acquire --spcae=x             | there is no option --spcae; did you mean --space?
          acquire --space x --pth y     | there is no option --pth; did you mean --path?
          check --sapce repo-a /x       | there is no option --sapce; did you mean --space?
          renew --tll 5m                | there is no option --tll; did you mean --ttl?
          ls --sever x                  | there is no option --sever; did you mean --server?
          --versoin                     | there is no option --versoin; did you mean --version?
          acquire --space x --colour y  | there is no option --colour
          """)
  void theNearestIsNamed(String words, String sentence) {
    assertThat(shell.run(words.strip().split(" +"))).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(shell.err().lines().findFirst()).contains("leasehold: " + sentence);
    assertThat(shell.err()).hasLineCount(2).contains("See leasehold ");
  }

  @Test
  void theOptionsOfRunAreTold() {
    assertThat(shell.run("run", "--sapce", "x", "--path", "y", "--", "true")).isEqualTo(125);
    assertThat(shell.err()).contains("there is no option --sapce; did you mean --space?");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          acquire --path y                      | --space SPACE is missing
          transfer a                            | --to HOLDER is missing
          claim --space s                       | ITEM is missing
          claim                                 | --space SPACE, ITEM are missing
          acquire --space                       | --space needs a value: --space SPACE
          acquire --space s --ttl --path y      | --ttl needs a value: --ttl DURATION
          show a b                              | there is no use for "b" here
          acquire --space s --path y --priority high | --priority: "high" is not a whole number
          acquire --space s --path y --label x  | --label: "x" is not of the form KEY=VALUE
          acquire --space s --space t --path y  | --space is given twice
          """)
  void whatIsMissingOrTooMuchIsNamed(String words, String sentence) {
    assertThat(shell.run(words.strip().split(" +"))).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(shell.err().lines().findFirst())
        .contains("leasehold: " + sentence.replace('"', '\''));
  }
}
