package dev.leasehold.cli;

import dev.leasehold.cli.help.UsageMistake;
import dev.leasehold.cli.help.UsageText;
import dev.leasehold.cli.process.OwnArguments;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.terminal.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code leasehold}. */
@Command(
    name = "leasehold",
    description = "Leases for agents, workers and people who share things.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {"", "Each command has a --help of its own; leasehold completion --help says more."})
public final class Main implements Runnable {

  /** The code that a shell shows for a program that SIGPIPE ended; a JVM gets no such signal. */
  static final int UNREAD = 141;

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    System.exit(run(Surroundings.ofProcess(), OwnArguments.asTyped(arguments)));
  }

  /** Does what the arguments say and returns the exit code. */
  public static int run(Surroundings surroundings, String... arguments) {
    int code = commandLine(surroundings, arguments).execute(arguments);
    boolean unwritten = surroundings.out().checkError();
    if (surroundings.outputIsUnread()) {
      return UNREAD;
    }
    if (unwritten && code == Exit.DONE.code()) {
      surroundings.err().println("leasehold: it was done, but the output could not be written");
      code = Exit.FAILED.code();
    }
    surroundings.err().flush();
    return code;
  }

  /** Makes the command line with the command that the arguments name, or with all commands. */
  public static CommandLine commandLine(Surroundings surroundings, String... arguments) {
    CommandLine commandLine = new CommandLine(new Main());
    Commands.addTo(commandLine, surroundings, arguments);
    int columns = surroundings.screen().helpColumns(surroundings.environment());
    commandLine.setUsageHelpWidth(Math.clamp(columns, MIN_HELP_COLUMNS, MAX_HELP_COLUMNS));
    UsageText.shorten(commandLine);
    return commandLine
        // A path or a word of a command may begin with @.
        .setExpandAtFiles(false)
        .setOut(surroundings.out())
        .setErr(surroundings.err())
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                surroundings.screen().hasColour()
                    ? CommandLine.Help.Ansi.ON
                    : CommandLine.Help.Ansi.OFF))
        .setExecutionStrategy(new EmptyValues())
        .setParameterExceptionHandler(
            (failure, words) -> UsageMistake.complain(failure, surroundings))
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> report(failure, command, surroundings));
  }

  /** Picocli accepts no less than the minimum; lines beyond the maximum are unpleasant to read. */
  private static final int MIN_HELP_COLUMNS = 55;

  private static final int MAX_HELP_COLUMNS = 100;

  private static int report(Exception failure, CommandLine command, Surroundings surroundings) {
    if (surroundings.outputIsUnread()) {
      return UNREAD;
    }
    if (failure instanceof CallFailedException call) {
      Problem problem = call.problem();
      if (problem != null && wantsJson(command)) {
        command.getOut().println(problem.json());
      }
      surroundings.complain(sentence(failure));
      return call.exit().code();
    }
    surroundings.complain(sentence(failure));
    return command.getCommandSpec().exitCodeOnExecutionException();
  }

  private static boolean wantsJson(CommandLine command) {
    CommandLine.ParseResult result = command.getParseResult();
    return result != null && result.hasMatchedOption("--json");
  }

  /** Failures that a person can do something about come with a sentence; others with their name. */
  static String sentence(Exception failure) {
    if (failure instanceof UncheckedIOException
        && failure.getCause() instanceof IOException cause) {
      return sentence(cause);
    }
    if (failure instanceof AccessDeniedException denied) {
      return "there is no permission for " + denied.getFile();
    }
    if (failure instanceof NoSuchFileException missing) {
      return "there is no file or directory " + missing.getFile();
    }
    if (failure instanceof FileAlreadyExistsException there) {
      return there.getFile() + " is there already, and is not what it should be";
    }
    if (failure instanceof NotDirectoryException other) {
      return other.getFile() + " is no directory";
    }
    if (failure instanceof FileSystemException file && file.getReason() != null) {
      return file.getFile() + ": " + file.getReason();
    }
    return failure instanceof IOException
            && !(failure instanceof FileSystemException)
            && failure.getMessage() != null
        ? failure.getMessage()
        : failure.toString();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a command.");
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {"leasehold " + (version == null ? "(not packaged)" : version)};
    }
  }
}
