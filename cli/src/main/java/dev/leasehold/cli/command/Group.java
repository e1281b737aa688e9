package dev.leasehold.cli.command;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A command that consists of others, such as {@code token issue}. */
public final class Group implements Runnable {

  private final CommandLine commandLine;

  private Group(String description, Map<String, Object> commands) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    spec.usageMessage().description(description);
    commandLine = new CommandLine(spec);
    commands.forEach(commandLine::addSubcommand);
  }

  public static CommandLine of(String description, Map<String, Object> commands) {
    return new Group(description, commands).commandLine;
  }

  @Override
  public void run() {
    throw new ParameterException(
        commandLine,
        "Name one of " + String.join(", ", commandLine.getSubcommands().keySet()) + ".");
  }
}
