package dev.leasehold.cli.run;

import dev.leasehold.api.v1.GetLeaseRequest;
import dev.leasehold.cli.acquire.Acquisition;
import dev.leasehold.cli.acquire.GivingUp;
import dev.leasehold.cli.remote.Api;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.client.ClientOptions;
import dev.leasehold.client.HeldLease;
import dev.leasehold.client.LeaseLostException;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.LeaseholdException;
import dev.leasehold.client.RefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The client that keeps the lease, connected before there is one: a short lease must not wait. */
record LeaseKeeper(LeaseholdClient client, Api api) implements AutoCloseable {

  /** Nobody waits longer for a server that may be gone when there is nothing left to protect. */
  private static final Duration FAREWELL = Duration.ofSeconds(3);

  /** A machine that is busy may take so long to start what keeps the lease. */
  private static final Duration SHORT = Duration.ofSeconds(5);

  /** No lease has this id. To ask for it opens the connection. */
  private static final String NONE = "none";

  static LeaseKeeper prepare(Api api, Grace grace) {
    ClientOptions.Builder options = Clients.options(api.endpoint()).safetyMargin(grace.margin());
    LeaseKeeper keeper = new LeaseKeeper(LeaseholdClient.connect(options.build()), api);
    CompletableFuture.runAsync(keeper::openConnection);
    return keeper;
  }

  private void openConnection() {
    client.async().get(GetLeaseRequest.newBuilder().setLeaseId(NONE).build());
  }

  /**
   * A lease that is kept.
   *
   * @param grantedNanos when its grant was known here
   */
  record Kept(HeldLease held, long grantedNanos) {}

  /**
   * Takes a lease and keeps it. One that is waited for and ran out before it could be kept is
   * waited for again, as long as the wait lasts.
   *
   * @param lasts how long it is held without a word, or null if that is the policy's to say
   */
  Kept take(Acquisition acquisition, @Nullable Duration lasts) throws IOException {
    while (true) {
      String leaseId = granted(acquisition, lasts);
      long grantedNanos = System.nanoTime();
      try {
        HeldLease held = client.keep(leaseId);
        EndWatch.begin(client, held);
        return new Kept(held, grantedNanos);
      } catch (LeaseholdException e) {
        giveUp(leaseId);
        if (!e.isRunOut() || !acquisition.goesOn()) {
          throw failure(e, lasts);
        }
      }
    }
  }

  private void giveUp(String leaseId) {
    try {
      GivingUp.release(api, leaseId);
    } catch (IOException ignored) {
      // It ends with its ttl.
    }
  }

  private static String granted(Acquisition acquisition, @Nullable Duration lasts)
      throws IOException {
    try {
      return acquisition.send().fields().text("leaseId");
    } catch (CallFailedException e) {
      if (e.exit() != Exit.ENDED) {
        throw e;
      }
      throw ended(String.valueOf(e.getMessage()), lasts);
    }
  }

  private static CallFailedException failure(LeaseholdException e, @Nullable Duration lasts) {
    String sentence = "the lease was granted and could not be kept: " + e.getMessage();
    return e instanceof RefusedException || e instanceof LeaseLostException
        ? ended(sentence, lasts)
        : new CallFailedException(Exit.UNAVAILABLE, sentence);
  }

  /** A lease that ends before it can be kept for the first time was asked for too short. */
  private static CallFailedException ended(String sentence, @Nullable Duration lasts) {
    return new CallFailedException(
        Exit.ENDED,
        lasts == null || lasts.compareTo(SHORT) >= 0
            ? sentence
            : "%s; a ttl or heartbeat of %d ms is too short for run: give it some seconds"
                .formatted(sentence, lasts.toMillis()));
  }

  @Override
  public void close() {
    CompletableFuture.runAsync(client::close)
        .completeOnTimeout(null, FAREWELL.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }
}
