package dev.leasehold.node.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.node.Acquires;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.MemoryJournal;
import dev.leasehold.node.persist.files.DiskSpace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start does not wait for tables that lack what the kernel has forgotten. */
class StartBehindTest {

  private static final Caller ANN = RandomTraffic.agent("ann");

  @TempDir Path directory;
  private final MemoryJournal journal = new MemoryJournal();
  private final CountDownLatch release = new CountDownLatch(1);
  private CompletableFuture<Tables> started = new CompletableFuture<>();

  @AfterEach
  void close() throws Exception {
    release.countDown();
    started.get(60, TimeUnit.SECONDS).close();
  }

  /** Transfers a lease twice, ends it, and lets the kernel forget all of that. */
  private static void transferAndEnd(TablesRig rig) throws Exception {
    rig.execute(ANN, new LeaseCommand.Transfer("first", "second", "ann", "", "r1"));
    rig.execute(ANN, new LeaseCommand.Transfer("second", "third", "ann", "", "r2"));
    rig.execute(ANN, new LeaseCommand.Release("third", "", 0, ""));
    rig.tick += 2 * Limits.MINUTE;
    rig.execute(RandomTraffic.ADMIN, new NodeCommand.Prune(rig.tick - Limits.MINUTE, 10));
    rig.append();
    assertThat(rig.kernel.recorded().lease("third")).isNull();
  }

  private Tables start(Path tables) throws Exception {
    Journal held = heldFromTheFeed(journal.reopen());
    started = CompletableFuture.supplyAsync(() -> open(tables, held));
    return started.get(60, TimeUnit.SECONDS);
  }

  private static Tables open(Path tables, Journal held) {
    try {
      return Tables.open(
          tables,
          held,
          new DiskSpace(() -> Long.MAX_VALUE),
          Limits.DEFAULT_LEASES_PER_HOLDER,
          failure -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The feed reads no block until it is released. */
  private Journal heldFromTheFeed(Journal journal) {
    return (Journal)
        Proxy.newProxyInstance(
            Journal.class.getClassLoader(),
            new Class<?>[] {Journal.class},
            (proxy, method, arguments) -> {
              if (Thread.currentThread().getName().equals("leasehold-feed")) {
                release.await();
              }
              try {
                return method.invoke(journal, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void assertKnowsRetries(Tables tables) throws Exception {
    for (String requestId : new String[] {"r1", "r2"}) {
      assertThat(tables.mayKnow(ANN, Acquires.ofAnn("again", "/a", requestId))).isTrue();
    }
    assertThat(tables.mayKnow(ANN, Acquires.ofAnn("again", "/a", "r3"))).isFalse();
    release.countDown();
    for (String requestId : new String[] {"r1", "r2"}) {
      assertThat(
              tables
                  .lookUp(ANN, Acquires.ofAnn("again", "/a", requestId))
                  .get(60, TimeUnit.SECONDS))
          .isEqualTo(new Reply.Refused(InputRefusal.requestIdUsedBefore()));
    }
  }

  @Test
  void theTablesHaveNothingOfATransfer() throws Exception {
    try (TablesRig rig = new TablesRig(directory.resolve("before.db"), journal)) {
      rig.execute(ANN, Acquires.ofAnn("first", "/a", ""));
      transferAndEnd(rig);
    }
    assertKnowsRetries(start(directory.resolve("deleted.db")));
  }

  @Test
  void theTablesHaveTheLeaseBeforeItWasTransferred() throws Exception {
    Path tables = directory.resolve("behind.db");
    try (TablesRig rig = new TablesRig(tables, journal)) {
      rig.execute(ANN, Acquires.ofAnn("first", "/a", ""));
      rig.awaitFed();
      transferAndEnd(rig);
    }
    assertKnowsRetries(start(tables));
  }
}
