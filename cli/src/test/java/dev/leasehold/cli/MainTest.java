package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class MainTest {

  private final TestSurroundings shell = new TestSurroundings();

  private int run(String... arguments) {
    return shell.run(arguments);
  }

  @Test
  void helpNamesTheCommandsAndTheirOptions() {
    assertThat(run("--help")).isZero();
    assertThat(shell.out()).contains("serve");
    assertThat(run("serve", "--help")).isZero();
    assertThat(shell.out())
        .contains("--data", "--port", "7420", "--listen", "127.0.0.1", "--insecure-plaintext")
        .contains("LEASEHOLD_DATA", "LEASEHOLD_LOG");
    assertThat(shell.err()).isEmpty();
  }

  @Test
  void theVersionIsToldInOneLine() {
    assertThat(run("--version")).isZero();
    assertThat(shell.out()).startsWith("leasehold ").hasLineCount(1);
  }

  @Test
  void aMistakeIsAMistakeOfTheCaller() {
    assertThat(run()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run("nothing")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run("serve", "--port", "x")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run("serve", "--port", "99999")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(shell.err()).contains("0 to 65535");
    assertThat(run("serve", "--port", "-1")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(shell.err()).doesNotContain("Exception");
  }

  @Test
  void anAddressThatOthersReachIsRefusedInOneSentence() {
    assertThat(run("serve", "--listen", "0.0.0.0", "--port", "0"))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(shell.err()).startsWith("leasehold: ").contains("--insecure-plaintext");
    assertThat(shell.err()).hasLineCount(1);
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    Path below = file.resolve("data");
    assertThat(run("serve", "--port", "0", "--data", below.toString()))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(shell.err())
        .contains("the data directory " + below + " cannot be used: ")
        .doesNotContain("Exception");
  }
}
