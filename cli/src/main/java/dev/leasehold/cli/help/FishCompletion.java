package dev.leasehold.cli.help;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for fish, one line for each command and each of its options. */
public final class FishCompletion {

  private final StringBuilder script = new StringBuilder();

  private FishCompletion() {}

  static String script(CommandLine all) {
    FishCompletion completion = new FishCompletion();
    all.getSubcommands()
        .forEach(
            (name, command) -> {
              completion.command("__fish_use_subcommand", name, command);
              completion.commandLine(name, command);
            });
    return completion.script.toString();
  }

  private void commandLine(String name, CommandLine commandLine) {
    String condition = "__fish_seen_subcommand_from " + name;
    commandLine.getSubcommands().forEach((sub, command) -> command(condition, sub, command));
    options(condition, commandLine.getCommandSpec());
    commandLine
        .getSubcommands()
        .forEach(
            (sub, command) ->
                options(
                    condition + "; and __fish_seen_subcommand_from " + sub,
                    command.getCommandSpec()));
  }

  private void command(String condition, String name, CommandLine command) {
    String[] description = command.getCommandSpec().usageMessage().description();
    script
        .append("complete -c leasehold -f -n ")
        .append(quoted(condition))
        .append(" -a ")
        .append(name)
        .append(" -d ")
        .append(quoted(description.length == 0 ? "" : description[0]))
        .append('\n');
  }

  private void options(String condition, CommandSpec spec) {
    for (OptionSpec option : spec.options()) {
      script.append("complete -c leasehold -n ").append(quoted(condition));
      for (String name : option.names()) {
        script.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
      }
      String[] description = option.description();
      script
          .append(option.arity().max() > 0 ? " -r" : "")
          .append(" -d ")
          .append(quoted(description.length == 0 ? "" : description[0]))
          .append('\n');
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
