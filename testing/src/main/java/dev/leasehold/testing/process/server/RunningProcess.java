package dev.leasehold.testing.process.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that this JVM has started, and what it has said. It is killed when this is closed, at
 * the latest when this JVM ends.
 */
public final class RunningProcess implements AutoCloseable {

  /**
   * A start or a stop takes about a second, and a minute on a machine with ten times as much to do
   * as it can.
   */
  public static final Duration PATIENCE = Duration.ofSeconds(180);

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
  }

  private final Process process;
  private final Said output;
  private final Said errors;

  private RunningProcess(Process process) {
    this.process = process;
    this.output = new Said(process.getInputStream());
    this.errors = new Said(process.getErrorStream());
  }

  public static RunningProcess start(List<String> command) throws IOException {
    return start(command, Path.of("").toAbsolutePath(), Map.of());
  }

  /**
   * @param environment added to that of this JVM
   */
  public static RunningProcess start(
      List<String> command, Path directory, Map<String, String> environment) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("LEASEHOLD_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    RUNNING.add(process);
    return new RunningProcess(process);
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for the first line on standard output. */
  public String firstLine() throws IOException {
    try {
      return output.firstLine.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("no line of output; standard error: " + errors.text(), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** The standard output of the process so far; all of it once the exit was awaited. */
  public String output() {
    return output.text();
  }

  /** The standard error of the process so far; all of it once the exit was awaited. */
  public String errors() {
    return errors.text();
  }

  /** Sends a signal, by its name without SIG. */
  public void signal(String name) throws IOException {
    try {
      int failed = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
      if (failed != 0) {
        throw new IOException("process " + pid() + " took no " + name);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** SIGKILL, and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Waits until it ends, and returns its exit code; kills it if that takes too long. */
  public int awaitExit() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException("process " + pid() + " did not end; " + errors.text());
      }
      RUNNING.remove(process);
      output.reader.join();
      errors.reader.join();
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new UncheckedIOException(interrupted(e));
    }
  }

  @Override
  public void close() {
    kill();
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted", e);
  }

  /** One stream of the process, read as it comes so that the process never waits for us. */
  private static final class Said {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    final CompletableFuture<String> firstLine = new CompletableFuture<>();
    final Thread reader;

    Said(InputStream stream) {
      reader = Thread.ofPlatform().daemon().start(() -> read(stream));
    }

    String text() {
      return String.join("", lines);
    }

    private void read(InputStream stream) {
      try (BufferedReader in =
          new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          lines.add(line + "\n");
          firstLine.complete(line);
        }
        firstLine.completeExceptionally(new IOException("it ended without a line"));
      } catch (IOException e) {
        firstLine.completeExceptionally(e);
      }
    }
  }
}
