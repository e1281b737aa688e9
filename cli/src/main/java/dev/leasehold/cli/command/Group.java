package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.ServerOptions;
import dev.leasehold.cli.terminal.Surroundings;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A command that consists of others, such as {@code token issue}. */
public final class Group implements Runnable {

  private final CommandLine commandLine;

  private Group(Surroundings surroundings, String description, List<Object> commands) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    spec.usageMessage().description(description);
    commandLine = new CommandLine(spec, ServerOptions.factory(surroundings));
    commands.forEach(commandLine::addSubcommand);
  }

  /** The commands under the names that their annotations give them. */
  public static CommandLine of(Surroundings surroundings, String description, Object... commands) {
    return new Group(surroundings, description, List.of(commands)).commandLine;
  }

  @Override
  public void run() {
    throw new ParameterException(
        commandLine,
        "Name one of " + String.join(", ", commandLine.getSubcommands().keySet()) + ".");
  }
}
