package dev.leasehold.client;

import dev.leasehold.api.v1.AdvanceLeaseRequest;
import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ReleaseLeaseRequest;
import dev.leasehold.api.v1.RenewLeaseRequest;
import dev.leasehold.api.v1.StreamReply;
import dev.leasehold.api.v1.TransferLeaseRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A lease that is renewed in the background until it is closed or lost. Safe for threads.
 *
 * <p>It knows by itself how long it lasts. Each reply says what was left of the lease when it was
 * made, and that is counted from before its request was sent, less a {@linkplain
 * ClientOptions.Builder#safetyMargin margin}. So the lease counts as lost here before the server
 * could give it to another, also if the network is down or this process was stopped for a while. It
 * is lost at once when the server says that it has ended.
 *
 * <p>No check can rule out a pause between itself and what follows. Whatever must not be done by
 * two takes the {@link #fencingToken} along, and whoever is written to refuses a smaller one than
 * it has seen; {@link #ensureHeld} right before the effect makes that rare.
 *
 * <p>The clock is {@link System#nanoTime}. On most systems it stands still while the machine itself
 * sleeps, so after a sleep the lease may seem held until the first renewal is answered. The token
 * is what protects then.
 */
public final class HeldLease implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(HeldLease.class.getName());

  private final HeldLeases home;
  private final String leaseId;
  private final LeaseUpkeep upkeep;
  private final LossListeners listeners;
  private volatile Lease lease;
  private volatile long deadlineNanos;
  private volatile @Nullable Loss loss;
  private long newestSentNanos;
  private boolean releaseSent;

  HeldLease(HeldLeases home, Lease lease, long sentNanos, double renewalFraction) {
    this.home = home;
    this.leaseId = lease.getLeaseId();
    this.lease = lease;
    this.newestSentNanos = sentNanos;
    this.deadlineNanos = Deadline.of(lease, sentNanos, home.marginNanos());
    this.listeners = new LossListeners(home.listeners());
    this.upkeep = new LeaseUpkeep(this, home, renewalFraction);
  }

  public String leaseId() {
    return leaseId;
  }

  /** The newest state that the server has told of. */
  public Lease lease() {
    return lease;
  }

  /** Larger for every later grant of any lease: for the store or service that is written to. */
  public long fencingToken() {
    return lease.getFencingToken();
  }

  /** The tokens of the lease's ancestors, then its own. */
  public List<Long> fencePath() {
    return lease.getFencePathList();
  }

  /** How often what is leased has changed hands or was {@linkplain #advance advanced}. */
  public long epoch() {
    return lease.getEpoch();
  }

  /** Whether the lease is certainly held at this moment, and lasts at least a little longer. */
  public boolean isHeld() {
    if (loss == null && isPast()) {
      // Looked at again under the lock: a renewal may have been faster.
      lose(Losses.deadline(leaseId), this::isPast);
    }
    return loss == null;
  }

  private boolean isPast() {
    return home.timing().nanoTime() - deadlineNanos >= 0;
  }

  /** How long the lease is certainly held from now on, if nobody takes it away. */
  public Duration remaining() {
    return isHeld()
        ? Duration.ofNanos(Math.max(0, deadlineNanos - home.timing().nanoTime()))
        : Duration.ZERO;
  }

  /**
   * To be called right before an effect.
   *
   * @throws LeaseLostException if the lease is not held any more
   */
  public void ensureHeld() {
    if (!isHeld()) {
      throw new LeaseLostException(loss().orElseThrow());
    }
  }

  /**
   * To be called right before an effect that takes as long as given.
   *
   * @throws LeaseLostException if the lease is not held any more
   * @throws IllegalStateException if it is held for a shorter time
   */
  public void ensureHeldFor(Duration duration) {
    ensureHeld();
    Duration left = remaining();
    if (left.compareTo(duration) < 0) {
      throw new IllegalStateException(
          "lease " + leaseId + " is held for " + left + ", and " + duration + " is needed");
    }
  }

  /** The loss of the lease, with its cause; empty while it is held. */
  public Optional<Loss> loss() {
    return Optional.ofNullable(loss);
  }

  /**
   * Calls the listener once, as soon as the lease is lost, on a thread of its own; at once if it is
   * lost already. Not called if the holder itself lets go.
   */
  public void onLost(Consumer<Loss> listener) {
    listeners.add(listener);
  }

  /**
   * Calls the listener, on another thread, when a renewal in the background is refused or not
   * answered: once of each {@linkplain RenewalTrouble.Kind kind}, and once more when a renewal has
   * succeeded again. At once if there is such trouble now.
   */
  public void onRenewalTrouble(Consumer<RenewalTrouble> listener) {
    upkeep.troubles().add(listener);
  }

  /** Renews now, for the lease's own ttl; what is renewed in the background needs no call. */
  public Lease renew() {
    return Connection.await(
        home.requests()
            .renew(RenewLeaseRequest.newBuilder().setLeaseId(leaseId).build())
            .result(StreamReply::getLease));
  }

  /**
   * Adds one to the epoch, if nobody else has meanwhile.
   *
   * @return the new epoch
   */
  public long advance() {
    AdvanceLeaseRequest request =
        AdvanceLeaseRequest.newBuilder().setLeaseId(leaseId).setExpectedEpoch(epoch()).build();
    return Connection.await(home.requests().advance(request).result(StreamReply::getLease))
        .getEpoch();
  }

  /** Hands the lease on; it is not held here any more. Yields the new holder's lease. */
  public Lease transfer(String toHolder, String note) {
    TransferLeaseRequest request =
        TransferLeaseRequest.newBuilder()
            .setLeaseId(leaseId)
            .setToHolder(toHolder)
            .setNote(note)
            .build();
    return Connection.await(home.requests().transfer(request).result(StreamReply::getLease));
  }

  /** Lets go. It is not held any more from the moment of the call, whatever its outcome. */
  public Lease release(String reason) {
    return Connection.await(releaseAsync(reason, Duration.ZERO));
  }

  /**
   * Lets go and keeps others out for a while longer.
   *
   * @param reason {@code COMPLETED}, {@code ABORTED} or {@code VOLUNTARY}; the last if empty
   */
  public CompletableFuture<Lease> releaseAsync(String reason, Duration after) {
    letGo();
    synchronized (this) {
      releaseSent = true;
    }
    ReleaseLeaseRequest.Builder request =
        ReleaseLeaseRequest.newBuilder().setLeaseId(leaseId).setReason(reason);
    if (!after.isZero()) {
      request.setAfter(Durations.toWire(after));
    }
    return home.requests().release(request.build()).result(StreamReply::getLease);
  }

  /**
   * Lets go if the lease is still held, and waits until the server knows or does not answer in
   * time. A second call does nothing. Never fails: a lease that could not be released ends with its
   * ttl.
   */
  @Override
  public void close() {
    boolean wasHeld = isHeld();
    CompletableFuture<Void> released = releaseQuietly();
    if (wasHeld && !Threads.isOwn(Thread.currentThread())) {
      try {
        Connection.await(released);
      } catch (OutcomeUnknownException e) {
        // Interrupted, and marked so: the release is on its way all the same.
        LOG.log(System.Logger.Level.DEBUG, "not waited for the release of " + leaseId, e);
      }
    }
  }

  /**
   * Releases it unless that was done or the server has said that it has ended: after a deadline of
   * its own the lease may live on, and a renewal without an answer may have prolonged it.
   */
  CompletableFuture<Void> releaseQuietly() {
    letGo();
    Loss.Cause cause = loss().orElseThrow().cause();
    synchronized (this) {
      boolean over =
          cause != Loss.Cause.RELEASED
              && cause != Loss.Cause.DEADLINE
              && cause != Loss.Cause.CLIENT_CLOSED;
      if (releaseSent || over) {
        return CompletableFuture.completedFuture(null);
      }
    }
    return releaseAsync("", Duration.ZERO)
        .<Void>handle(
            (released, failure) -> {
              if (failure != null) {
                LOG.log(
                    System.Logger.Level.DEBUG,
                    "lease {0} ends with its ttl: {1}",
                    leaseId,
                    failure);
              }
              return null;
            });
  }

  /** The holder has ended it, here or by a request of its own. */
  void letGo() {
    lose(Losses.released(leaseId));
  }

  /** Takes the lease as the server told it in reply to a request that was sent at that time. */
  void update(Lease newer, long sentNanos) {
    if (newer.getState() != Lease.State.ACTIVE) {
      lose(Losses.from(newer));
      return;
    }
    synchronized (this) {
      if (loss != null) {
        return;
      }
      boolean older =
          newer.getFencingToken() < lease.getFencingToken()
              || newer.getEpoch() < lease.getEpoch()
              || newer.getRenewalCount() < lease.getRenewalCount();
      if (!older) {
        lease = newer;
      }
      if (sentNanos - newestSentNanos >= 0) {
        newestSentNanos = sentNanos;
        deadlineNanos = Deadline.of(newer, sentNanos, home.marginNanos());
        upkeep.plan(newer, sentNanos, deadlineNanos);
      }
    }
  }

  /** An admin has extended it; how long it lasts now is asked. */
  void extended(String noticeId) {
    if (loss == null) {
      upkeep.reads().noticed(noticeId);
    }
  }

  /** Returns whether it was held until now. */
  boolean lose(Loss why) {
    return lose(why, () -> true);
  }

  private boolean lose(Loss why, BooleanSupplier condition) {
    synchronized (this) {
      if (loss != null || !condition.getAsBoolean()) {
        return false;
      }
      loss = why;
      upkeep.stop();
    }
    home.forget(this);
    listeners.tell(why);
    return true;
  }

  @Override
  public String toString() {
    Loss why = loss;
    return "lease " + leaseId + (why == null ? ", held" : ", " + why.cause());
  }
}
