package dev.leasehold.testing.git;

import dev.leasehold.cli.Main;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.testing.process.server.ServerProcess;
import dev.leasehold.testing.programs.CommandsHere;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** The command {@code leasehold} for hooks to find in PATH, as this build has it. */
final class HookProgram {

  /** Of a real process: little enough that a change of many files does not fit into it. */
  private static final String SMALL = "-Xmx48m";

  private HookProgram() {}

  /** Puts the command into a folder of the sandbox and returns the sandbox that finds it there. */
  static GitSandbox in(GitSandbox sandbox, CommandsHere commands) throws IOException {
    Path bin = Files.createDirectories(sandbox.folder().resolve("bin"));
    String real =
        ServerProcess.java(ServerProcess.MAIN).stream()
            .map(word -> word.startsWith("-Xmx") ? SMALL : word)
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" "));
    commands.program(bin.resolve("leasehold"), real);
    return sandbox.with("PATH", bin + ":" + System.getenv("PATH"));
  }

  /** Runs {@code leasehold git-hook} with these words. */
  static GitSandbox.Said run(GitSandbox sandbox, Path directory, String... words)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("git-hook"));
    command.addAll(List.of(words));
    return sandbox.start(directory, command(sandbox, command));
  }

  /** Runs {@code leasehold} with these words in this JVM, which spares the start of one. */
  static GitSandbox.Said here(GitSandbox sandbox, Path directory, List<String> words) {
    Properties system = new Properties();
    system.putAll(System.getProperties());
    system.setProperty("user.dir", directory.toString());
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    int code =
        Main.run(
            new Surroundings(
                sandbox.environment(),
                system,
                InputStream.nullInputStream(),
                out,
                out,
                Screen.NONE,
                false,
                InstantSource.system(),
                ZoneOffset.UTC),
            words.toArray(String[]::new));
    return new GitSandbox.Said(code, said.toString());
  }

  /** The words that start {@code leasehold} with these. */
  static List<String> command(GitSandbox sandbox, List<String> words) {
    List<String> command = new ArrayList<>();
    command.add(sandbox.folder().resolve("bin/leasehold").toString());
    command.addAll(words);
    return command;
  }
}
