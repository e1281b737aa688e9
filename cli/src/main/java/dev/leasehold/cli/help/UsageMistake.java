package dev.leasehold.cli.help;

import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.node.text.NearestName;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains a mistyped command line: what is wrong, and what was probably meant. */
public final class UsageMistake {

  private static final Set<Class<?>> NUMBERS =
      Set.of(int.class, Integer.class, long.class, Long.class);

  private UsageMistake() {}

  /** Complains in a line or two; all of the help would push them off the screen. */
  public static int complain(ParameterException failure, Surroundings surroundings) {
    CommandLine command = failure.getCommandLine();
    String unknown = unknownWord(failure);
    surroundings.complain(unknown.isEmpty() ? words(failure) : sentence(unknown, command));
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

  /** Says in a person's words what picocli found. */
  private static String words(ParameterException failure) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof UnmatchedArgumentException unmatched) {
      return "there is no use for '" + unmatched.getUnmatched().get(0) + "' here";
    }
    if (failure instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      ArgSpec first = missing.getMissing().get(0);
      boolean lacksValue =
          first instanceof OptionSpec && !message.startsWith("Missing required option");
      return lacksValue
          ? name(first) + " needs a value: " + form(first)
          : missing.getMissing().stream().map(UsageMistake::form).collect(Collectors.joining(", "))
              + (missing.getMissing().size() == 1 ? " is missing" : " are missing");
    }
    if (failure instanceof OverwrittenOptionException twice) {
      return name(twice.getOverwritten()) + " is given twice";
    }
    ArgSpec argument = failure.getArgSpec();
    String value = failure.getValue();
    if (argument == null || value == null) {
      return message;
    }
    return name(argument) + ": '" + value + "' is not " + kind(argument);
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String form(ArgSpec argument) {
    return argument instanceof OptionSpec option
        ? option.longestName() + " " + option.paramLabel()
        : argument.paramLabel();
  }

  private static String kind(ArgSpec argument) {
    if (argument.typeInfo().isMap()) {
      return "of the form " + argument.paramLabel();
    }
    Class<?> type = argument.typeInfo().getType();
    return NUMBERS.contains(type) ? "a whole number" : "what " + argument.paramLabel() + " takes";
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
