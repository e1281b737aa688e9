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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of the kernel's thread: takes what is waiting, records what has fallen due, lets the
 * kernel decide, and hands the outcomes over. It alone touches the kernel.
 */
final class Decider {

  private static final Logger log = LoggerFactory.getLogger(Decider.class);

  /** Commands that share one reading of the clock; the next reading is at most this far away. */
  private static final int MAX_RUN = 256;

  /** With the time that the write itself takes, the tick is durable at least every second. */
  static final long MARK_EVERY_NANOS = Limits.SECOND / 2;

  private final Kernel kernel;
  private final TickClock clock;
  private final Pulse pulse;
  private final Sweep sweep;
  private final Inbox inbox;
  private final Handover handover;
  private final WorkMeter meter;
  private final Retention retention;
  private final StaleLookups staleLookups;
  private final List<Submission> run = new ArrayList<>();

  /** The outcomes of the run, before they are handed over. */
  private final List<Outcome> outcomes = new ArrayList<>();

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
    this.pulse = new Pulse(clock, time);
    this.sweep = new Sweep(kernel, pulse, this::record);
    this.inbox = inbox;
    this.handover = handover;
    this.retention = retention;
    this.staleLookups = new StaleLookups(inbox);
    this.meter = meter;
    this.markedTick = clock.tick();
    this.lastTokenTick = kernel.tokens().stream().mapToLong(Token::deadlineTick).max().orElse(0);
  }

  /** Returns when the inbox is closed and empty. */
  void decideUntilClosed() throws InterruptedException {
    while (takeRun()) {
      handover.awaitQuickWriter();
      Stamp own = sweep.beforeCommands(isRecordedFor(run));
      decideRun(own);
      handOverRun();
      sweep.afterCommands();
      prune(own);
      markIfDue(own.tick());
      handover.flush();
    }
    handover.mark(clock.tick());
    handover.close();
  }

  private void decideRun(Stamp own) {
    if (run.isEmpty()) {
      return;
    }
    long start = System.nanoTime();
    for (Submission submission : run) {
      Outcome outcome = kernel.execute(own.by(submission.caller()), submission.command());
      outcomes.add(outcome.withNotices(notices(submission.caller())));
    }
    meter.decided(run.size(), System.nanoTime() - start);
  }

  private void handOverRun() throws InterruptedException {
    for (int i = 0; i < outcomes.size(); i++) {
      handOver(outcomes.get(i), run.get(i).reply());
    }
    outcomes.clear();
    run.clear();
  }

  /** Fails what was taken; whoever has an answer keeps it. */
  void abandonRun() {
    run.forEach(submission -> submission.fail(StoppedException.unknown()));
    staleLookups.abandon();
  }

  /** The notices that a caller has not acknowledged, as they are after its command. */
  private List<Notice> notices(Caller caller) {
    return kernel.notices(caller, Limits.MAX_NOTICES_PER_REPLY);
  }

  /** Waits for commands or for something to do without one; false when there will be nothing. */
  private boolean takeRun() {
    drain();
    if (run.isEmpty()) {
      if (inbox.isClosed() && inbox.length() == 0) {
        staleLookups.abandon();
        return false;
      }
      inbox.await(nanosToNextDuty());
      drain();
    }
    return true;
  }

  private void drain() {
    inbox.drainTo(run, MAX_RUN);
    staleLookups.sift(run, retention.forgottenPosition(), MAX_RUN);
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
    if (kernel.isTimeAwaited()) {
      duty = Math.min(duty, tick + Pulse.EVERY_NANOS);
    }
    return duty == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, duty - tick);
  }

  private boolean isTickOfInterest() {
    return kernel.isTimeAwaited() || markedTick < lastTokenTick;
  }

  /** Whether ends are recorded ahead of the run; an Expire alone records and counts them itself. */
  private static boolean isRecordedFor(List<Submission> run) {
    for (Submission submission : run) {
      if (!(submission.command() instanceof Command.Expire)) {
        return true;
      }
    }
    return false;
  }

  /** A step of the node's own, which nobody waits for. */
  private int record(Stamp stamp, Command step) throws InterruptedException {
    long start = System.nanoTime();
    Outcome outcome = kernel.execute(stamp, step);
    meter.decided(1, System.nanoTime() - start);
    handOver(outcome, null);
    handover.flush();
    return outcome.reply() instanceof Reply.Swept swept ? swept.count() : 0;
  }

  /** One step, so that commands are not kept waiting; the next run takes the next. */
  private void prune(Stamp stamp) throws InterruptedException {
    Command.Prune prune = retention.next(kernel, stamp.tick());
    if (prune != null) {
      long epochFloor = kernel.epochFloor();
      Outcome outcome = kernel.execute(stamp, prune);
      retention.done(prune, outcome, stamp.tick());
      handOver(outcome, null);
      if (kernel.epochFloor() > epochFloor) {
        log.warn(
            "more than {} resources have epochs; the oldest are given up, and what has none begins"
                + " at {} from now on",
            Limits.MAX_EPOCHS,
            kernel.epochFloor());
      }
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
    if (!outcome.facts().isEmpty()) {
      markedTick = outcome.stamp().tick();
    }
    if (outcome.reply() instanceof Reply.OfToken issued) {
      lastTokenTick = Math.max(lastTokenTick, issued.token().deadlineTick());
    }
  }
}
