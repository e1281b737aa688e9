package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.TerminalSize;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** One line on standard error, written over and over: what a wait is for, and until when. */
public final class Progress implements AutoCloseable {

  private static final Duration PACE = Duration.ofSeconds(1);
  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final int USUAL_COLUMNS = 80;

  private final Problem problem;
  private final PrintWriter err;
  private final int columns;
  private final Instant beganHere;
  private final Surroundings surroundings;
  private final Thread thread;
  private volatile boolean done;

  private Progress(Problem problem, Surroundings surroundings) {
    this.problem = problem;
    this.surroundings = surroundings;
    this.err = surroundings.err();
    this.columns = columns(surroundings.screen());
    this.beganHere = surroundings.clock().instant();
    this.thread = Thread.ofPlatform().daemon().name("leasehold-progress").unstarted(this::show);
  }

  /** Standard error may be a terminal where standard output is none. */
  private static int columns(Screen out) {
    int width = (out.isTerminal() ? out : TerminalSize.of(out)).columns();
    return width == Screen.UNLIMITED ? USUAL_COLUMNS : width;
  }

  public static Progress begin(Problem problem, Surroundings surroundings) {
    Progress progress = new Progress(problem, surroundings);
    progress.thread.start();
    return progress;
  }

  private void show() {
    while (!done) {
      err.print(CLEAR_LINE + line());
      err.flush();
      LockSupport.parkNanos(PACE.toNanos());
    }
  }

  private String line() {
    Instant now = problem.now().plus(Duration.between(beganHere, surroundings.clock().instant()));
    return ProgressLine.of(problem.conflicts(), now, columns - 1);
  }

  @Override
  public void close() {
    done = true;
    LockSupport.unpark(thread);
    try {
      thread.join(PACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    err.print(CLEAR_LINE);
    err.flush();
  }
}
