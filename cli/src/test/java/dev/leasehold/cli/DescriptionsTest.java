package dev.leasehold.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.cli.remote.Exit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The command line's descriptions of itself: help, manual page, completion. */
class DescriptionsTest {

  private static final List<String> COMMANDS =
      List.of(
          "serve",
          "acquire",
          "renew",
          "release",
          "ls",
          "show",
          "check",
          "history",
          "watch",
          "transfer",
          "derive",
          "evict",
          "validate",
          "advance",
          "convert",
          "claim",
          "checkout",
          "checkin",
          "status",
          "extension",
          "budget",
          "provider",
          "pool",
          "token",
          "config",
          "policy",
          "git-hook",
          "journal",
          "verify",
          "backup",
          "restore",
          "bench",
          "doctor",
          "completion");

  private final TestSurroundings shell = new TestSurroundings();

  @Test
  void helpListsEveryCommand() {
    assertThat(shell.run("--help")).isZero();
    assertThat(shell.out()).contains(COMMANDS);
    CommandLine all = Main.commandLine(shell.surroundings());
    assertThat(all.getSubcommands().keySet()).containsAll(COMMANDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"acquire", "check", "watch", "claim"})
  void helpShowsACommandsOwnOptionsAndTheRestOnDemand(String command) {
    assertThat(shell.run(command, "--help")).isZero();
    String own = shell.out();
    assertThat(own)
        .startsWith("Usage: leasehold " + command)
        .contains("--space", "leasehold " + command + " --help-all")
        .doesNotContain("--tls-ca", "--server", "Exit codes");

    assertThat(shell.run(command, "--help-all")).isZero();
    String all = shell.out();
    assertThat(all).contains("--tls-ca", "--server", "--json", "--version");
    for (Exit exit : Exit.values()) {
      assertThat(all).containsPattern("\n  +" + exit.code() + " +\\S");
    }
    assertThat(all.indexOf("--space")).isLessThan(all.indexOf("--server"));

    assertThat(shell.run("help", command)).isZero();
    assertThat(shell.out()).isEqualTo(own);
    assertThat(shell.run("help", "--all", command)).isZero();
    assertThat(shell.out()).isEqualTo(all);
    assertThat(shell.err()).isEmpty();
  }

  @Test
  void aMistakeNamesTheUsageAndHasTheUsualCode() {
    assertThat(shell.run("acquire", "--path", "a")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(shell.err()).contains("--space").doesNotContain("Exception");
    assertThat(shell.run("token")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(shell.err()).contains("issue, ls, revoke, introspect");
    assertThat(shell.run("help", "nothing")).isEqualTo(CommandLine.ExitCode.USAGE);
  }

  @Test
  void theManualPageHasCommandsExitCodesAndVariables() {
    assertThat(shell.run("help", "--man")).isZero();
    String page = shell.out();
    assertThat(page).startsWith(".TH LEASEHOLD 1").contains(".SH EXIT STATUS");
    COMMANDS.forEach(command -> assertThat(page).contains(".SS " + command.replace("-", "\\-")));
    assertThat(page).contains(".SS token issue ACTOR", "SCOPE_OVERLAP", "LEASEHOLD_TOKEN");
    assertThat(page).contains("OPTIONS OF ALL COMMANDS", ".B \\-\\-server URL");
    assertThat(page.split("\\.B \\\\-\\\\-tls\\\\-ca FILE", -1)).as("said once").hasSize(2);
    assertThat(page).doesNotContain("${");
  }

  @Test
  void completionIsAScriptThatShellsRead() throws Exception {
    assertThat(shell.run("completion", "bash")).isZero();
    assertThat(shell.out()).contains("--request-id", "evict");
    Process bash = new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
    try (var in = bash.getOutputStream()) {
      in.write(shell.out().getBytes(StandardCharsets.UTF_8));
    }
    String complaints = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(complaints).isZero();

    assertThat(shell.run("completion", "fish")).isZero();
    assertThat(shell.out().lines())
        .allMatch(line -> line.startsWith("complete -c leasehold"))
        .anyMatch(line -> line.contains("-a evict"))
        .anyMatch(line -> line.contains("-l request-id -r"));
    assertThat(shell.run("completion", "tcsh")).isEqualTo(CommandLine.ExitCode.USAGE);
  }

  @Test
  void theListOfCommandsHasOneWholeSentenceEach() {
    CommandLine all = Main.commandLine(shell.surroundings());
    List<CommandLine> commands = new ArrayList<>(all.getSubcommands().values());
    all.getSubcommands().values().forEach(c -> commands.addAll(c.getSubcommands().values()));
    for (CommandLine command : commands) {
      String first = command.getCommandSpec().usageMessage().description()[0];
      assertThat(first).as(command.getCommandName()).endsWith(".").hasSizeLessThanOrEqualTo(66);
    }
    assertThat(shell.run("help")).isZero();
    assertThat(shell.out().lines().dropWhile(line -> !line.startsWith("Commands")).skip(1))
        .allMatch(line -> line.isEmpty() || line.matches("  \\S.*|\\S.*"));
  }

  @Test
  void helpIsAsWideAsColumnsSayAlsoInAPipe() {
    TestSurroundings narrow = new TestSurroundings().with("COLUMNS", "60");
    assertThat(narrow.run("help", "acquire")).isZero();
    assertThat(narrow.out().lines()).allMatch(line -> line.length() <= 60);
    assertThat(shell.run("help", "acquire")).isZero();
    assertThat(shell.out().lines()).anyMatch(line -> line.length() > 60);
  }

  @Test
  void partsOfACommandAreExplainedToo() {
    assertThat(shell.run("help", "token", "issue")).isZero();
    assertThat(shell.out()).contains("Usage: leasehold token issue");
    assertThat(shell.run("help", "token", "nothing")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(shell.err()).contains("token nothing");
  }
}
