package dev.leasehold.client.recipes;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.api.v1.Conflict;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseFinder;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.Loss;
import java.time.Duration;
import java.util.Optional;

/**
 * Chooses one of several programs, and another when that one is gone.
 *
 * <pre>{@code
 * LeaderElection election = LeaderElection.on(client, "scheduler", "/leader");
 * try (Candidacy candidacy = election.stand(
 *     new LeaderElection.Listener() {
 *       public void elected(HeldLease office) {
 *         scheduler.start(office);
 *       }
 *
 *       public void deposed(Loss why) {
 *         scheduler.stop();
 *       }
 *     })) {
 *   ...
 * }
 * }</pre>
 *
 * <p>The leader is whoever holds the lease on the election's path; candidates wait in line for it.
 * At no time are there two leases. There may be two programs that act as leader all the same, if
 * one was paused and has not noticed yet: before each effect {@code office.ensureHeld()}, and the
 * fencing token of the office with whatever must not be done by two.
 */
public final class LeaderElection {

  /** A listener, told what becomes of a candidate: one call after the other, on one thread. */
  public interface Listener {

    /**
     * The candidate is the leader now. To be quick, because nothing else is told meanwhile: what
     * the leader does all the time belongs on another thread.
     */
    void elected(HeldLease office);

    /** The candidate is not the leader any more, and did not resign: stop at once. */
    void deposed(Loss why);
  }

  private final LeaseholdClient client;
  private final AcquireRequest request;

  private LeaderElection(LeaseholdClient client, AcquireRequest request) {
    this.client = client;
    this.request = request;
  }

  /** An election that has a new leader at the latest 30 seconds after the last one has died. */
  public static LeaderElection on(LeaseholdClient client, String space, String path) {
    return on(client, space, path, Turn.TTL);
  }

  /** An election that has a new leader at the latest this long after the last one has died. */
  public static LeaderElection on(LeaseholdClient client, String space, String path, Duration ttl) {
    return new LeaderElection(
        client, client.lease(space).path(LeaseFinder.rooted(path)).ttl(ttl).request());
  }

  /**
   * Waits until the caller is the leader, once. To close the lease is to resign; {@link
   * HeldLease#onLost} tells of being deposed.
   */
  public HeldLease campaign() throws InterruptedException {
    return Turn.interruptibly(client, candidate());
  }

  /** Becomes the leader if there is none and nobody stands. */
  public Optional<HeldLease> tryCampaign() {
    return Turn.now(client, candidate());
  }

  /** Stands for election in the background, and again after each loss, until closed. */
  public Candidacy stand(Listener listener) {
    return Candidacy.begin(client, candidate(), listener);
  }

  /** The present leader; empty if there is none. Everybody may ask. */
  public Optional<Conflict> leader() {
    return LeaseFinder.holderOf(client, request.getSpace(), request.getPaths(0));
  }

  /** Candidates may share a token, so each has a session of its own. */
  private AcquireRequest candidate() {
    return request.toBuilder().setSession(Sessions.fresh()).build();
  }

  @Override
  public String toString() {
    return "election on " + request.getPaths(0) + " in " + request.getSpace();
  }
}
