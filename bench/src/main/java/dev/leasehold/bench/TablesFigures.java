package dev.leasehold.bench;

import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Mode;
import dev.leasehold.kernel.scope.Scope;
import dev.leasehold.node.Node;
import dev.leasehold.node.time.SystemTime;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;

/**
 * Measures the cost of {@code leasehold.db}: acquires and whole cycles through a node with a real
 * journal, with the tables fed to the end, and how long a restart takes. The figures include the
 * journal and the kernel, which share the machine with the feed.
 */
public final class TablesFigures {

  private static final int IN_FLIGHT = 4_096;
  private static final int HOLDERS = 1_000;

  private TablesFigures() {}

  /**
   * @param arguments how many leases stay active, how many cycles come before them, and how many of
   *     the active ones are renewed and then released, one of many at a time; none if not given
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    int active = Integer.parseInt(arguments[0]);
    int cycles = Integer.parseInt(arguments[1]);
    int renewed = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 0;
    Path directory = Files.createTempDirectory("leasehold-figures");
    Node node = open("first start", directory);
    run("cycles", node, cycles, index -> cycle(node, index));
    run("acquires", node, active, index -> acquire(node, activeId(index), "/active/" + index));
    run("renewals", node, renewed, index -> renew(node, scattered(index, active)));
    run("releases", node, renewed, index -> release(node, scattered(index, active)));
    close(node);
    System.out.printf("leasehold.db %d MB%n", Files.size(directory.resolve("leasehold.db")) >> 20);
    Node second = open("restart", directory);
    close(second);
    Files.delete(directory.resolve("leasehold.db"));
    close(open("restart without leasehold.db", directory));
  }

  private static Node open(String title, Path directory) throws IOException {
    long start = System.nanoTime();
    Node node =
        Node.open(
            directory,
            new SystemTime(),
            failure -> {
              throw new IllegalStateException(failure);
            });
    System.out.printf("%-30s %.2f s%n", title, seconds(start));
    return node;
  }

  private static void close(Node node) throws IOException {
    long start = System.nanoTime();
    node.close();
    System.out.printf("%-30s %.2f s%n", "close", seconds(start));
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static void run(
      String title, Node node, int count, IntFunction<CompletableFuture<Outcome>> work)
      throws InterruptedException {
    long start = System.nanoTime();
    double feedCpu = feedCpuSeconds();
    Semaphore permits = new Semaphore(IN_FLIGHT);
    for (int i = 0; i < count; i++) {
      permits.acquire();
      CompletableFuture<Outcome> unused =
          work.apply(i).whenComplete((outcome, failure) -> permits.release());
    }
    permits.acquire(IN_FLIGHT);
    double answered = seconds(start);
    node.awaitTables();
    double fed = seconds(start);
    System.out.printf(
        "%-30s %d answered in %.2f s (%.0f/s), in the tables after %.2f s (%.0f/s),"
            + " %.1f us of CPU each for the feed%n",
        title,
        count,
        answered,
        count / answered,
        fed,
        count / fed,
        (feedCpuSeconds() - feedCpu) / count * 1e6);
  }

  private static double feedCpuSeconds() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (long id : threads.getAllThreadIds()) {
      ThreadInfo info = threads.getThreadInfo(id);
      if (info != null && info.getThreadName().equals("leasehold-feed")) {
        nanos += threads.getThreadCpuTime(id);
      }
    }
    return nanos / 1e9;
  }

  private static CompletableFuture<Outcome> cycle(Node node, int index) {
    String id = UUID.randomUUID().toString();
    String path = "/cycle/" + index % 10_000 + "/" + index;
    return acquire(node, id, path)
        .thenCompose(
            outcome ->
                node.sequencer().submit(holderOf(path), new LeaseCommand.Release(id, "", 0, "")));
  }

  private static String activeId(int index) {
    return UUID.nameUUIDFromBytes(("active-" + index).getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Each index once, far from the one before. */
  private static int scattered(int index, int of) {
    return (int) (index * 7_368_787L % of);
  }

  private static CompletableFuture<Outcome> renew(Node node, int index) {
    return node.sequencer()
        .submit(
            holderOf("/active/" + index),
            new LeaseCommand.Renew(activeId(index), 2 * Limits.HOUR, ""));
  }

  private static CompletableFuture<Outcome> release(Node node, int index) {
    return node.sequencer()
        .submit(holderOf("/active/" + index), new LeaseCommand.Release(activeId(index), "", 0, ""));
  }

  private static Caller holderOf(String path) {
    int number = Math.floorMod(path.hashCode(), HOLDERS);
    return new Caller("agent-" + number, Role.AGENT, List.of());
  }

  private static CompletableFuture<Outcome> acquire(Node node, String id, String path) {
    Scope scope = ((Scope.Parsed.Valid) Scope.parse(List.of(), List.of(path))).scope();
    Caller caller = holderOf(path);
    return node.sequencer()
        .submit(
            caller,
            new LeaseCommand.Acquire(
                id,
                false,
                "file",
                "space",
                scope,
                Mode.EXCLUSIVE,
                caller.actor(),
                "",
                0,
                LeaseCommand.UNSET,
                Map.of(),
                "",
                LeaseCommand.RareTerms.NONE));
  }
}
