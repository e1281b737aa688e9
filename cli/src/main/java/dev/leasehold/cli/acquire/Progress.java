package dev.leasehold.cli.acquire;

import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.terminal.Screen;
import dev.leasehold.cli.terminal.Surroundings;
import dev.leasehold.cli.terminal.TerminalSize;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Tells whom a wait is for, and until when, on standard error: on a terminal one line, written over
 * and over; elsewhere a line every now and then.
 */
public final class Progress implements AutoCloseable {

  private static final Duration PACE = Duration.ofSeconds(1);

  /** In a log this shows that the wait goes on, and fills nothing. */
  private static final Duration PACE_OF_LINES = Duration.ofSeconds(30);

  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final int USUAL_COLUMNS = 80;

  private final Problem problem;
  private final PrintWriter err;
  private final int columns;
  private final Instant beganHere;
  private final Surroundings surroundings;
  private final Thread thread;
  private final Duration pace;
  private final CountDownLatch done = new CountDownLatch(1);

  private Progress(Problem problem, Surroundings surroundings, Duration pace) {
    this.pace = pace;
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
    return begin(problem, surroundings, surroundings.errIsTerminal() ? PACE : PACE_OF_LINES);
  }

  static Progress begin(Problem problem, Surroundings surroundings, Duration pace) {
    Progress progress = new Progress(problem, surroundings, pace);
    progress.thread.start();
    return progress;
  }

  private void show() {
    try {
      if (surroundings.errIsTerminal()) {
        do {
          err.print(CLEAR_LINE + line(columns - 1));
          err.flush();
        } while (!isDoneWithin(pace));
      } else {
        while (!isDoneWithin(pace)) {
          surroundings.complain(line(Screen.UNLIMITED));
          err.flush();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isDoneWithin(Duration time) throws InterruptedException {
    return done.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  private String line(int room) {
    Instant now = problem.now().plus(Duration.between(beganHere, surroundings.clock().instant()));
    return ProgressLine.of(problem.conflicts(), now, room);
  }

  @Override
  public void close() {
    done.countDown();
    try {
      thread.join(PACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (surroundings.errIsTerminal()) {
      err.print(CLEAR_LINE);
      err.flush();
    }
  }
}
