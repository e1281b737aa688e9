package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.notice.Notice;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.sequence.forgotten.EndedLeaseRetention;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of the kernel's thread: takes what is waiting, records what has fallen due, lets the
 * kernel decide, and hands the outcomes over. While it waits for work, another thread may decide
 * what it brings; whoever has the turn touches the kernel alone.
 */
final class Decider {

  private static final Logger log = LoggerFactory.getLogger(Decider.class);

  /** Commands that share one reading of the clock; the next reading is at most this far away. */
  private static final int MAX_RUN = 256;

  /** A thread with other work decides nothing that is known to take longer. */
  private static final long MAX_NANOS_HERE = 2 * Limits.MILLISECOND;

  /** A few commands are decided sooner than two blocks are written instead of one. */
  private static final int LEAST_FOR_TWO_BLOCKS = 16;

  /** With the time that the write itself takes, the tick is durable at least every second. */
  static final long MARK_EVERY_NANOS = Limits.SECOND / 2;

  private final Kernel kernel;
  private final TickClock clock;
  private final PauseDetector pauses;
  private final ExpirySweep sweep;
  private final Inbox inbox;
  private final Handover handover;
  private final WorkMeter meter;
  private final EndedLeaseRetention retention;
  private final ForgottenLookups lookups;
  private final KernelTasks betweenRuns;
  private final ReentrantLock turn = new ReentrantLock();
  private final List<Submission> run = new ArrayList<>();

  /** Whether who has the turn may wait for the writer: a thread with other work must not. */
  private boolean mayWait = true;

  /** How long each command of the last run took, on average. */
  private long nanosPerCommand;

  /** The outcomes of the run, and how many of them are handed over. */
  private final List<Outcome> outcomes = new ArrayList<>();

  private int handedOver;

  /** Whether deciding has failed, so that nothing may be built on what the kernel knows. */
  private boolean broken;

