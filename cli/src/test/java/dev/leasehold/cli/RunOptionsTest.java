package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The options that {@code run} takes, and those it refuses before it starts anything. */
class RunOptionsTest {

  private final TestSurroundings shell = new TestSurroundings();

  /** Before a server is asked for anything. */
  @Test
  void whatRunCannotDoHasOneCode() {
    for (String wrong :
        List.of("--grace=never", "--hold-at-least=never", "--no-such-option", "--request-id=r")) {
      assertThat(shell.run("run", "--space", "s", wrong, "true")).as(wrong).isEqualTo(125);
    }
    assertThat(shell.run("run", "--space", "s", "--path", "", "true")).isEqualTo(125);
    for (String lasts : List.of("--ttl=30s", "--heartbeat=30s")) {
      String[] run = {"run", "--space", "s", "--path", "a", lasts, "--grace", "2s", "true"};
      assertThat(shell.run(run)).isEqualTo(125);
      assertThat(shell.err()).contains("--grace is at most", "here 1000ms, not 2s");
    }
    assertThat(shell.run("run", "--space", "s", "--path", "a", "--", "")).isEqualTo(127);
    assertThat(shell.err()).isEqualTo("leasehold: the name of the command is empty\n");
  }

  /** Options without an effect are offered nowhere. */
  @Test
  void runOffersNeitherARequestIdNorJson() {
    assertThat(shell.run("help", "run")).isZero();
    assertThat(shell.out()).contains("--wait").doesNotContain("--request-id", "--json");
    CommandLine run = Main.commandLine(shell.surroundings()).getSubcommands().get("run");
    assertThat(run.getCommandSpec().optionsMap())
        .containsKey("--session")
        .doesNotContainKeys("--request-id", "--json");
    assertThat(shell.run("run", "--json", "--space", "s", "--", "true")).isEqualTo(125);
    assertThat(shell.err()).contains("there is no option --json");
  }
}
