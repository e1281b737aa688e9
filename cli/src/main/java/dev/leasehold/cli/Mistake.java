package dev.leasehold.cli;

import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.node.text.NearestName;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Words that are no command, or not this command's: says what is wrong and what was meant. */
final class Mistake {

  private Mistake() {}

  /** Complains in a line or two; all of the help would push them off the screen. */
  static int complain(ParameterException failure, Surroundings surroundings) {
    CommandLine command = failure.getCommandLine();
    String unknown = unknownWord(failure);
    surroundings.complain(
        unknown.isEmpty() ? String.valueOf(failure.getMessage()) : sentence(unknown, command));
    boolean isRoot = command.getParent() == null;
    if (isRoot && unknown.isEmpty()) {
      command.usage(command.getErr());
    } else {
      command
          .getErr()
          .println(
              "See " + command.getCommandSpec().qualifiedName() + (isRoot ? " help." : " --help."));
    }
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /**
   * The word that is neither an option nor a command; empty if the mistake is another. A misspelt
   * option comes before one that is missing, for that is the one that was misspelt.
   */
  private static String unknownWord(ParameterException failure) {
    CommandLine command = failure.getCommandLine();
    List<String> unmatched =
        switch (failure) {
          case UnmatchedArgumentException e -> e.getUnmatched();
          case MissingParameterException e -> command.getUnmatchedArguments();
          default -> List.of();
        };
    return unmatched.stream()
        .limit(1)
        .filter(word -> isOption(word) || !command.getSubcommands().isEmpty())
        .findFirst()
        .orElse("");
  }

  private static boolean isOption(String word) {
    return word.length() > 1 && word.startsWith("-");
  }

  private static String sentence(String word, CommandLine command) {
    if (!isOption(word)) {
      return noCommand(word, command);
    }
    String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
    return "there is no option "
        + name
        + NearestName.question(name, command.getCommandSpec().optionsMap().keySet());
  }

  static String noCommand(String word, CommandLine parent) {
    String above = parent.getCommandSpec().qualifiedName();
    return "there is no command "
        + above
        + " "
        + word
        + NearestName.question(word, parent.getSubcommands().keySet());
  }
}
