package dev.leasehold.cli.process;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A small shell that ends the command when this process cannot: because it was killed, which the
 * shell learns from the end of a pipe, or because it is stopped and lets the time pass that it has
 * set itself. Its script is {@code watchdog.sh}.
 */
final class Watchdog implements AutoCloseable {

  private static final String SCRIPT = script();

  private final LibC libC;
  private final int pid;
  private final int pipe;
  private boolean closed;

  private Watchdog(LibC libC, int pid, int pipe) {
    this.libC = libC;
    this.pid = pid;
    this.pipe = pipe;
  }

  /**
   * Starts before the command does, so that there is no command without it.
   *
   * @param mark the variable that the command's processes have in their environment
   * @param grace between the request to end and the end, if this process is killed
   * @param lastCall the program that the watchdog runs after that
   */
  static Watchdog start(Posix posix, RunMark mark, Duration grace, AfterDeath lastCall)
      throws IOException {
    LibC libC = posix.libC();
    int[] ends = new int[2];
    try {
      libC.pipe(ends);
    } catch (LastErrorException e) {
      throw new IOException("run cannot make a pipe: " + e.getMessage(), e);
    }
    OpenFiles.closeInPrograms(libC, ends[0]);
    OpenFiles.closeInPrograms(libC, ends[1]);
    List<byte[]> arguments =
        Stream.concat(
                Stream.of(
                    "sh",
                    "-c",
                    SCRIPT,
                    "leasehold-watchdog",
                    mark.text(),
                    seconds(grace),
                    Integer.toString(lastCall.againCode()),
                    Long.toString(lastCall.patience().toSeconds())),
                lastCall.words().stream())
            .map(word -> word.getBytes(StandardCharsets.UTF_8))
            .toList();
    List<byte[]> environment = OwnEnvironment.with(lastCall.variables());
    int pid = new Spawn(posix).readingFrom(ends[0], arguments, environment);
    libC.close(ends[0]);
    return new Watchdog(libC, pid, ends[1]);
  }

  int pid() {
    return pid;
  }

  void watch(int group) {
    say("group " + group);
  }

  /** Sets when all processes with the mark are ended; each call replaces the one before. */
  void endUnlessToldAgain(LatestEnd end) {
    say("until " + seconds(end.time()) + " " + seconds(end.grace()));
  }

  /** Tells the watchdog that there is nothing left to end. */
  @Override
  public synchronized void close() {
    if (!closed) {
      say("done");
      closed = true;
      libC.close(pipe);
    }
  }

  private synchronized void say(String line) {
    if (closed) {
      return;
    }
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.US_ASCII);
    try {
      libC.write(pipe, bytes, bytes.length);
    } catch (LastErrorException e) {
      // Somebody has killed the watchdog; the command is then ended by this process alone.
    }
  }

  private static String seconds(Duration time) {
    long millis = Math.max(0, time.toMillis());
    return String.format(Locale.ROOT, "%d.%03d", millis / 1000, millis % 1000);
  }

  private static String script() {
    try (InputStream in = Watchdog.class.getResourceAsStream("watchdog.sh")) {
      if (in == null) {
        throw new IllegalStateException("watchdog.sh is not packaged");
      }
      // It shows in lists of processes, where its comments would only be in the way.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.strip().startsWith("#"))
          .collect(Collectors.joining("\n"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
