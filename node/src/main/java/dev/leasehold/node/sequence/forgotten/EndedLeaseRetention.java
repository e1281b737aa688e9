package dev.leasehold.node.sequence.forgotten;

import static dev.leasehold.kernel.policy.Limits.MINUTE;
import static dev.leasehold.kernel.policy.Limits.SECOND;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Says when the kernel is to forget leases that have ended: when they are a minute old, or too
 * many, and in any case only when the past has their keys, so that retries are found.
 *
 * <p>The kernel forgets in the order in which leases ended, so a count says which. Every now and
 * then a milestone notes how many had ended by a position; when the past knows all up to that
 * position, so many may go.
 */
public final class EndedLeaseRetention {

  /** How long the kernel itself answers for a lease that has ended. */
  public static final long REMEMBERED_NANOS = MINUTE;

  /**
   * At high rates a minute is too much memory, and what is kept for more than a moment is copied by
   * the garbage collector while the kernel stands still: some 1,500 bytes a lease. So many are
   * enough for who asks right after the end; the tables know the others.
   */
  public static final int MAX_REMEMBERED = 1_024;

  /** Leases above that number that are worth a step. */
  public static final int WORTH_A_STEP = 512;

  /** Leases forgotten in one step, so that it takes the kernel a few milliseconds at most. */
  public static final int STEP = 4_096;

  /** Leases old enough to be forgotten are looked for this often. */
  public static final long LOOK_EVERY_NANOS = 10 * SECOND;

  /** Milestones this far apart are few enough to keep for a minute, and do not delay forgetting. */
  private static final long MILESTONE_EVERY_NANOS = SECOND / 50;

  /**
   * @param position of the newest event by then
   * @param eventTick the tick of that event
   * @param ended how many leases had ended by then, those counted that are forgotten
   * @param tick when it was noted
   */
  private record Milestone(long position, long eventTick, long ended, long tick) {

    static final Milestone NONE = new Milestone(0, Long.MIN_VALUE, 0, Long.MIN_VALUE / 2);
  }

  private final ForgottenLeases past;
  private final ArrayDeque<Milestone> ahead = new ArrayDeque<>();
  private Milestone noted = Milestone.NONE;

  /** The last milestone that was passed: leases that had ended by then may be forgotten. */
  private Milestone passed = Milestone.NONE;

  /** Milestones that were passed; the first is the one by which all forgotten leases had ended. */
  private final ArrayDeque<Milestone> behind = new ArrayDeque<>();

  private long forgotten;
  private long nextLookTick;
  private long nextThinningTick;

  public EndedLeaseRetention(ForgottenLeases past) {
    this.past = past;
  }

  /** The step to sequence now; null if there is none. */
  public NodeCommand.@Nullable Prune next(Kernel kernel, long tick) {
    int remembered = kernel.endedCount();
    if (remembered == 0) {
      return null;
    }
    int limit = limit(kernel, tick);
    // A lease that is due would end and be forgotten in one step, before the past knows of its
    // end.
    if (limit == 0 || kernel.nextChangeTick() <= tick) {
      return null;
    }
    int tooMany = remembered - MAX_REMEMBERED;
    if (tooMany >= WORTH_A_STEP && tick >= nextThinningTick) {
      return new NodeCommand.Prune(Long.MAX_VALUE, Math.min(limit, tooMany));
    }
    return tick >= nextLookTick ? new NodeCommand.Prune(tick - REMEMBERED_NANOS, limit) : null;
  }

  /** When to ask again if nobody else comes; {@link Long#MAX_VALUE} if there is no need to. */
  public long nextTick(Kernel kernel, long tick) {
    return kernel.endedCount() == 0
        ? Long.MAX_VALUE
        : Math.max(nextLookTick, tick + MILESTONE_EVERY_NANOS);
  }

  private int limit(Kernel kernel, long tick) {
    long position = past.knownPosition();
    if (position == Long.MAX_VALUE) {
      return STEP;
    }
    note(kernel, tick);
    for (Milestone m = ahead.peek(); m != null && m.position <= position; m = ahead.peek()) {
      passed = m;
      ahead.remove();
      // One at which nothing more had ended tells nothing new.
      if (behind.isEmpty() || behind.getLast().ended != m.ended) {
        behind.add(m);
      }
    }
    if (!hasPassedAccounts(kernel, tick)) {
      return 0;
    }
    long allowed = passed.ended - forgotten;
    return allowed >= kernel.endedWithoutBudgetCount() ? STEP : (int) Math.min(STEP, allowed);
  }

  /** A step may forget budgets as well, for which there is no count: they ended long ago. */
  private boolean hasPassedAccounts(Kernel kernel, long tick) {
    return passed.position >= kernel.lastPosition()
        || passed.eventTick > tick - Limits.MONEY_IDS_KEPT_NANOS;
  }

  private void note(Kernel kernel, long tick) {
    if (kernel.lastPosition() > noted.position && tick - noted.tick >= MILESTONE_EVERY_NANOS) {
      long ended = forgotten + kernel.endedWithoutBudgetCount();
      noted = new Milestone(kernel.lastPosition(), kernel.lastTick(), ended, tick);
      ahead.add(noted);
    }
  }

  /** The position of the first milestone by which all had ended that are forgotten. */
  private long endOfForgotten() {
    while (behind.size() > 1 && behind.element().ended < forgotten) {
      behind.remove();
    }
    return forgotten == 0 || behind.isEmpty() ? 0 : behind.element().position;
  }

  /** Takes note of what a step achieved, so that one that achieves nothing is not repeated. */
  public void done(NodeCommand.Prune step, Outcome outcome, long tick) {
    for (Event event : outcome.events()) {
      if (event instanceof AdminEvent.Pruned pruned) {
        forgotten += pruned.leases();
        long endOfForgotten = endOfForgotten();
        past.forgot(pruned.accounts() > 0 ? passed.position : endOfForgotten);
      }
    }
    boolean more = outcome.reply() instanceof Reply.Swept swept && swept.more();
    long nextTick = more ? tick : tick + LOOK_EVERY_NANOS;
    if (step.endedBeforeTick() == Long.MAX_VALUE) {
      nextThinningTick = nextTick;
    } else {
      nextLookTick = nextTick;
    }
  }
}
