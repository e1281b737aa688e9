package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.Limits;
import java.util.function.LongSupplier;

/**
 * Records what time has done, for no command may see a lease that is over. First what has ended, as
 * of when it was due, in steps that may be stamped with ticks that have passed; then whoever is
 * next is granted, at the tick of the clock: a grant in the past would run out before anybody could
 * be told of it.
 *
 * <p>In bounded steps: however much falls due at once, the writer takes what there is and blocks
 * stay small. Commands wait meanwhile. When more has ended than they should wait for, the clock
 * falls behind to where the recording is: all leases last a little longer, and nobody waits for
 * long.
 */
final class ExpirySweep {

  /** Leases recorded before commands get their turn: some ten milliseconds. */
  static final int MAX_ENDS = 4_096;

  /** The clock falls behind only for ends this recent: older ones could not be recorded in time. */
  static final long MAX_BEHIND_NANOS = 5 * Limits.SECOND;

  /** How much time is recorded in one step, so that there is a tick to stop at. */
  private static final long MAX_SLICE_NANOS = Limits.SECOND / 1_000;

  /** Leases that get their deadlines together may have hundreds of thousands in a millisecond. */
  private static final long MIN_SLICE_NANOS = Limits.SECOND / 1_000_000;

  /** With fewer in a slice the next may be longer. */
  private static final int FEW = MAX_ENDS / 8;

  /** Recording takes time, in which more falls due. */
  private static final int MAX_ROUNDS = 3;

  /** Carries out a step of the node's own and says how much it has recorded. */
  interface Steps {
    int take(Stamp stamp, Command step) throws InterruptedException;
  }

  private final Kernel kernel;
  private final PauseDetector pauses;
  private final Steps steps;

  ExpirySweep(Kernel kernel, PauseDetector pauses, Steps steps) {
    this.kernel = kernel;
    this.pauses = pauses;
    this.steps = steps;
  }

  /**
   * Records what is due now. Where {@code auto_expire_enabled} is off, it does so only before
   * commands: a command that itself ended a lease and granted it again would change its terms twice
   * in one step, and only the terms after a step are signed.
   *
   * @return the stamp for commands that are decided now
   */
  Stamp beforeCommands(boolean commands) throws InterruptedException {
    boolean byItself = kernel.config().autoExpireEnabled();
    long now = pauses.tick();
    for (int round = 0; round < MAX_ROUNDS && (byItself || commands); round++) {
      long reached = byItself ? recordEnds(now) : recordAllEnds(now);
      if (reached < now) {
        grant(() -> reached);
        return stamp(reached);
      }
      grant(pauses::tick);
      long later = pauses.tick();
      if (kernel.nextChangeTick() > later) {
        return stamp(later);
      }
      now = later;
    }
    return stamp(now);
  }

  /**
   * Grants what commands have made free without granting it, as {@link NodeCommand.Expire} does.
   */
  void afterCommands() throws InterruptedException {
    if (kernel.nextGrantTick() == 0) {
      grant(pauses::tick);
    }
  }

  /** Returns the tick that was reached: now, or where the clock has fallen behind to. */
  private long recordEnds(long now) throws InterruptedException {
    int recorded = 0;
    long slice = MIN_SLICE_NANOS;
    for (long due = kernel.nextEndTick(); due <= now; due = kernel.nextEndTick()) {
      if (recorded >= MAX_ENDS && due > kernel.lastTick() && now - due <= MAX_BEHIND_NANOS) {
        pauses.fallBehind(due - 1);
        return due - 1;
      }
      // A slice that takes several steps is done with before the next begins, or it has no end.
      long until = due <= kernel.lastTick() ? kernel.lastTick() : Math.min(now, due + slice);
      int inStep = steps.take(stamp(until), new NodeCommand.Expire(Limits.MAX_EXPIRIES_PER_STEP));
      recorded += inStep;
      slice = inStep < FEW ? Math.min(MAX_SLICE_NANOS, 2 * slice) : slice;
    }
    return now;
  }

  private long recordAllEnds(long now) throws InterruptedException {
    while (kernel.nextEndTick() <= now) {
      steps.take(stamp(now), new NodeCommand.Expire(Limits.MAX_EXPIRIES_PER_STEP, true));
    }
    return now;
  }

  private void grant(LongSupplier clock) throws InterruptedException {
    for (long now = clock.getAsLong(); kernel.nextGrantTick() <= now; now = clock.getAsLong()) {
      steps.take(stamp(now), new NodeCommand.GrantWaiting(Limits.MAX_GRANTS_PER_STEP));
    }
  }

  private Stamp stamp(long tick) {
    return pauses.stamp(tick, Caller.SERVER);
  }
}
