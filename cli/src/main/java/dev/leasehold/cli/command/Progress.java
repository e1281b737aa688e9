package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.Text;
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
    int width = surroundings.screen().columns();
    this.columns = width == Screen.UNLIMITED ? USUAL_COLUMNS : width;
    this.beganHere = surroundings.clock().instant();
    this.thread = Thread.ofPlatform().daemon().name("leasehold-progress").unstarted(this::show);
  }

  public static Progress begin(Problem problem, Surroundings surroundings) {
    Progress progress = new Progress(problem, surroundings);
    progress.thread.start();
    return progress;
  }

  private void show() {
    while (!done) {
      err.print(CLEAR_LINE + Text.fitted(line(), columns - 1));
      err.flush();
      LockSupport.parkNanos(PACE.toNanos());
    }
  }

  /** Those who wait ahead are in the list, so one's own place follows from it. */
  private String line() {
    Instant now = problem.now().plus(Duration.between(beganHere, surroundings.clock().instant()));
    long ahead =
        problem.conflicts().stream().filter(c -> c.text("state").equals("PENDING")).count();
    String place = ahead == 0 ? "next" : "number " + (ahead + 1) + " in the queue";
    return Text.harmless("waiting, " + place + ": " + Problem.blockers(problem.conflicts(), now));
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
