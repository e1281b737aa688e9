package dev.leasehold.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
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
    subcommands = {Serve.class, Journal.class, Verify.class, TakeBackup.class, Restore.class})
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the spec
  public Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (failure, command, parsed) -> {
              command.getErr().println("leasehold: " + sentence(failure));
              return command.getCommandSpec().exitCodeOnExecutionException();
            });
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
