package dev.leasehold.testing.process;

import dev.leasehold.testing.process.disk.DiskHistory;
import dev.leasehold.testing.process.disk.DiskTrace;
import dev.leasehold.testing.process.load.Attempt;
import dev.leasehold.testing.process.load.Load;
import dev.leasehold.testing.process.load.Outcome;
import dev.leasehold.testing.process.server.Api;
import dev.leasehold.testing.process.server.DataCopy;
import dev.leasehold.testing.process.server.RunningProcess;
import dev.leasehold.testing.process.server.ServerHere;
import dev.leasehold.testing.process.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Tries power cuts: a server works under load while strace writes down all that it does to its
 * files, and for any moment of it the disk is made as a cut may have left it. A server on that disk
 * must start, and know everything that had been answered at that moment.
 */
public final class PowerCuts {

  private final Path scratch;
  private final Random random;
  private final List<Attempt> history;
  private final DiskHistory disk;

  /** Wall clock less {@link System#nanoTime}: one is strace's clock, the other the clients'. */
  private final long wallOffsetMicros;

  private PowerCuts(
      Path scratch, Random random, List<Attempt> history, DiskHistory disk, long offset) {
    this.scratch = scratch;
    this.random = random;
    this.history = history;
    this.disk = disk;
    this.wallOffsetMicros = offset;
  }

  /** Runs a server under load until so many answers were given, then stops it. */
  public static PowerCuts record(Path scratch, long seed, int answers) throws Exception {
    Path data = scratch.resolve("data");
    Load load;
    try (ServerProcess server = ServerProcess.start(data)) {
      load = new Load(server, seed);
      server.stop();
    }
    Path before = DataCopy.copy(data, scratch.resolve("before"));
    Path trace = scratch.resolve("trace");
    List<String> command = new ArrayList<>(DiskTrace.strace(trace));
    command.addAll(ServerProcess.serve(data));
    long offset = System.currentTimeMillis() * 1_000 - System.nanoTime() / 1_000;
    RunningProcess process = RunningProcess.start(command);
    try (ServerProcess server = ServerProcess.awaitReady(process, data)) {
      Load.Run run = load.start(server, answers);
      run.awaitDone();
      run.end();
      server.stop();
    }
    awaitTrace(trace, process.pid());
    DiskHistory disk = DiskHistory.of(before, DiskTrace.read(trace, data));
    PowerCuts cuts = new PowerCuts(scratch, new Random(seed), load.history(), disk, offset);
    cuts.requireWholeTrace(data);
    return cuts;
  }

  private static void awaitTrace(Path trace, long pid) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    while (!DiskTrace.hasEnded(trace, pid)) {
      if (System.nanoTime() - begun > RunningProcess.PATIENCE.toNanos()) {
        throw new IOException("the trace has no end: " + trace);
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /** Checks that the trace is whole: applied in full, it leads to the files that are there. */
  private void requireWholeTrace(Path data) throws IOException {
    Path rebuilt = scratch.resolve("rebuilt");
    disk.write(disk.size(), DiskHistory.Unsynced.KEPT, random, rebuilt);
    for (String name : List.of("journal.db", "journal.db-wal")) {
      Path file = data.resolve(name);
      Path again = rebuilt.resolve(name);
      boolean same =
          Files.exists(file)
              ? Files.exists(again)
                  && Arrays.equals(Files.readAllBytes(file), Files.readAllBytes(again))
              : Files.notExists(again);
      if (!same) {
        throw new IOException("the trace does not tell all that was done to " + name);
      }
    }
    DataCopy.delete(rebuilt);
  }

  /** How many moments there are to cut the power at. */
  public int moments() {
    return disk.size() + 1;
  }

  /**
   * Cuts at a random moment.
   *
   * @return a sentence for everything that cannot be right
   */
  public List<String> cut() throws IOException {
    int cut = random.nextInt(moments());
    var kinds = DiskHistory.Unsynced.values();
    return cut(disk, cut, kinds[random.nextInt(kinds.length)]);
  }

  /** Cuts after the last answer, with a disk that only said that it had synced. */
  public List<String> cutOfALyingDisk() throws IOException {
    DiskHistory lying = disk.withoutSyncs();
    return cut(lying, lying.size(), DiskHistory.Unsynced.LOST);
  }

  private List<String> cut(DiskHistory disk, int cut, DiskHistory.Unsynced unsynced)
      throws IOException {
    Path directory = scratch.resolve("cut");
    disk.write(cut, unsynced, random, directory);
    List<Attempt> known = knownAt(disk.wallMicrosOf(cut));
    List<String> sentences = new ArrayList<>();
    try (ServerHere server = ServerHere.start(directory)) {
      Api admin = server.admin();
      sentences.addAll(Load.violations(admin, known));
      long token = admin.acquire("after", "/the/cut", "60s").lease().fencingToken();
      long largest = largestToken(known);
      if (token <= largest) {
        sentences.add("token %d was given after token %d".formatted(token, largest));
      }
    } catch (IOException e) {
      sentences.add("does not start: " + e.getMessage());
    }
    DataCopy.delete(directory);
    return sentences.stream()
        .map(text -> "cut at %d of %d, %s: %s".formatted(cut, disk.size(), unsynced, text))
        .toList();
  }

  /** The requests that were sent by then; one that was not yet answered counts as unanswered. */
  private List<Attempt> knownAt(long wallMicros) {
    List<Attempt> known = new ArrayList<>();
    for (Attempt attempt : history) {
      if (isBefore(attempt.answeredNanos(), wallMicros)) {
        known.add(attempt);
      } else if (isBefore(attempt.sentNanos(), wallMicros)) {
        known.add(attempt.unanswered());
      }
    }
    return known;
  }

  private boolean isBefore(long nanos, long wallMicros) {
    return nanos / 1_000 + wallOffsetMicros < wallMicros;
  }

  private static long largestToken(List<Attempt> known) {
    long largest = 0;
    for (Attempt attempt : known) {
      if (attempt.outcome() instanceof Outcome.Done done) {
        largest = Math.max(largest, done.lease().fencingToken());
      }
    }
    return largest;
  }
}
