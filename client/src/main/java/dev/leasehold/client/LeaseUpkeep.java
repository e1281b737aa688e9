package dev.leasehold.client;

import dev.leasehold.api.v1.HeartbeatLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Problem;
import dev.leasehold.api.v1.RefreshLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one lease alive: renewals and heartbeats when they are due, and a look at the deadline.
 *
 * <p>A reply plans what comes next; an attempt that fails is repeated after a part of what is left.
 * A lease of a budget is not renewed but refreshed. One that takes neither, and no heartbeats, is
 * looked up before its end, because an admin may have extended it.
 */
final class LeaseUpkeep {

  private static final long SHORTEST_PAUSE_NANOS = 1_000_000L;

  private static final long LONGEST_PAUSE_NANOS = 5_000_000_000L;

  /** The part of what is left after which it is looked up: some ten times in three days. */
  private static final double LOOKED_UP_AFTER = 0.75;

  /** A read so shortly before the end would hardly be answered in time. */
  private static final long SHORTEST_LOOK_UP_PAUSE_NANOS = 100_000_000L;

  private final HeldLease held;
  private final RequestSender requests;
  private final Timing timing;
  private final double fraction;
  private final TroubleListeners troubles;
  private final SharedLeaseReads reads;
  private Timing.@Nullable Alarm alarm;
  private Timing.@Nullable Alarm deadlineAlarm;
  private long renewNanos;
  private long plannedTick;
  private int plannedCount = -1;
  private long deadlineNanos;
  private boolean renewable = true;
  private boolean refreshed;
  private boolean underWay;
  private boolean missed;
  private boolean stopped;

  LeaseUpkeep(HeldLease held, HeldLeases home, double fraction) {
    this.held = held;
    this.requests = home.requests();
    this.timing = home.timing();
    this.fraction = fraction;
    this.troubles = new TroubleListeners(held.leaseId(), home.listeners());
    this.reads = new SharedLeaseReads(home, held.leaseId());
  }

  TroubleListeners troubles() {
    return troubles;
  }

  SharedLeaseReads reads() {
    return reads;
  }

  synchronized void plan(Lease lease, long sentNanos, long deadlineNanos) {
    if (stopped) {
      return;
    }
    this.deadlineNanos = deadlineNanos;
    cancel(deadlineAlarm);
    deadlineAlarm = timing.at(deadlineNanos, held::isHeld);
    if (lease.getExpiresAtTick() != plannedTick || lease.getRenewalCount() != plannedCount) {
      // Planned anew only if the deadline has moved: heartbeats must not put a renewal off.
      renewNanos = sentNanos + renewAfter(lease);
      plannedTick = lease.getExpiresAtTick();
      plannedCount = lease.getRenewalCount();
    }
    if (!isKeptAlive(lease)) {
      planRead();
      return;
    }
    long next = mayRenew(lease) ? renewNanos : Long.MAX_VALUE;
    if (lease.hasHeartbeat()) {
      next = earlier(next, sentNanos + beatAfter(lease));
    }
    wakeAt(next);
  }

  private boolean isKeptAlive(Lease lease) {
    return fraction > 0 && (mayRenew(lease) || lease.hasHeartbeat());
  }

  private synchronized void planRead() {
    if (stopped) {
      return;
    }
    cancel(alarm);
    long nowNanos = timing.nanoTime();
    long pauseNanos = (long) ((deadlineNanos - nowNanos) * LOOKED_UP_AFTER);
    if (pauseNanos >= SHORTEST_LOOK_UP_PAUSE_NANOS) {
      alarm = timing.at(nowNanos + pauseNanos, this::read);
    }
  }

  /** A reply that tells of the lease plans the next; nobody is told of a failure. */
  private void read() {
    reads.ask(
        reply -> {
          if (reply.hasProblem()) {
            planRead();
          }
        },
        failure -> planRead());
  }

  synchronized void stop() {
    stopped = true;
    cancel(alarm);
    cancel(deadlineAlarm);
  }

  private boolean mayRenew(Lease lease) {
    return renewable
        && (lease.getMaxRenewals() < 0 || lease.getRenewalCount() < lease.getMaxRenewals());
  }

  private static long earlier(long a, long b) {
    return a == Long.MAX_VALUE || b - a < 0 ? b : a;
  }

