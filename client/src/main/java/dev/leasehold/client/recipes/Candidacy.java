package dev.leasehold.client.recipes;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.Loss;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A candidate that stands for {@linkplain LeaderElection election}, from a thread of its own, until
 * closed. To be closed before its client: without one it would go on trying in vain.
 */
public final class Candidacy implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Candidacy.class.getName());

  /** The pause between attempts that fail, for instance because the server is down. */
  private static final long PAUSE_MILLIS = 1_000;

  /** Somebody may release the office's lease itself, of which listeners of losses are not told. */
  private static final long LOOK_MILLIS = 1_000;

  private final LeaseholdClient client;
  private final AcquireRequest request;
  private final LeaderElection.Listener listener;
  private final Thread thread;
  private volatile @Nullable HeldLease office;
  private volatile CountDownLatch term = new CountDownLatch(1);
  private volatile boolean closed;

  private Candidacy(
      LeaseholdClient client, AcquireRequest request, LeaderElection.Listener listener) {
    this.client = client;
    this.request = request;
    this.listener = listener;
    this.thread = new Thread(this::run, "leasehold-candidate");
    thread.setDaemon(true);
  }

  static Candidacy begin(
      LeaseholdClient client, AcquireRequest request, LeaderElection.Listener listener) {
    Candidacy candidacy = new Candidacy(client, request, listener);
    candidacy.thread.start();
    return candidacy;
  }

  /** Whether this candidate is certainly the leader at this moment. */
  public boolean isLeader() {
    HeldLease lease = office;
    return lease != null && lease.isHeld();
  }

  /** The lease of the office, if this candidate is the leader. */
  public Optional<HeldLease> office() {
    HeldLease lease = office;
    return lease != null && lease.isHeld() ? Optional.of(lease) : Optional.empty();
  }

  /**
   * Lets go of the office, if this candidate has it, and goes to the end of the line; if nobody
   * else stands it is elected again. The listener is not told of what its own side has done.
   */
  public void resign() {
    HeldLease lease = office;
    if (lease != null) {
      lease.close();
      term.countDown();
    }
  }

  /**
   * Resigns and does not stand again. Interrupts a listener that is being told something, and
   * returns when it has returned; it is not called any more.
   */
  @Override
  public void close() {
    closed = true;
    resign();
    if (Thread.currentThread().equals(thread)) {
      return;
    }
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!closed) {
      try {
        serve(Turn.interruptibly(client, request));
      } catch (LeaseholdException e) {
        LOG.log(System.Logger.Level.WARNING, "{0}; the candidate goes on trying", e.getMessage());
        pause();
      } catch (InterruptedException e) {
        // Only close() interrupts this thread.
        return;
      }
    }
  }

  private void serve(HeldLease lease) throws InterruptedException {
    try (lease) {
      CountDownLatch over = new CountDownLatch(1);
      term = over;
      office = lease;
      lease.onLost(loss -> over.countDown());
      if (closed) {
        return;
      }
      tell(() -> listener.elected(lease));
      while (lease.isHeld() && !over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        // The candidate is still in office.
      }
      lease
          .loss()
          .filter(loss -> loss.cause() != Loss.Cause.RELEASED)
          .ifPresent(loss -> tell(() -> listener.deposed(loss)));
    } finally {
      office = null;
    }
  }

  private static void tell(Runnable news) {
    try {
      news.run();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "a listener of an election has failed", e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
