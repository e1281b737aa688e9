package dev.leasehold.cli.git;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Runs the real git in a directory: no shell in between, no question on the terminal, and for a
 * bounded time. Callers put names that others chose behind {@code --}, or into {@link #with input},
 * so that none of them is taken for an option.
 */
public final class Git {

  /** Enough for what looks at this machine's disk alone, however large the repository. */
  private static final Duration LOCAL = Duration.ofMinutes(5);

  /** Enough for what talks to a remote: large files over a slow line. */
  private static final Duration REMOTE = Duration.ofHours(1);

  /** The names of a million files. */
  private static final int MOST_OUTPUT_BYTES = 256 << 20;

  /** Nobody reads more of what went wrong. */
  private static final int MOST_ERROR_BYTES = 16 << 10;

  /** A pipe holds little, and that is read at once when git has ended. */
  private static final Duration AFTERWARDS = Duration.ofSeconds(2);

  private final Path directory;
  private final Map<String, String> environment;
  private final byte[] input;
  private final Duration patience;

  private Git(Path directory, Map<String, String> environment, byte[] input, Duration patience) {
    this.directory = directory;
    this.environment = environment;
    this.input = input;
    this.patience = patience;
  }

  /**
   * The variables that lead git to another repository, index or working copy than those around its
   * directory. Settings in variables stay: they lead nowhere else, and access to a remote may
   * depend on them.
   */
  private static final Set<String> LEADING_ELSEWHERE =
      Set.of(
          "GIT_ALTERNATE_OBJECT_DIRECTORIES",
          "GIT_CEILING_DIRECTORIES",
          "GIT_COMMON_DIR",
          "GIT_CONFIG",
          "GIT_DIR",
          "GIT_GRAFT_FILE",
          "GIT_IMPLICIT_WORK_TREE",
          "GIT_INDEX_FILE",
          "GIT_INTERNAL_SUPER_PREFIX",
          "GIT_NAMESPACE",
          "GIT_NO_REPLACE_OBJECTS",
          "GIT_OBJECT_DIRECTORY",
          "GIT_PREFIX",
          "GIT_QUARANTINE_PATH",
          "GIT_REPLACE_REF_BASE",
          "GIT_SHALLOW_FILE",
          "GIT_WORK_TREE");

  /** As {@link #in}, but in the repository around the directory whatever variables say. */
  public static Git onlyIn(Path directory, Map<String, String> environment) {
    Map<String, String> own = new HashMap<>(environment);
    own.keySet().removeAll(LEADING_ELSEWHERE);
    return in(directory, own);
  }

  /**
   * @param directory where git runs
   * @param environment all variables that git gets
   */
  public static Git in(Path directory, Map<String, String> environment) {
    Map<String, String> own = new HashMap<>(environment);
    own.put("GIT_TERMINAL_PROMPT", "0");
    // A command that only looks must not fail because somebody else has locked the index.
    own.put("GIT_OPTIONAL_LOCKS", "0");
    return new Git(directory, own, new byte[0], LOCAL);
  }

  public Path directory() {
    return directory;
  }

  /** A copy that runs in another directory. */
  public Git at(Path other) {
    return new Git(other, environment, input, patience);
  }

  /** A copy with one more variable. */
  public Git with(String variable, String value) {
    Map<String, String> more = new HashMap<>(environment);
    more.put(variable, value);
    return new Git(directory, more, input, patience);
  }

  /** A copy with text to read on standard input. */
  public Git with(String text) {
    return new Git(directory, environment, text.getBytes(StandardCharsets.UTF_8), patience);
  }

  /** A copy with the patience of a call that talks to a remote. */
  public Git remotely() {
    return within(REMOTE);
  }

  Git within(Duration longest) {
    return new Git(directory, environment, input, longest);
  }

  /** Runs git to its end, whatever that is. */
  public GitResult run(String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add("git");
    command.addAll(List.of(words));
    Process process = start(command);
    try {
      return await(process, command);
    } finally {
      end(process);
    }
  }

  /** Runs git and returns what it printed; fails unless it succeeds. */
  public GitResult must(String... words) throws IOException {
    GitResult result = run(words);
    if (!result.isDone()) {
      throw failed(result, words);
    }
    return result;
  }

  /** The text that git prints; fails unless it succeeds. */
  public String text(String... words) throws IOException {
    return must(words).text();
  }

  /** The text that git prints, or nothing if it does not succeed. */
  public String textOrNothing(String... words) throws IOException {
    GitResult result = run(words);
    return result.isDone() ? result.text() : "";
  }

  /** Says in a sentence that a call failed and what git said of it. */
  public static GitFailedException failed(GitResult result, String... words) {
    String said = result.err().strip();
    return new GitFailedException(
        result.code(),
        "git "
            + words[0]
            + " has failed"
            + (said.isEmpty() ? " with code " + result.code() : ": " + said.replace('\n', ' ')));
  }

  private Process start(List<String> command) throws GitFailedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new GitFailedException(-1, "git could not be started: " + e.getMessage());
    }
  }

  private GitResult await(Process process, List<String> command) throws IOException {
    GitOutput out = new GitOutput(process.getInputStream(), MOST_OUTPUT_BYTES, true);
    GitOutput err = new GitOutput(process.getErrorStream(), MOST_ERROR_BYTES, false);
    daemon(() -> feed(process));
    try {
      if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new GitFailedException(
            -1, "git " + command.get(1) + " took longer than " + patience.toSeconds() + " s");
      }
      long deadline = System.nanoTime() + AFTERWARDS.toNanos();
      byte[] said = err.take(AFTERWARDS.toNanos()).bytes();
      return new GitResult(
          process.exitValue(),
          out.take(deadline - System.nanoTime()),
          new String(said, StandardCharsets.UTF_8));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GitFailedException(-1, "git " + command.get(1) + " was interrupted");
    } catch (UncheckedIOException e) {
      throw new GitFailedException(
          -1, "git " + command.get(1) + " printed more than can be read, or nothing readable");
    }
  }

  static void daemon(Runnable task) {
    Thread thread = new Thread(task, "git");
    thread.setDaemon(true);
    thread.start();
  }

  /** A program that does not read its input has ended, and says why by itself. */
  private void feed(Process process) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input);
    } catch (IOException e) {
      // Its exit code tells.
    }
  }

  /** Ends git and what it has started, if they are still there. */
  private static void end(Process process) {
    if (process.isAlive()) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
