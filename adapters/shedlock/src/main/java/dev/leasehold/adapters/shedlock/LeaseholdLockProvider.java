package dev.leasehold.adapters.shedlock;

import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.PathSegments;
import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * Locks of ShedLock as leases: one lease for each name, in a space of its own.
 *
 * <pre>{@code
 * LeaseholdClient client = LeaseholdClient.connect("127.0.0.1:7420", token);
 * LockProvider provider = new LeaseholdLockProvider(client);
 * }</pre>
 *
 * <p>{@code lockAtMostFor} is the lease's ttl. {@code lockAtLeastFor} is kept by the server, also
 * if this program ends right after {@code unlock}. A lock is not renewed by itself: it ends with
 * its ttl unless it is extended, as ShedLock wants it; wrap this in ShedLock's {@code
 * KeepAliveLockProvider} for tasks of unknown length. Clocks need not agree.
 *
 * <p>A name is one segment of the lease's path, written as {@link PathSegments} says.
 *
 * <p>That others have the lock is no failure. If it cannot be known whether the lock was got,
 * extended or given back, or the server refuses for another reason, that is a {@link
 * LockException}. A lock that was granted and nobody could be told of is given back.
 *
 * <p>The client is the caller's to close. Safe for threads.
 */
public final class LeaseholdLockProvider implements ExtensibleLockProvider {

  /** The space of the locks unless another is named. */
  public static final String DEFAULT_SPACE = "shedlock";

  /** Exclusive, of any ttl, renewed as often as wanted. */
  private static final String POLICY = "work";

  /**
   * A shorter lock is over before the reply that grants it is here, and keeps nobody out of
   * anything: ShedLock's suites have one, and want it granted. A longer one that is over means that
   * the server or this process stood still, and its task must not run.
   */
  private static final Duration SHORT = Duration.ofMillis(10);

  private final LeaseholdClient client;
  private final String space;

  public LeaseholdLockProvider(LeaseholdClient client) {
    this(client, DEFAULT_SPACE);
  }

  public LeaseholdLockProvider(LeaseholdClient client, String space) {
    this.client = client;
    this.space = space;
  }

  @Override
  public Optional<SimpleLock> lock(LockConfiguration configuration) {
    long askedNanos = System.nanoTime();
    try {
      Optional<HeldLease> lease =
          client
              .lease(space)
              .policy(POLICY)
              .path(pathOf(configuration.getName()))
              .ttl(configuration.getLockAtMostFor())
              .withoutRenewal()
              .tryHold();
      return lease.map(held -> new LeaseLock(client, held, configuration, askedNanos));
    } catch (LeaseholdException e) {
      if (e instanceof LeaseLostException || e.isRunOut()) {
        return configuration.getLockAtMostFor().compareTo(SHORT) < 0
            ? Optional.of(new OverLock(configuration))
            : Optional.empty();
      }
      throw new LockException("Could not lock " + configuration.getName(), e);
    }
  }

  static String pathOf(String name) {
    return "/" + PathSegments.of(name);
  }

  @Override
  public String toString() {
    return "locks in the space " + space;
  }
}
