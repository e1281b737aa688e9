package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine command =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return command.execute(arguments);
  }

  @Test
  void helpNamesTheCommandsAndTheirOptions() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains("serve");
    assertThat(run("serve", "--help")).isZero();
    assertThat(out.toString())
        .contains("--data", "--port", "7420", "--listen", "127.0.0.1", "--insecure-plaintext")
        .contains("LEASEHOLD_DATA", "LEASEHOLD_LOG");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theVersionIsToldInOneLine() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).startsWith("leasehold ").hasLineCount(1);
  }

  @Test
  void aMistakeIsAMistakeOfTheCaller() {
    assertThat(run()).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run("nothing")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(run("serve", "--port", "x")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(err.toString()).doesNotContain("Exception");
  }

  @Test
  void anAddressThatOthersReachIsRefusedInOneSentence() {
    assertThat(run("serve", "--listen", "0.0.0.0", "--port", "0"))
        .isEqualTo(CommandLine.ExitCode.SOFTWARE);
    assertThat(err.toString()).startsWith("leasehold: ").contains("--insecure-plaintext");
    assertThat(err.toString()).hasLineCount(1);
  }
}
