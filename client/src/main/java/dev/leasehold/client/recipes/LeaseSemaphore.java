package dev.leasehold.client.recipes;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseFinder;
import dev.leasehold.client.LeaseholdClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Lets a limited number of users in at a time, in any number of programs.
 *
 * <pre>{@code
 * LeaseSemaphore connections = LeaseSemaphore.on(client, "billing", "/connections", 5);
 * try (HeldLease permit = connections.acquire()) {
 *   ...
 * }
 * }</pre>
 *
 * <p>Each permit is a path of its own below the semaphore's, {@code /connections/permits/1} and so
 * on, and having a permit is a lease on it. So there are never more permits out than there are
 * paths, whatever crashes, and a permit that its user lost has a smaller fencing token than the
 * next user's on the same path. All programs must give the same number; with different ones the
 * largest counts.
 *
 * <p>Fair: whoever waits stands in line before a gate, {@code /connections/gate}, and only the
 * first in line waits for the permits, for whichever is free first. If a program dies there, the
 * line moves on when its lease on the gate is over, within seconds. {@link #tryAcquire()} does not
 * stand in line and takes a permit that nobody waits for.
 *
 * <p>Permits belong to whoever has the {@link HeldLease}, not to a thread. A thread that acquires
 * all permits and one more waits for ever, as with {@link java.util.concurrent.Semaphore}.
 */
public final class LeaseSemaphore {

  /** Each of those who wait at the gate asks for all of them. */
  private static final int MAX_PERMITS = 100;

  private static final Duration GATE_TTL = Duration.ofSeconds(10);

  private final LeaseholdClient client;
  private final String space;
  private final String path;
  private final int permits;
  private final Duration ttl;

  private LeaseSemaphore(
      LeaseholdClient client, String space, String path, int permits, Duration ttl) {
    if (permits < 1 || permits > MAX_PERMITS) {
      throw new IllegalArgumentException(
          "a semaphore has 1 to " + MAX_PERMITS + " permits: " + permits);
    }
    this.client = client;
    this.space = space;
    this.path = LeaseFinder.rooted(path);
    this.permits = permits;
    this.ttl = ttl;
  }

  /** A semaphore whose permits are free at the latest 30 seconds after their user has died. */
  public static LeaseSemaphore on(LeaseholdClient client, String space, String path, int permits) {
    return new LeaseSemaphore(client, space, path, permits, Turn.TTL);
  }

  /** A semaphore whose permits are free at the latest this long after their user has died. */
  public LeaseSemaphore withTtl(Duration newTtl) {
    return new LeaseSemaphore(client, space, path, permits, newTtl);
  }

  /** Waits for a permit, as long as it takes. */
  public HeldLease acquire() throws InterruptedException {
    return acquire(Long.MAX_VALUE).orElseThrow();
  }

  /** Waits for a permit, at most so long. */
  public Optional<HeldLease> tryAcquire(Duration wait) throws InterruptedException {
    return acquire(wait.toNanos());
  }

  /** Takes a permit that is free and that nobody waits for. */
  public Optional<HeldLease> tryAcquire() {
    return free(Sessions.fresh());
  }

  private Optional<HeldLease> acquire(long waitNanos) throws InterruptedException {
    long beginNanos = System.nanoTime();
    String session = Sessions.fresh();
    AcquireRequest gate =
        client.lease(space).path(path + "/gate").ttl(GATE_TTL).session(session).request();
    Optional<HeldLease> first = Turn.within(client, gate, waitNanos);
    if (first.isEmpty()) {
      return Optional.empty();
    }
    HeldLease atGate = first.get();
    try {
      Optional<HeldLease> permit = free(session);
      return permit.isPresent()
          ? permit
          : next(session, waitNanos - (System.nanoTime() - beginNanos));
    } finally {
      Turn.giveBack(atGate);
    }
  }

  /** Begins anywhere, so that those who come at the same time do not all try the same. */
  private Optional<HeldLease> free(String session) {
    int begin = ThreadLocalRandom.current().nextInt(permits);
    for (int i = 0; i < permits; i++) {
      Optional<HeldLease> permit = Turn.now(client, permit((begin + i) % permits, session));
      if (permit.isPresent()) {
        return permit;
      }
    }
    return Optional.empty();
  }

  private Optional<HeldLease> next(String session, long waitNanos) throws InterruptedException {
    List<AcquireRequest> all =
        IntStream.range(0, permits).mapToObj(number -> permit(number, session)).toList();
    return Turn.first(client, all, waitNanos);
  }

  private AcquireRequest permit(int number, String session) {
    return client
        .lease(space)
        .path(path + "/permits/" + (number + 1))
        .ttl(ttl)
        .session(session)
        .request();
  }

  @Override
  public String toString() {
    return "semaphore on " + path + " in " + space + " with " + permits + " permits";
  }
}