  /**
   * A part of the ttl after a full renewal; if less is left, that part of it, so that a lease that
   * cannot gain more does not ask all the time.
   */
  private long renewAfter(Lease lease) {
    long left = Durations.nanos(lease.getRemaining());
    long ttl = Durations.nanos(lease.getTtl());
    return left <= ttl ? (long) (left * fraction) : left - (long) (ttl * (1 - fraction));
  }

  private long beatAfter(Lease lease) {
    return (long) (Durations.nanos(lease.getHeartbeatRemaining()) * fraction);
  }

  private void wakeAt(long nanos) {
    cancel(alarm);
    long soonest = timing.nanoTime() + SHORTEST_PAUSE_NANOS;
    alarm = timing.at(nanos - soonest < 0 ? soonest : nanos, this::due);
  }

  private static void cancel(Timing.@Nullable Alarm alarm) {
    if (alarm != null) {
      alarm.cancel();
    }
  }

  private void due() {
    Lease lease = held.lease();
    boolean renew;
    synchronized (this) {
      missed = underWay;
      if (stopped || underWay) {
        return;
      }
      renew = mayRenew(lease) && timing.nanoTime() - renewNanos >= 0;
      if (!renew && !lease.hasHeartbeat()) {
        // Nothing is due any more: the lease was extended, or renewed for the last time.
        if (mayRenew(lease)) {
          wakeAt(renewNanos);
        } else {
          planRead();
        }
        return;
      }
      underWay = true;
    }
    PendingRequest request = renew ? renewal() : heartbeat();
    request.whenHeldUp(trouble -> failed(trouble, renew));
    request.whenAnswered(
        (reply, sentNanos) -> {
          if (reply.hasProblem()) {
            refused(renew, reply.getProblem(), lease.getExpiresAtTick());
          } else {
            troubles.succeeded(renew);
            done();
          }
        },
        failure -> {
          failed(failure, renew);
          again();
        });
  }

  private void failed(Throwable failure, boolean renewal) {
    if (held.isHeld()) {
      troubles.failed(failure, renewal);
    }
  }

  private PendingRequest renewal() {
    String id = held.leaseId();
    return refreshed
        ? requests.refresh(RefreshLeaseRequest.newBuilder().setLeaseId(id).build())
        : requests.renew(RenewLeaseRequest.newBuilder().setLeaseId(id).build());
  }

  private PendingRequest heartbeat() {
    return requests.heartbeat(
        HeartbeatLeaseRequest.newBuilder().setLeaseId(held.leaseId()).build());
  }

  /**
   * The reply has planned the next already, unless a later request was answered before it and what
   * that one planned has come due meanwhile.
   */
  private synchronized void done() {
    underWay = false;
    if (missed && !stopped) {
      missed = false;
      wakeAt(timing.nanoTime());
    }
  }

  /**
   * Handles a refusal.
   *
   * @param knownTick the end of the lease that was known when the request was sent
   */
  private void refused(boolean renewal, Problem problem, long knownTick) {
    String code = problem.getCode();
    boolean never = code.equals("NOT_RENEWABLE") || code.equals("MAX_RENEWALS_EXCEEDED");
    synchronized (this) {
      if (renewal && never) {
        boolean hasMoney = !held.lease().getPool().isEmpty();
        renewable = hasMoney && !refreshed && code.equals("NOT_RENEWABLE");
        refreshed = true;
        if (renewable) {
          againAfter(0);
          return;
        }
      }
    }
    if (renewal && code.equals("RENEWAL_DOES_NOT_EXTEND")) {
      lookUpAfter(problem, knownTick);
    } else {
      refuse(renewal, problem);
    }
  }

  private void refuse(boolean renewal, Problem problem) {
    if (held.isHeld()) {
      troubles.refused(problem, renewal);
    }
    again();
  }

  /** An admin may have extended it beyond what a renewal gives: then there is no trouble. */
  private void lookUpAfter(Problem problem, long knownTick) {
    reads.ask(
        reply -> {
          if (!reply.hasProblem() && reply.getLease().getExpiresAtTick() > knownTick) {
            troubles.succeeded(true);
            done();
          } else {
            refuse(true, problem);
          }
        },
        failure -> {
          failed(failure, true);
          again();
        });
  }

  private synchronized void again() {
    againAfter((long) ((deadlineNanos - timing.nanoTime()) * fraction));
  }

  private void againAfter(long pauseNanos) {
    underWay = false;
    if (stopped) {
      return;
    }
    if (isKeptAlive(held.lease())) {
      wakeAt(timing.nanoTime() + Math.min(LONGEST_PAUSE_NANOS, pauseNanos));
    } else {
      planRead();
    }
  }
}
