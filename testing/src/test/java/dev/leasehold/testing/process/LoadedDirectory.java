package dev.leasehold.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.leasehold.testing.process.load.Attempt;
import dev.leasehold.testing.process.load.Load;
import dev.leasehold.testing.process.load.Request;
import dev.leasehold.testing.process.server.AskedServer;
import dev.leasehold.testing.process.server.DataCopy;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A data directory as a kill under load or a stop after it has left it, to be copied and damaged.
 */
final class LoadedDirectory {

  private static final int ANSWERS = 400;

  private final Path directory;
  private final List<Attempt> history;

  private LoadedDirectory(Path directory, List<Attempt> history) {
    this.directory = directory;
    this.history = history;
  }

  static LoadedDirectory killed(Path directory, long seed) throws Exception {
    try (ServerProcess server = ServerProcess.start(directory)) {
      Load load = new Load(server, seed);
      Load.Run run = load.start(server, ANSWERS);
      run.awaitDone();
      server.kill();
      run.awaitEnd();
      return new LoadedDirectory(directory, load.history());
    }
  }

  static LoadedDirectory stopped(Path directory, long seed) throws Exception {
    try (ServerHere server = ServerHere.start(directory)) {
      Load load = new Load(server, seed);
      Load.Run run = load.start(server, ANSWERS);
      run.awaitDone();
      run.end();
      return new LoadedDirectory(directory, load.history());
    }
  }

  Path copyTo(Path target) throws IOException {
    return DataCopy.copy(directory, target);
  }

  /** The same without its tables: a block that was never whole is in none. */
  Path copyWithoutTables(Path target) throws IOException {
    Path copy = copyTo(target);
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(copy.resolve("leasehold.db" + suffix));
    }
    return copy;
  }

  /** A server starts on the damaged copy, and everything that was answered is there. */
  void assertNothingIsLost(Path damaged) throws Exception {
    assertRecovers(damaged, history);
  }

  /** The same, and the server is killed afterwards, so that the next one finds what it left. */
  void assertNothingIsLostBeforeAKill(Path damaged) throws Exception {
    try (ServerProcess server = ServerProcess.start(damaged)) {
      assertNothingIsLost(server, history);
    }
  }

  /**
   * A server starts on the damaged copy, and everything that was answered is there, but for the
   * last block: its answers could not have left if the damage had been there when it was written.
   */
  void assertAtMostTheLastBlockIsLost(Path damaged, Path scratch) throws Exception {
    List<JournalRows.Row> before = rows(copyTo(scratch.resolve("before")));
    List<JournalRows.Row> after = rows(DataCopy.copy(damaged, scratch.resolve("after")));
    assertThat(after.size()).isBetween(before.size() - 1, before.size());
    Set<String> lost = new HashSet<>();
    before.subList(after.size(), before.size()).forEach(row -> lost.addAll(row.requestIds()));
    assertRecovers(damaged, withoutAnswersTo(lost));
  }

  /** The history if the answers to these had never left: their clients would still be waiting. */
  List<Attempt> withoutAnswersTo(Set<String> requestIds) {
    List<Attempt> kept = new ArrayList<>();
    Set<String> waiting = new HashSet<>();
    for (Attempt attempt : history) {
      Request request = attempt.request();
      if (!waiting.contains(request.caller())) {
        boolean unanswered = requestIds.contains(request.requestId());
        kept.add(unanswered ? attempt.unanswered() : attempt);
        if (unanswered) {
          waiting.add(request.caller());
        }
      }
    }
    return kept;
  }

  static void assertRecovers(Path damaged, List<Attempt> history) throws Exception {
    try (ServerHere server = ServerHere.start(damaged)) {
      assertNothingIsLost(server, history);
    }
  }

  private static void assertNothingIsLost(AskedServer server, List<Attempt> history)
      throws IOException {
    assertThat(Load.violations(server.admin(), history)).isEmpty();
    String free = "/" + System.nanoTime();
    assertThat(server.admin().acquire("demo", free, "60s").isSuccess()).isTrue();
  }

  /** A server on the damaged copy ends at once and says why. */
  static Complaint assertRefused(Path damaged) throws Exception {
    try (RunningProcess server = RunningProcess.start(ServerProcess.serve(damaged))) {
      assertThat(server.awaitExit()).as(server.output()).isNotZero();
      assertThat(server.output()).isEmpty();
      return Complaint.of(server);
    }
  }

  /** A server in this process does not start on the damaged copy, and says why. */
  static Complaint assertNotStarted(Path damaged) {
    IOException refusal =
        catchThrowableOfType(IOException.class, () -> ServerHere.start(damaged).close());
    assertThat(refusal).as("it started").isNotNull();
    return new Complaint(refusal.getMessage());
  }

  private static List<JournalRows.Row> rows(Path directory) throws Exception {
    try (JournalRows rows = JournalRows.open(directory)) {
      return rows.all();
    }
  }
}
