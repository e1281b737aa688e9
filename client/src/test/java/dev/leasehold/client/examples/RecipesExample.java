package dev.leasehold.client.examples;

import dev.leasehold.api.v1.Conflict;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.Loss;
import dev.leasehold.client.recipes.Candidacy;
import dev.leasehold.client.recipes.LeaderElection;
import dev.leasehold.client.recipes.LeaseLock;
import dev.leasehold.client.recipes.LeaseReadWriteLock;
import dev.leasehold.client.recipes.LeaseSemaphore;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Well-known ways to coordinate. */
final class RecipesExample {

  private RecipesExample() {}

  static void lock(LeaseholdClient client, LongConsumer write) {
    LeaseLock lock = LeaseLock.on(client, "reports", "/monthly");
    lock.lock();
    try {
      lock.lease().ensureHeld(); // before each effect
      write.accept(lock.lease().fencingToken());
    } finally {
      lock.unlock();
    }
  }

  static String read(LeaseholdClient client, Supplier<String> prices) {
    LeaseReadWriteLock lock = LeaseReadWriteLock.on(client, "catalogue", "/prices");
    lock.readLock().lock();
    try {
      return prices.get();
    } finally {
      lock.readLock().unlock();
    }
  }

  static void limit(LeaseholdClient client, Runnable query) throws InterruptedException {
    LeaseSemaphore connections = LeaseSemaphore.on(client, "billing", "/connections", 5);
    try (HeldLease permit = connections.acquire()) {
      permit.ensureHeld();
      query.run();
    }
  }

  static Candidacy lead(LeaseholdClient client, Consumer<HeldLease> start, Runnable stop) {
    LeaderElection.Listener listener =
        new LeaderElection.Listener() {
          @Override
          public void elected(HeldLease office) {
            start.accept(office);
          }

          @Override
          public void deposed(Loss why) {
            stop.run();
          }
        };
    LeaderElection election = LeaderElection.on(client, "scheduler", "/leader");
    Candidacy candidacy = election.stand(listener); // told elected(office) and deposed(why)
    return candidacy;
  }

  static boolean leadOnce(LeaseholdClient client) throws InterruptedException {
    LeaderElection election = LeaderElection.on(client, "scheduler", "/leader");
    try (HeldLease won = campaigned(election)) {
      Optional<Conflict> leader = election.leader(); // for those who only want to know
      return leader.orElseThrow().getLeaseId().equals(won.leaseId());
    }
  }

  private static HeldLease campaigned(LeaderElection election) throws InterruptedException {
    HeldLease office = election.campaign(); // or once, and blocking
    return office;
  }
}
