package dev.leasehold.testing.process;

import dev.leasehold.node.persist.JournalDamagedException;
import dev.leasehold.node.tools.Verification;
import dev.leasehold.testing.process.load.Attempt;
import dev.leasehold.testing.process.load.Load;
import dev.leasehold.testing.process.load.MoneyLoad;
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.DataCopy;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * kill -9 at random points under load, again and again on one data directory. After every kill the
 * journal is read as the kill left it, and the next server is held to all that its predecessors
 * have told their clients.
 */
public final class KillRounds {

  /** About what a commit takes, so that the kill falls anywhere in one. */
  private static final int COMMIT_NANOS = 2_000_000;

  private final Path data;
  private final Random random;
  private final long seed;
  private final int mostAnswers;
  private final List<String> violations = new ArrayList<>();
  private @Nullable Load load;
  private @Nullable MoneyLoad money;
  private int kills;
  private long lastPosition;

  /**
   * @param mostAnswers that a server gives before it is killed
   */
  public KillRounds(Path data, long seed, int mostAnswers) {
    this.data = data;
    this.seed = seed;
    this.random = new Random(seed);
    this.mostAnswers = mostAnswers;
  }

  /** Starts a server, holds it to the past, and kills it under load. */
  public void killOnce() throws IOException, InterruptedException {
    try (ServerProcess server = ServerProcess.start(data)) {
      if (load == null) {
        load = new Load(server, seed);
        money = new MoneyLoad(server, seed);
      } else {
        check(server);
      }
      killUnderLoad(server);
    }
    kills++;
    checkJournal();
  }

  /** Starts the last server and holds it to the past. */
  public void end() throws IOException {
    try (ServerHere server = ServerHere.start(data)) {
      check(server);
    }
  }

  /** A sentence for everything that cannot be right. */
  public List<String> violations() {
    return List.copyOf(violations);
  }

  public List<Attempt> history() {
    return load == null ? List.of() : load.history();
  }

  /** How many times money was drawn, spent, reserved or returned, as far as clients know. */
  public long deals() {
    return money == null ? 0 : money.deals();
  }

  public long lastPosition() {
    return lastPosition;
  }

  /** Every other time the client kills that has just got an answer, the moment that it has it. */
  private void killUnderLoad(ServerProcess server) throws InterruptedException {
    int delayNanos = kills % 2 == 0 ? 0 : random.nextInt(COMMIT_NANOS);
    List<Thread> spenders = Objects.requireNonNull(money).start(server);
    Load.Run run =
        Objects.requireNonNull(load)
            .start(
                server,
                1 + random.nextInt(mostAnswers),
                () -> {
                  LockSupport.parkNanos(delayNanos);
                  server.kill();
                });
    run.awaitDone();
    run.awaitEnd();
    for (Thread spender : spenders) {
      spender.join();
    }
  }

  private void check(AskedServer server) throws IOException {
    Load leases = Objects.requireNonNull(load);
    MoneyLoad books = Objects.requireNonNull(money);
    note("as found", leases.violations(server));
    note("as found", books.violations(server));
    leases.settle(server);
    books.settle(server);
    note("after retries", leases.violations(server));
    note("after retries", books.violations(server));
  }

  /** Checks that the journal is whole, makes sense, and has not become shorter. */
  private void checkJournal() throws IOException {
    try (DataCopy copy = DataCopy.of(data)) {
      long position = Verification.of(copy.directory()).lastPosition();
      if (position < lastPosition) {
        note("journal", List.of("it ends at %d and had %d".formatted(position, lastPosition)));
      }
      lastPosition = position;
    } catch (JournalDamagedException e) {
      note("journal", List.of(String.valueOf(e.getMessage())));
    }
  }

  private void note(String when, List<String> sentences) {
    for (String sentence : sentences) {
      violations.add("seed %d, after kill %d, %s: %s".formatted(seed, kills, when, sentence));
    }
  }
}
