package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Notice;
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

  /** Leases recorded before commands get their turn: some ten milliseconds. */
  static final int MAX_SWEEP = 4_096;

  /** How much time is recorded in one step, so that there is a tick to stop at. */
  private static final long MAX_SLICE_NANOS = Limits.SECOND / 1_000;

  /** Leases that get their deadlines together may have hundreds of thousands in a millisecond. */
  private static final long MIN_SLICE_NANOS = Limits.SECOND / 1_000_000;

  /** With fewer in a slice the next may be longer. */
  private static final int FEW = MAX_SWEEP / 8;

  /** What is due for longer was not there to be recorded in time, and gets no time for it. */
  static final long MAX_BEHIND_NANOS = 5 * Limits.SECOND;

  private final Kernel kernel;
  private final TickClock clock;
  private final TimeSource time;
  private final Inbox inbox;
  private final Handover handover;
  private final WorkMeter meter;
  private final Retention retention;
  private final List<Submission> run = new ArrayList<>();

  /** What the kernel decided of the run, before it is handed over. */
  private final List<Decision> decisions = new ArrayList<>();

  /** The last tick that was handed over to be made durable. */
  private long markedTick;

  /** The latest end of a token: the kernel has no deadline for it, but its tick must count. */
  private long lastTokenTick;

  Decider(
      Kernel kernel,
      TickClock clock,
      TimeSource time,
      Inbox inbox,
      Handover handover,
      Retention retention,
      WorkMeter meter) {
    this.kernel = kernel;
    this.clock = clock;
    this.time = time;
    this.inbox = inbox;
    this.handover = handover;
    this.retention = retention;
    this.meter = meter;
    this.markedTick = clock.tick();
    this.lastTokenTick = kernel.tokens().stream().mapToLong(Token::deadlineTick).max().orElse(0);
  }

  /** Returns when the inbox is closed and empty. */
  void decideUntilClosed() throws InterruptedException {
    while (takeRun()) {
      long wallNanos = time.wallNanos();
      long tick = sweep(clock.tick(), wallNanos);
      Stamp own = new Stamp(tick, wallNanos, Caller.REGISTRAR);
      decideRun(tick, wallNanos);
      handOverRun();
      prune(own);
      markIfDue(tick);
      handover.flush();
    }
    handover.mark(clock.tick());
    handover.close();
  }

  private void decideRun(long tick, long wallNanos) {
    if (run.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    for (Submission submission : run) {
      Stamp stamp = new Stamp(tick, wallNanos, submission.caller());
      Outcome outcome = kernel.execute(stamp, submission.command());
      decisions.add(decision(outcome.withNotices(notices(submission.caller()))));
    }
    meter.decided(run.size(), System.nanoTime() - start);
  }

  private void handOverRun() throws InterruptedException {
    for (int i = 0; i < decisions.size(); i++) {
      handOver(decisions.get(i), run.get(i).reply());
    }
    decisions.clear();
    run.clear();
  }

  /** With what the leases are like now, before the next command changes them. */
  private Decision decision(Outcome outcome) {
    return new Decision(outcome, kernel.concerned(outcome));
  }

  /** Fails what was taken; whoever has an answer keeps it. */
  void abandonRun() {
    run.forEach(submission -> submission.fail(StoppedException.unknown()));
  }

  /** What a caller has not acknowledged, its own command counted. */
  private List<Notice> notices(Caller caller) {
    return kernel.notices(caller, Limits.MAX_NOTICES_PER_REPLY);
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
    long duty = retention.nextTick(kernel, tick);
    if (isTickOfInterest()) {
      duty = Math.min(duty, Math.min(kernel.nextDueTick(), markedTick + MARK_EVERY_NANOS));
    }
    return duty == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, duty - tick);
  }

  private boolean isTickOfInterest() {
    return kernel.isTimeAwaited() || markedTick < lastTokenTick;
  }

  /**
   * Records all that has fallen due, for no command may see a lease that is over. In bounded steps:
   * however much falls due at once, the writer takes what there is and blocks stay small.
   *
   * <p>Commands wait meanwhile. When more falls due than they should wait for, the clock falls
   * behind to where the recording is: all leases last a little longer, and nobody waits for long.
   *
   * @return the tick that commands are stamped with now
   */
  private long sweep(long now, long wallNanos) throws InterruptedException {
    if (!kernel.config().autoExpireEnabled()) {
      recordBeforeCommands(now, wallNanos);
      return now;
    }
    int recorded = 0;
    long slice = MIN_SLICE_NANOS;
    for (long due = kernel.nextDueTick(); due <= now; due = kernel.nextDueTick()) {
      if (recorded >= MAX_SWEEP && due > kernel.lastTick() && now - due <= MAX_BEHIND_NANOS) {
        clock.fallBehind(due - 1);
        return due - 1;
      }
      // A slice that takes several steps is done with before the next begins, or it has no end.
      long until = due <= kernel.lastTick() ? kernel.lastTick() : Math.min(now, due + slice);
      Stamp stamp = new Stamp(until, wallNanos, Caller.REGISTRAR);
      int inStep = record(stamp, new Command.Expire(Limits.MAX_EXPIRIES_PER_STEP));
      recorded += inStep;
      slice = inStep < FEW ? Math.min(MAX_SLICE_NANOS, 2 * slice) : slice;
    }
    return now;
  }

  /**
   * Leases that end only with the next command end in steps of their own before it: a command that
   * ended them by the way could set the terms of a lease twice, and only what holds after a step is
   * signed.
   */
  private void recordBeforeCommands(long now, long wallNanos) throws InterruptedException {
    Stamp stamp = new Stamp(now, wallNanos, Caller.REGISTRAR);
    while (isRecordedFor(run) && kernel.nextChangeTick() <= now) {
      record(stamp, new Command.Expire(Limits.MAX_EXPIRIES_PER_STEP, true));
    }
  }

  /** Who asks for the recording itself is told how much there was. */
  private static boolean isRecordedFor(List<Submission> run) {
    for (Submission submission : run) {
      if (!(submission.command() instanceof Command.Expire)) {
        return true;
      }
    }
    return false;
  }

  private int record(Stamp stamp, Command.Expire expire) throws InterruptedException {
    long start = System.nanoTime();
    Outcome outcome = kernel.execute(stamp, expire);
    Decision decision = decision(outcome);
    meter.decided(1, System.nanoTime() - start);
    handOver(decision, null);
    handover.flush();
    return outcome.reply() instanceof Reply.Swept swept ? swept.count() : 0;
  }

  /** One step, so that commands are not kept waiting; the next run takes the next. */
  private void prune(Stamp stamp) throws InterruptedException {
    Command.Prune prune = retention.next(kernel, stamp.tick());
    if (prune != null) {
      Outcome outcome = kernel.execute(stamp, prune);
      retention.done(prune, outcome, stamp.tick());
      handOver(decision(outcome), null);
    }
  }

  private void markIfDue(long tick) {
    if (isTickOfInterest() && tick - markedTick >= MARK_EVERY_NANOS) {
      handover.mark(tick);
      markedTick = tick;
    }
  }

  private void handOver(Decision decision, @Nullable CompletableFuture<Outcome> reply)
      throws InterruptedException {
    handover.add(decision, reply);
    Outcome outcome = decision.outcome();
    if (!outcome.events().isEmpty()) {
      markedTick = outcome.stamp().tick();
    }
    if (outcome.reply() instanceof Reply.OfToken issued) {
      lastTokenTick = Math.max(lastTokenTick, issued.token().deadlineTick());
    }
  }
}
