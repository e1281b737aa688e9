package dev.leasehold.testing.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Clients that acquire, renew and release in one small space, and write down what they were told.
 * They outlive the server: start them again on the next one.
 */
public final class Load {

  private static final int CLIENTS = 8;

  /** So that a run ends also if nobody ends it. */
  private static final int MAX_REQUESTS_PER_RUN = 20_000;

  private final List<LoadClient> clients = new ArrayList<>();
  private final Queue<Attempt> history = new ConcurrentLinkedQueue<>();

  /** Issues the clients' tokens. */
  public Load(ServerProcess server, long seed) throws IOException {
    Api admin = server.admin();
    for (int i = 0; i < CLIENTS; i++) {
      String name = "client-" + i;
      clients.add(new LoadClient(name, admin.tokenFor(name), seed + i));
    }
  }

  /** What all clients have done so far. */
  public List<Attempt> history() {
    return List.copyOf(history);
  }

  /** Sends again what got no answer from the last server. */
  public void settle(ServerProcess server) {
    for (LoadClient client : clients) {
      history.addAll(client.settle(server.as(client.token())));
    }
  }

  /** All leases of the load, held against the history. */
  public List<String> violations(ServerProcess server) throws IOException {
    return violations(server, history());
  }

  /** All leases of the load, held against another version of the history. */
  public static List<String> violations(ServerProcess server, List<Attempt> history)
      throws IOException {
    List<LeaseView> leases = server.admin().everyLease(Request.SPACE);
    return HistoryChecker.check(history, leases, System.nanoTime());
  }

  /** Runs until the server does not answer, or until it is told to end. */
  public Run start(ServerProcess server, int awaitedAnswers) {
    return new Run(server, awaitedAnswers);
  }

  /** The clients at work. */
  public final class Run {

    private final CountDownLatch done;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended; private final ServerProcess server0;

    private Run(ServerProcess server, int awaitedAnswers) {
      done = new CountDownLatch(awaitedAnswers); server0 = server;
      for (LoadClient client : clients) {
        Api api = server.as(client.token());
        threads.add(Thread.ofPlatform().daemon().start(() -> work(client, api)));
      }
    }

    private void work(LoadClient client, Api api) {
      for (int i = 0; i < MAX_REQUESTS_PER_RUN && !ended; i++) {
        Attempt attempt = client.step(api);
        history.add(attempt);
        if (attempt.isUnknown()) {
          return;
        }
        if (attempt.outcome() instanceof Outcome.Done) {
          done.countDown();
        }
      }
    }

    /** Waits until so many requests as was said have been done. */
    public void awaitDone() throws InterruptedException {
      if (!done.await(RunningProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        try { server0.process().signal("QUIT"); Thread.sleep(3000); java.nio.file.Files.writeString(java.nio.file.Path.of("/tmp/pt/hang.txt"), server0.process().output() + "\n=====\n" + server0.process().errors() + "\n===\n" + history.stream().skip(Math.max(0, history.size() - 200)).map(Object::toString).collect(java.util.stream.Collectors.joining("\n")) + "\n" + threads.stream().map(t -> t + " " + t.getState() + java.util.Arrays.toString(t.getStackTrace())).collect(java.util.stream.Collectors.joining("\n"))); } catch (Exception e) { e.printStackTrace(); }
        throw new IllegalStateException(done.getCount() + " requests short: nobody answers");
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
