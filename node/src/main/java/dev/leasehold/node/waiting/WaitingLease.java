package dev.leasehold.node.waiting;

import dev.leasehold.kernel.command.NodeCommand.GiveUp.Why;
import dev.leasehold.kernel.policy.LeaseState;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.kernel.view.QueuePlace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One wait: the requests that are open for it, what became of it, and until when somebody has to
 * come. It is remembered a little longer than that, for requests that are on their way here with
 * what the kernel said before.
 */
final class WaitingLease {

  /**
   * The grace for a client to come back: to a wait without an open request, or to a grant that it
   * was not told of.
   */
  static final long PATIENCE_NANOS = 10 * Limits.SECOND;

  /** The next step when nobody has come in time. */
  enum Duty {
    /** Look again at {@link #dueTick}. */
    LATER,
    /** Do nothing: a request is open, and its end will be noticed. */
    NOTHING,
    GIVE_UP,
    FORGET
  }

  private final Lease queued;
  private final @Nullable QueuePlace place;
  private final List<WaitingRequest> waiters = new ArrayList<>(1);
  private @Nullable WaitResult end;
  private long dueTick;
  private boolean watched;
  private boolean delivered;

  /** The kernel has been asked to give it up; until it answers, nobody knows what is true. */
  private boolean givingUp;

  private boolean givenUp;
  private Why why = Why.DISCONNECTED;

  /** The tokens that it was asked for with; almost always one. */
  private final Set<String> tokenIds = new HashSet<>(2);

  WaitingLease(Lease queued, QueuePlace place, long tick) {
    this.queued = queued;
    this.place = place;
    this.dueTick = tick + PATIENCE_NANOS;
    this.watched = true;
  }

  /** A grant of before this node started, of which nobody knows whether its holder was told. */
  WaitingLease(WaitResult granted) {
    this.queued = granted.lease();
    this.place = null;
    this.dueTick = granted.tick() + PATIENCE_NANOS;
    this.watched = true;
    this.end = granted;
  }

  String leaseId() {
    return queued.id();
  }

  boolean isAt(@Nullable QueuePlace other) {
    return other != null && place != null && other.position() == place.position();
  }

  boolean isConversion() {
    return place != null && place.conversion();
  }

  synchronized long dueTick() {
    return dueTick;
  }

  synchronized void join(WaitingRequest waiter, OpenRequest request, String tokenId) {
    waiters.add(waiter);
    tokenIds.add(tokenId);
    if (end != null && !givingUp) {
      finish(waiter);
    } else {
      request.stay();
    }
  }

  /**
   * Removes a request. Returns whether a reply has left and no other request is open, so that there
   * is nothing more to watch over.
   */
  synchronized boolean leave(WaitingRequest waiter, boolean replyHasLeft, long tick) {
    waiters.remove(waiter);
    delivered |= end != null && waiter.isAnswered() && replyHasLeft;
    dueTick = tick + PATIENCE_NANOS;
    return isDone();
  }

  /** Whether a reply has left and no other request waits for this lease any more. */
  private boolean isDone() {
    return delivered && !givingUp && waiters.isEmpty();
  }

  /** The reason with which the kernel gives it up. */
  synchronized Why why() {
    return why;
  }

  /**
   * One of these tokens is over. A wait that was asked for with it has to end, whoever else is
   * there; what was granted before stays or not as if nothing had happened.
   *
   * @return whether it is to be given up now
   */
  synchronized boolean losesToken(Set<String> ended, Why reason, long tick) {
    return !Collections.disjoint(tokenIds, ended) && losesCredential(reason, tick);
  }

  /**
   * A request's credential is over, whether or not it is a token that was issued here. The wait has
   * to end as in {@link #losesToken}.
   *
   * @return whether it is to be given up now
   */
  synchronized boolean losesCredential(Why reason, long tick) {
    if (end != null) {
      return false;
    }
    why = reason;
    return beginToGiveUp(tick);
  }

  synchronized boolean isAwaitedBy(WaitingRequest request) {
    return end == null && waiters.contains(request);
  }

  private boolean beginToGiveUp(long tick) {
    boolean begun = !givingUp;
    givingUp = true;
    // Nobody may forget it before the kernel has answered.
    dueTick = tick + PATIENCE_NANOS;
    return begun;
  }

  /** The wait is over, or its lease has changed since. */
  synchronized void conclude(WaitResult waited, long tick) {
    if (end == null) {
      dueTick = tick + PATIENCE_NANOS;
    }
    end = end == null ? waited : waited.after(end);
    if (!givingUp) {
      finishAll();
    }
  }

  /** Concludes the wait as a reply says, unless something newer is known here. */
  synchronized void concludeIfOpen(WaitResult waited, long tick) {
    if (end == null) {
      conclude(waited, tick);
    } else if (waited.tick() > end.tick()) {
      end = waited;
    }
  }

  /**
   * The holder has read in another reply that the lease is granted.
   *
   * @return whether there is nothing more to watch over
   */
  synchronized boolean shown() {
    delivered |= end != null && isGranted(end);
    return isDone();
  }

  private void finishAll() {
    List.copyOf(waiters).forEach(this::finish);
  }

  private void finish(WaitingRequest waiter) {
    waiter.finish(() -> newsFor(waiter));
  }

  private synchronized @Nullable WaitResult newsFor(WaitingRequest waiter) {
    if (givingUp) {
      waiter.markUnanswered();
      return null;
    }
    return end;
  }

  /** Called after the kernel's answer to {@code GiveUp}, whether or not it ended the wait. */
  synchronized void gaveUp(WaitResult waited, long tick) {
    givenUp = true;
    end = end == null ? waited : end;
    keptOn(tick);
  }

  /** The kernel could not be asked. */
  synchronized void keptOn(long tick) {
    givingUp = false;
    dueTick = tick + PATIENCE_NANOS;
    if (end != null) {
      finishAll();
    }
  }

  /** Whether the timer has to look at it from now on, and did not before. */
  synchronized boolean needsWatch() {
    boolean needed = !watched && (waiters.isEmpty() || end != null || hasLostToken());
    watched |= needed;
    return needed;
  }

  private boolean hasLostToken() {
    return why != Why.DISCONNECTED;
  }

  synchronized Duty duty(long tick) {
    if (tick < dueTick) {
      return Duty.LATER;
    }
    watched = false;
    if (end == null && !waiters.isEmpty() && !hasLostToken()) {
      return Duty.NOTHING;
    }
    if (end == null || (isGranted(end) && !delivered && !givenUp)) {
      beginToGiveUp(tick);
      return Duty.GIVE_UP;
    }
    return waiters.isEmpty() ? Duty.FORGET : Duty.NOTHING;
  }

  private boolean isGranted(WaitResult waited) {
    return !isConversion() && waited.lease().state() == LeaseState.ACTIVE;
  }

  /** Sends all away; what they wait for stays. */
  synchronized void sendAway(long tick) {
    WaitResult stopping = new WaitResult(queued, WaitResult.STOPPING, tick, 0);
    List.copyOf(waiters).forEach(waiter -> waiter.finish(() -> stopping));
  }
}
