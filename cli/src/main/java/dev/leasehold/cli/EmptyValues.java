package dev.leasehold.cli;

import dev.leasehold.cli.help.UsageText;
import java.util.List;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * Refuses options with an empty value before a command is carried out, and prints its whole help if
 * that is asked for. An empty value is mostly a variable of a script that was not set. It must not
 * mean that the option was not given: a filter would let all pass, and a request without its id
 * could be made twice.
 */
final class EmptyValues implements IExecutionStrategy {

  /** An empty token passes here, because a missing token has an exit code of its own. */
  private static final String TOKEN = "--token";

  @Override
  public int execute(ParseResult parsed) {
    for (ParseResult one = parsed; one != null; one = one.subcommand()) {
      if (one.hasMatchedOption(UsageText.ALL)) {
        UsageText.printAll(one.commandSpec().commandLine());
        return 0;
      }
      for (OptionSpec option : one.matchedOptions()) {
        if (isEmpty(option)) {
          throw new ParameterException(
              one.commandSpec().commandLine(),
              option.longestName() + " is empty; leave it out, or give it a value");
        }
      }
    }
    return new RunLast().execute(parsed);
  }

  private static boolean isEmpty(OptionSpec option) {
    List<String> values = option.originalStringValues();
    return option.arity().max() > 0
        && !option.longestName().equals(TOKEN)
        && values.stream().anyMatch(String::isBlank);
  }
}
