package dev.leasehold.cli.help;

import dev.leasehold.cli.Main;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains commands. */
@Command(
    name = "help",
    description = {
      "Explains a command, or prints the manual page of all of them.",
      "  leasehold help --man | man -l -"
    })
public final class Help implements Callable<Integer> {

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..2",
      description = "Which one, such as ls or token issue. Default: all.")
  private List<String> words = new ArrayList<>();

  @Option(names = "--man", description = "The manual page, for man or groff.")
  private boolean manual;

  @Option(names = "--all", description = "With the options of all commands, and exit codes.")
  private boolean all;

  @Spec private CommandSpec spec;

  private final Surroundings surroundings;

  public Help(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    CommandLine root = Main.commandLine(surroundings);
    if (manual) {
      surroundings.out().print(ManualPage.roff(root));
      return 0;
    }
    CommandLine wanted = root;
    for (String word : words) {
      CommandLine next = wanted.getSubcommands().get(word);
      if (next == null) {
        throw new ParameterException(spec.commandLine(), UsageMistake.noCommand(word, wanted));
      }
      wanted = next;
    }
    if (all) {
      UsageText.printAll(wanted);
    } else {
      wanted.usage(surroundings.out());
    }
    return 0;
  }
}
