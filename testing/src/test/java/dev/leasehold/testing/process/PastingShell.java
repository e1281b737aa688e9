package dev.leasehold.testing.process;

import static org.awaitility.Awaitility.await;

import dev.leasehold.testing.process.server.RunningProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One shell that takes commands one after the other and keeps what each says and ends with. */
final class PastingShell {

  /** As many commands as the longest document has, on a machine that is slow. */
  private static final Duration PATIENCE = Duration.ofMinutes(12);

  private final Path directory;
  private final List<PastedCommand> commands;

  /**
   * @param directory for what is kept; nothing else is in it
   */
  PastingShell(Path directory, List<PastedCommand> commands) {
    this.directory = directory;
    this.commands = commands;
  }

  /** Runs all commands, those after a failed one as well, and waits for the end. */
  void run(Path workingDirectory, Map<String, String> environment) throws IOException {
    try (RunningProcess shell =
        RunningProcess.start(List.of("bash", script().toString()), workingDirectory, environment)) {
      await().atMost(PATIENCE).until(() -> !shell.isAlive());
      shell.awaitExit();
    }
  }

  String said(int command) throws IOException {
    return Files.exists(saidFile(command)) ? Files.readString(saidFile(command)) : "";
  }

  /** The exit code; -1 if the command was not reached. */
  int end(int command) throws IOException {
    return Files.exists(endFile(command))
        ? Integer.parseInt(Files.readString(endFile(command)).strip())
        : -1;
  }

  /** Each command is in braces, so that variables, functions and exit codes reach the next. */
  private Path script() throws IOException {
    StringBuilder script =
        new StringBuilder("exec < /dev/null\ntrap 'kill $(jobs -p) 2> /dev/null' EXIT\n");
    for (int i = 0; i < commands.size(); i++) {
      script.append("{ ").append(commands.get(i).text()).append("\n} > ").append(saidFile(i));
      script.append(" 2>&1\n_end=$?; echo $_end > ").append(endFile(i)).append("; (exit $_end)\n");
    }
    return Files.writeString(directory.resolve("script.sh"), script);
  }

  private Path saidFile(int command) {
    return directory.resolve("said-" + command);
  }

  private Path endFile(int command) {
    return directory.resolve("end-" + command);
  }
}
