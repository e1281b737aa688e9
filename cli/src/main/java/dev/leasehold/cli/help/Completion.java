package dev.leasehold.cli.help;

import dev.leasehold.cli.Main;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    description = {
      "Prints what a shell needs to complete commands and options.",
      "  bash:  source <(leasehold completion bash)",
      "  zsh:   source <(leasehold completion zsh)",
      "  fish:  leasehold completion fish | source"
    })
public final class Completion implements Callable<Integer> {

  /** The shells there are scripts for. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  @Parameters(paramLabel = "SHELL", description = "bash, zsh or fish.")
  private Shell shell = Shell.bash;

  private final Surroundings surroundings;

  public Completion(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    CommandLine all = Main.commandLine(surroundings);
    // The script for bash works in zsh as well: it sets up zsh's emulation of bash's completion.
    surroundings
        .out()
        .print(
            shell == Shell.fish ? FishCompletion.script(all) : AutoComplete.bash("leasehold", all));
    return 0;
  }
}