  /** The tick at which the kernel's thread goes on if nobody wakes it. */
  private long restsUntilTick;

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
      EndedLeaseRetention retention,
      ForgottenLeases forgotten,
      WorkMeter meter) {
    this.kernel = kernel;
    this.clock = clock;
    this.pauses = new PauseDetector(clock, time);
    this.sweep = new ExpirySweep(kernel, pauses, this::record);
    this.inbox = inbox;
    this.handover = handover;
    this.retention = retention;
    this.lookups = new ForgottenLookups(forgotten, inbox);
    this.betweenRuns = new KernelTasks(inbox::wake);
    this.meter = meter;
    this.markedTick = clock.tick();
    this.lastTokenTick = kernel.tokens().stream().mapToLong(Token::deadlineTick).max().orElse(0);
  }

  /** For work on the kernel beside the commands. */
  KernelTasks betweenRuns() {
    return betweenRuns;
  }

  /** Returns when the inbox is closed and empty, or deciding has failed on another thread. */
  void decideUntilClosed() throws InterruptedException {
    turn.lock();
    try {
      while (takeRun()) {
        handover.awaitQuickWriter();
        Stamp own = sweep.beforeCommands(isRecordedFor(run));
        decideRun(own);
        sweep.afterCommands();
        prune(own);
        markIfDue(own.tick());
        handover.flush();
        betweenRuns.doOne();
      }
      betweenRuns.close();
      if (!broken) {
        handover.mark(clock.tick());
        handover.close();
      }
    } catch (Throwable e) {
      broken = true;
      throw e;
    } finally {
      turn.unlock();
    }
  }

  /**
   * Decides the commands on this thread if they are no more than one run, none is ahead of them,
   * nothing is due, and it takes neither a wait nor long. Their outcomes are handed over, and
   * nobody is told that they are there.
   *
   * @return whether they are decided; if not, nothing was done
   */
  boolean decideHere(List<Submission> together) throws InterruptedException {
    if (together.size() > MAX_RUN
        || turn.isHeldByCurrentThread()
        || turn.hasQueuedThreads()
        || !turn.tryLock()) {
      return false;
    }
    try {
      long tick = pauses.tick();
      if (broken
          || !inbox.isIdle()
          || !handover.hasRoom()
          || betweenRuns.isPressing()
          || together.size() * nanosPerCommand > MAX_NANOS_HERE
          || kernel.nextChangeTick() <= tick) {
        return false;
      }
      run.addAll(together);
      lookups.sift(run, MAX_RUN);
      mayWait = false;
      decideRun(pauses.stamp(tick, Caller.SERVER));
      if (nextDutyTick(tick) < restsUntilTick) {
        inbox.wake();
      }
      return true;
    } catch (Throwable e) {
      broken = true;
      throw e;
    } finally {
      mayWait = true;
      turn.unlock();
    }
  }

  private void decideRun(Stamp own) throws InterruptedException {
    if (run.isEmpty()) {
      return;
    }
    long nanos = 0;
    if (worthTwoBlocks()) {
      nanos = decideUpTo(run.size() / 2, own);
      handOverDecided();
      handover.flush();
    }
    nanos += decideUpTo(run.size(), own);
    meter.decided(run.size(), nanos);
    nanosPerCommand = nanos / run.size();
    handOverDecided();
    outcomes.clear();
    run.clear();
    handedOver = 0;
  }

  /**
   * Whether one half of the run is to be written while the other is decided. Those who are answered
   * together ask together again, so that kernel, disk and network would work one after the other,
   * each for all of them. Two halves take turns. Where the disk is slow, its blocks set the pace,
   * and the fewer the better.
   */
  private boolean worthTwoBlocks() {
    return run.size() >= LEAST_FOR_TWO_BLOCKS && handover.hasTimeForAnother();
  }

  /** Returns how long it took. */
  private long decideUpTo(int end, Stamp own) {
    long start = System.nanoTime();
    for (Submission submission : run.subList(outcomes.size(), end)) {
      Outcome outcome = submission.decide(kernel, own.by(submission.caller()));
      lookups.note(outcome);
      outcomes.add(outcome.withNotices(notices(submission.caller())));
    }
    return System.nanoTime() - start;
  }

  private void handOverDecided() throws InterruptedException {
    for (; handedOver < outcomes.size(); handedOver++) {
      handOver(outcomes.get(handedOver), run.get(handedOver).reply());
    }
  }

  /** Fails the commands that were taken; those that have an answer keep it. */
  void abandonRun() {
    turn.lock();
    try {
      run.forEach(submission -> submission.fail(StoppedException.unknown()));
      lookups.abandon();
      betweenRuns.close();
    } finally {
      turn.unlock();
    }
  }

  /** The notices that a caller has not acknowledged, as they are after its command. */
  private List<Notice> notices(Caller caller) {
    return kernel.notices(caller, Limits.MAX_NOTICES_PER_REPLY);
  }

  /** Waits for commands or for something to do without one; false when there will be nothing. */
  private boolean takeRun() {
    if (broken) {
      return false;
    }
    drain();
    if (run.isEmpty()) {
      if (inbox.isClosed() && inbox.length() == 0) {
        lookups.abandon();
        return false;
      }
      rest();
      if (broken) {
        return false;
      }
      drain();
    }
    return true;
  }

  /** Waits for commands or for a duty, and lets others decide meanwhile. */
  private void rest() {
    long tick = clock.tick();
    long dutyTick = nextDutyTick(tick);
    restsUntilTick = dutyTick;
    turn.unlock();
    try {
      inbox.await(dutyTick == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, dutyTick - tick));
    } finally {
      turn.lock();
      restsUntilTick = Long.MIN_VALUE;
    }
  }

  private void drain() {
    inbox.drainTo(run, MAX_RUN);
    lookups.sift(run, MAX_RUN);
  }

  /** When there is something to do without a command; {@link Long#MAX_VALUE} for never. */
  private long nextDutyTick(long tick) {
    if (!betweenRuns.isEmpty() || retention.next(kernel, tick) != null) {
      return tick;
    }
    long duty = retention.nextTick(kernel, tick);
    if (isTickOfInterest()) {
      duty = Math.min(duty, Math.min(kernel.nextDueTick(), markedTick + MARK_EVERY_NANOS));
    }
    return kernel.isTimeAwaited() ? Math.min(duty, tick + PauseDetector.EVERY_NANOS) : duty;
  }

  private boolean isTickOfInterest() {
    return kernel.isTimeAwaited() || markedTick < lastTokenTick;
  }

  /**
   * False if all commands of the run are {@link NodeCommand.Expire}, which record ends themselves.
   */
  private static boolean isRecordedFor(List<Submission> run) {
    for (Submission submission : run) {
      if (!(submission.command() instanceof NodeCommand.Expire)) {
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
    NodeCommand.Prune prune = retention.next(kernel, stamp.tick());
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
    if (mayWait) {
      handover.add(outcome, reply);
    } else {
      handover.addAtOnce(outcome, reply);
    }
    if (!outcome.facts().isEmpty()) {
      markedTick = outcome.stamp().tick();
    }
    if (outcome.reply() instanceof Reply.OfToken issued) {
      lastTokenTick = Math.max(lastTokenTick, issued.token().deadlineTick());
    }
  }
}
