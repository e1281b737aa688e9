package dev.leasehold.testing.process;

import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.Loss;
import dev.leasehold.client.recipes.Candidacy;
import dev.leasehold.client.recipes.LeaderElection;
import dev.leasehold.client.recipes.LeaseLock;
import dev.leasehold.client.recipes.LeaseReadWriteLock;
import dev.leasehold.client.recipes.LeaseSemaphore;
import dev.leasehold.client.recipes.WorkList;
import dev.leasehold.client.work.WorkClaims;
import dev.leasehold.client.workflows.OwnedWorkflow;
import dev.leasehold.client.workflows.Workflows;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** The ways in which a Java program waits for its turn. */
enum TurnTaking {
  HELD_LEASE {
    @Override
    void take(LeaseholdClient client, Consumer<HeldLease> turn) {
      try (HeldLease lease =
          client
              .lease(SPACE)
              .path(what())
              .ttl(TTL)
              .session(UUID.randomUUID().toString())
              .waitAtMost(LONG)
              .hold()) {
        turn.accept(lease);
      }
    }
  },
  LOCK {
    @Override
    void take(LeaseholdClient client, Consumer<HeldLease> turn) {
      LeaseLock lock = LeaseLock.on(client, SPACE, what(), TTL);
      locked(lock, lock::lease, turn);
    }
  },
  /**
   * Its lease runs out before a program has noticed that the server is back, and lasts so long that
   * a program on a busy machine hears of it before that.
   */
  SHORT_LOCK {
    @Override
    void take(LeaseholdClient client, Consumer<HeldLease> turn) {
      LeaseLock lock = LeaseLock.on(client, SPACE, what(), Duration.ofSeconds(3));
      locked(lock, lock::lease, turn);
    }
  },
  WRITE_LOCK {
    @Override
    void take(LeaseholdClient client, Consumer<HeldLease> turn) {
      LeaseReadWriteLock lock = LeaseReadWriteLock.on(client, SPACE, what(), TTL);
      locked(lock.writeLock(), lock::lease, turn);
    }
  },
  SEMAPHORE {
    @Override
    int atATime() {
      return 2;
    }

    @Override
    void take(LeaseholdClient client, Consumer<HeldLease> turn) throws Exception {
      LeaseSemaphore semaphore = LeaseSemaphore.on(client, SPACE, what(), atATime()).withTtl(TTL);
      try (HeldLease permit = semaphore.acquire()) {
        turn.accept(permit);
      }
    }
  },
  LEADER {
    @Override
    void take(LeaseholdClient client, Consumer<HeldLease> turn) throws Exception {
      CompletableFuture<HeldLease> office = new CompletableFuture<>();
      LeaderElection.Listener listener =
          new LeaderElection.Listener() {
            @Override
            public void elected(HeldLease elected) {
              office.complete(elected);
            }

            @Override
            public void deposed(Loss why) {
              // The lease says so itself.
            }
          };
      try (Candidacy candidacy = LeaderElection.on(client, SPACE, what(), TTL).stand(listener)) {
        turn.accept(office.get());
      }
    }
  },
  WORK_LIST {
    @Override
    void take(LeaseholdClient client, Consumer<HeldLease> turn) {
      WorkClaims claims = WorkClaims.in(client, SPACE).withTtl(TTL);
      WorkList<String> list = WorkList.of(claims, item -> item, item -> true);
      while (!list.work(List.of(what()), (item, claim) -> turn.accept(claim))) {
        LockSupport.parkNanos(50_000_000);
      }
    }
  },
  /** All owners of one client are one to the server, so each client has one here. */
  WORKFLOW {
    @Override
    int programs() {
      return 2;
    }

    @Override
    void take(LeaseholdClient client, Consumer<HeldLease> turn) {
      try (OwnedWorkflow workflow = Workflows.in(client, SPACE).withTtl(TTL).own(what(), LONG)) {
        turn.accept(workflow.lease());
      }
    }
  };

  static final String SPACE = "demo";
  static final Duration TTL = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofMinutes(5);

  /** Waits, has the turn, and lets go. */
  abstract void take(LeaseholdClient client, Consumer<HeldLease> turn) throws Exception;

  /** How many may have their turn at the same time. */
  int atATime() {
    return 1;
  }

  /** How many wait for their turns. */
  int programs() {
    return atATime() + 3;
  }

  String what() {
    return "/" + name();
  }

  private interface LeaseOfThread {
    HeldLease lease();
  }

  private static void locked(Lock lock, LeaseOfThread lease, Consumer<HeldLease> turn) {
    lock.lock();
    try {
      turn.accept(lease.lease());
    } finally {
      try {
        lock.unlock();
      } catch (LeaseLostException e) {
        // The turn has ended with it.
      }
    }
  }
}
