package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.LeaseView;
import dev.leasehold.testing.process.server.RunningProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients that acquire, renew and release in one small space, and write down what they were told.
 * They outlive the server: start them again on the next one.
 */
public final class Load {

  private static final int CLIENTS = 8;

  /** So that a run ends also if nobody ends it. */
  private static final int MAX_REQUESTS_PER_RUN = 5_000;

  private final List<LoadClient> clients = new ArrayList<>();
  private final Queue<Attempt> history = new ConcurrentLinkedQueue<>();

  /** Issues the clients' tokens. */
  public Load(AskedServer server, long seed) throws IOException {
    Api admin = server.admin();
    for (int i = 0; i < CLIENTS; i++) {
      String name = "client-" + i;
      clients.add(new LoadClient(name, admin.tokenFor(name), seed + i));
    }
  }

  /** All requests of the clients so far, with their outcomes. */
  public List<Attempt> history() {
    return List.copyOf(history);
  }

  /** Sends again what got no answer from the last server. */
  public void settle(AskedServer server) {
    for (LoadClient client : clients) {
      history.addAll(client.settle(server.as(client.token())));
    }
  }

  /** Checks all leases of the load against the history; returns a sentence for each violation. */
  public List<String> violations(AskedServer server) throws IOException {
    return violations(server.admin(), history());
  }

  /** All leases of the load, held against another version of the history. */
  public static List<String> violations(Api admin, List<Attempt> history) throws IOException {
    List<LeaseView> leases = admin.everyLease(Request.SPACE);
    return HistoryChecker.check(history, leases, System.nanoTime());
  }

  /** Runs until the server does not answer, or until it is told to end. */
  public Run start(AskedServer server, int awaitedAnswers) {
    return start(server, awaitedAnswers, () -> {});
  }

  /**
   * Runs until the server does not answer, or until it is told to end.
   *
   * @param atLast runs at once in the client that gets the last of the awaited answers
   */
  public Run start(AskedServer server, int awaitedAnswers, Runnable atLast) {
    return new Run(server, awaitedAnswers, atLast);
  }

  /** The clients at work. */
  public final class Run {

    private final AtomicInteger awaited;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Runnable atLast;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;

    private Run(AskedServer server, int awaitedAnswers, Runnable atLast) {
      this.awaited = new AtomicInteger(awaitedAnswers);
      this.atLast = atLast;
      for (LoadClient client : clients) {
        Api api = server.as(client.token());
        threads.add(Thread.ofPlatform().daemon().start(() -> work(client, api)));
      }
    }

    private void work(LoadClient client, Api api) {
      for (int i = 0; i < MAX_REQUESTS_PER_RUN && !ended; i++) {
        Attempt attempt = client.step(api);
        if (attempt.isDone() && awaited.decrementAndGet() == 0) {
          atLast.run();
          done.countDown();
        }
        history.add(attempt);
        if (attempt.isUnknown()) {
          return;
        }
      }
    }

    /** Waits until so many requests as was said have been done. */
    public void awaitDone() throws InterruptedException {
      int before = awaited.get();
      while (!done.await(RunningProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        if (awaited.get() == before) {
          throw new IllegalStateException("nobody answers, and " + before + " were to come");
        }
        before = awaited.get();
      }
    }

    /** Lets the clients finish what they are at. */
    public void end() throws InterruptedException {
      ended = true;
      awaitEnd();
    }

    /** Waits until all clients have stopped. */
    public void awaitEnd() throws InterruptedException {
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }
}
