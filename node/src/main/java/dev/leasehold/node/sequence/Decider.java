package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.Token;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The work of the kernel's thread: takes what is waiting, records what has fallen due, lets the
 * kernel decide, and hands the outcomes over. It alone touches the kernel.
 */
final class Decider {

  /** Commands that share one reading of the clock; the next reading is at most this far away. */
  private static final int MAX_RUN = 256;

  /** With the time that the write itself takes, the tick is durable at least every second. */
  static final long MARK_EVERY_NANOS = Limits.SECOND / 2;

  private final Kernel kernel;
  private final TickClock clock;
  private final TimeSource time;
  private final Inbox inbox;
  private final Handover handover;
  private final Retention retention = new Retention();
  private final List<Submission> run = new ArrayList<>();

  /** The last tick that was handed over to be made durable. */
  private long markedTick;

  /** The latest end of a token: the kernel has no deadline for it, but its tick must count. */
  private long lastTokenTick;

  Decider(Kernel kernel, TickClock clock, TimeSource time, Inbox inbox, Handover handover) {
    this.kernel = kernel;
    this.clock = clock;
    this.time = time;
    this.inbox = inbox;
    this.handover = handover;
    this.markedTick = clock.tick();
    this.lastTokenTick = kernel.tokens().stream().mapToLong(Token::deadlineTick).max().orElse(0);
  }

  /** Returns when the inbox is closed and empty. */
  void decideUntilClosed() throws InterruptedException {
    while (takeRun()) {
      long tick = clock.tick();
      long wallNanos = time.wallNanos();
      Stamp own = new Stamp(tick, wallNanos, Caller.REGISTRAR);
      sweep(own);
      for (Submission submission : run) {
        Stamp stamp = new Stamp(tick, wallNanos, submission.caller());
        handOver(kernel.execute(stamp, submission.command()), submission.reply());
      }
      run.clear();
      prune(own);
      markIfDue(tick);
      handover.flush();
    }
    handover.mark(clock.tick());
    handover.close();
  }

  /** Fails what was taken; whoever has an answer keeps it. */
  void abandonRun() {
    run.forEach(submission -> submission.fail(StoppedException.unknown()));
  }

  /** Waits for commands or for something to do without one; false when there will be nothing. */
  private boolean takeRun() {
    inbox.drainTo(run, MAX_RUN);
    if (run.isEmpty()) {
      if (inbox.isClosed()) {
        return false;
      }
      inbox.await(nanosToNextDuty());
      inbox.drainTo(run, MAX_RUN);
    }
    return true;
  }

  private long nanosToNextDuty() {
    long tick = clock.tick();
    if (retention.next(kernel, tick) != null) {
      return 0;
    }
    if (!isTickOfInterest()) {
      return Long.MAX_VALUE;
    }
    long duty = Math.min(kernel.nextDueTick(), markedTick + MARK_EVERY_NANOS);
    return Math.max(0, duty - tick);
  }

  private boolean isTickOfInterest() {
    return kernel.nextDueTick() != Long.MAX_VALUE || markedTick < lastTokenTick;
  }

  /**
   * Records all that has fallen due, for no command may see a lease that is over. In bounded steps:
   * however much falls due at once, the writer takes what there is and blocks stay small.
   */
  private void sweep(Stamp stamp) throws InterruptedException {
    while (kernel.nextDueTick() <= stamp.tick()) {
      handOver(kernel.execute(stamp, new Command.Expire(Limits.MAX_EXPIRIES_PER_STEP)), null);
      handover.flush();
    }
  }

  /** One step, so that commands are not kept waiting; the next run takes the next. */
  private void prune(Stamp stamp) throws InterruptedException {
    Command.Prune prune = retention.next(kernel, stamp.tick());
    if (prune != null) {
      Outcome outcome = kernel.execute(stamp, prune);
      retention.done(prune, outcome.reply(), stamp.tick());
      handOver(outcome, null);
    }
  }

  private void markIfDue(long tick) {
    if (isTickOfInterest() && tick - markedTick >= MARK_EVERY_NANOS) {
      handover.mark(tick);
      markedTick = tick;
    }
  }

  private void handOver(Outcome outcome, @Nullable CompletableFuture<Outcome> reply)
      throws InterruptedException {
    handover.add(outcome, reply);
    if (!outcome.events().isEmpty()) {
      markedTick = outcome.stamp().tick();
    }
    if (outcome.reply() instanceof Reply.OfToken issued) {
      lastTokenTick = Math.max(lastTokenTick, issued.token().deadlineTick());
    }
  }
}
