package dev.leasehold.client.recipes;

import dev.leasehold.api.v1.AcquireRequest;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.NotSentException;
import dev.leasehold.client.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a lease in the server's queue, longer than one request may, and gives up cleanly when
 * interrupted.
 */
final class Turn {

  private static final System.Logger LOG = System.getLogger(Turn.class.getName());

  /** How soon others have their turn when the one who has it dies, unless told otherwise. */
  static final Duration TTL = Duration.ofSeconds(30);

  /** The server keeps nobody in line for longer than an hour. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(59);

  private static final long LONGEST_WAIT_NANOS = LONGEST_WAIT.toNanos();

  /** Below this a wait would be over before the request has arrived. */
  private static final long SHORTEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A ttl that has run out so often on the way is too short for this network or server. */
  private static final int MOST_ATTEMPTS = 3;

  private Turn() {}

  /** Waits for the turn as long as it takes; an interrupt is kept for later. */
  static HeldLease uninterruptibly(LeaseholdClient client, AcquireRequest request) {
    while (true) {
      try {
        return undisturbed(() -> joined(ask(client, request, LONGEST_WAIT_NANOS)));
      } catch (LeaseholdException e) {
        keepTrying(e);
      }
    }
  }

  /** Waits for the turn as long as it takes, or until interrupted. */
  static HeldLease interruptibly(LeaseholdClient client, AcquireRequest request)
      throws InterruptedException {
    while (true) {
      try {
        return got(ask(client, request, LONGEST_WAIT_NANOS));
      } catch (LeaseholdException e) {
        keepTrying(e);
      }
    }
  }

  /** Takes the turn at once or not at all. */
  static Optional<HeldLease> now(LeaseholdClient client, AcquireRequest request) {
    return unlessRunOut(
        () -> {
          try {
            return Optional.of(undisturbed(() -> joined(ask(client, request, 0))));
          } catch (RefusedException e) {
            return emptyIfTaken(e);
          }
        });
  }

  /** Asks again, but not for ever, for what ran out before its grant was known here. */
  static Optional<HeldLease> unlessRunOut(Supplier<Optional<HeldLease>> asking) {
    for (int attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        return asking.get();
      } catch (LeaseholdException e) {
        if (!e.isRunOut()) {
          throw e;
        }
      }
    }
    return asking.get();
  }

  /** Waits for the turn within the time, or until interrupted. */
  static Optional<HeldLease> within(LeaseholdClient client, AcquireRequest request, long waitNanos)
      throws InterruptedException {
    long beginNanos = System.nanoTime();
    long leftNanos = waitNanos;
    while (leftNanos >= SHORTEST_WAIT_NANOS) {
      try {
        return Optional.of(got(ask(client, request, Math.min(leftNanos, LONGEST_WAIT_NANOS))));
      } catch (LeaseholdException e) {
        keepTrying(e);
        if (!e.isRunOut() && leftNanos <= LONGEST_WAIT_NANOS) {
          return Optional.empty();
        }
      }
      leftNanos = waitNanos - (System.nanoTime() - beginNanos);
    }
    return now(client, request);
  }

  /**
   * Takes the first of several that is granted within the time; what else is granted is given back.
   * The others are given up, also when interrupted.
   */
  static Optional<HeldLease> first(
      LeaseholdClient client, List<AcquireRequest> requests, long waitNanos)
      throws InterruptedException {
    long beginNanos = System.nanoTime();
    long leftNanos = waitNanos;
    while (leftNanos >= SHORTEST_WAIT_NANOS) {
      try {
        return Optional.of(firstOf(client, requests, Math.min(leftNanos, LONGEST_WAIT_NANOS)));
      } catch (LeaseholdException e) {
        keepTrying(e);
        if (!e.isRunOut() && leftNanos <= LONGEST_WAIT_NANOS) {
          return Optional.empty();
        }
      }
      leftNanos = waitNanos - (System.nanoTime() - beginNanos);
    }
    return Optional.empty();
  }

  private static HeldLease firstOf(
      LeaseholdClient client, List<AcquireRequest> requests, long waitNanos)
      throws InterruptedException {
    CompletableFuture<HeldLease> first = new CompletableFuture<>();
    AtomicInteger open = new AtomicInteger(requests.size());
    List<CompletableFuture<HeldLease>> asked = new ArrayList<>();
    try {
      for (AcquireRequest request : requests) {
        CompletableFuture<HeldLease> granted = ask(client, request, waitNanos);
        asked.add(granted);
        granted.whenComplete(
            (lease, failure) -> {
              if (failure == null && !first.complete(lease)) {
                lease.close();
              } else if (failure != null && open.decrementAndGet() == 0) {
                first.completeExceptionally(failure);
              }
            });
      }
      return got(first);
    } finally {
      asked.forEach(granted -> granted.cancel(false));
    }
  }

  /**
   * Lets go and waits for it, also with an interrupt pending; if it fails the ttl ends the lease.
   */
  static void giveBack(HeldLease lease) {
    try {
      undisturbed(
          () -> {
            lease.close();
            return lease;
          });
    } catch (LeaseholdException e) {
      LOG.log(System.Logger.Level.DEBUG, "{0} ends with its ttl: {1}", lease, e.getMessage());
    }
  }

  /** Runs the task with interrupts put aside, and again if one kept a request from being sent. */
  private static <T> T undisturbed(Supplier<T> task) {
    boolean interrupted = false;
    try {
      while (true) {
        interrupted |= Thread.interrupted();
        try {
          return task.get();
        } catch (NotSentException e) {
          if (!Thread.interrupted()) {
            throw e;
          }
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static CompletableFuture<HeldLease> ask(
      LeaseholdClient client, AcquireRequest request, long waitNanos) {
    return client.lease(request).waitAtMost(Duration.ofNanos(waitNanos)).holdAsync();
  }

  /** The outcome of a wait; whoever is interrupted gives up, and what is granted is given back. */
  private static <T> T got(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      future.cancel(false);
      throw e;
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
  }

  private static <T> T joined(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw failure(e.getCause());
    }
  }

  private static RuntimeException failure(@Nullable Throwable cause) {
    if (cause instanceof LeaseholdException failure) {
      // The failure was made on another thread; its reader wants the stack of the caller.
      failure.fillInStackTrace();
      return failure;
    }
    return new CompletionException(cause);
  }

  /** Two ends of a wait are no reason to stop asking: one's time in line, and a lease run out. */
  private static void keepTrying(LeaseholdException failure) {
    boolean timedOut =
        failure instanceof RefusedException refusal && refusal.code().equals("ACQUISITION_TIMEOUT");
    if (!timedOut && !failure.isRunOut()) {
      throw failure;
    }
  }

  private static Optional<HeldLease> emptyIfTaken(RefusedException refusal) {
    if (refusal.isTaken()) {
      return Optional.empty();
    }
    throw refusal;
  }
}
