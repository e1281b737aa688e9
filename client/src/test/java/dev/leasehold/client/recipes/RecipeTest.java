package dev.leasehold.client.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.ListLeasesRequest;
import dev.leasehold.api.v1.RevokeLeaseRequest;
import dev.leasehold.client.LeaseFinder;
import dev.leasehold.client.LeaseholdClient;
import dev.leasehold.client.RealNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A node, two programs that share a token, one of another holder, and threads. */
abstract class RecipeTest {

  static final String SPACE = "shared";

  @TempDir Path directory;

  RealNode node;
  LeaseholdClient ann;
  LeaseholdClient annElsewhere;
  LeaseholdClient bob;
  LeaseholdClient admin;
  private ExecutorService threads;

  @BeforeEach
  void start() {
    node = RealNode.start(directory);
    ann = node.agent("ann");
    annElsewhere = node.agent("ann");
    bob = node.agent("bob");
    admin = node.admin();
    threads = Executors.newCachedThreadPool();
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    node.close();
  }

  /** Runs on a thread of its own. */
  <T> Future<T> elsewhere(Callable<T> task) {
    return threads.submit(task);
  }

  static <T> T got(Future<T> future) throws Exception {
    return future.get(30, TimeUnit.SECONDS);
  }

  List<Lease> leases(Lease.State state) {
    return LeaseFinder.all(
        admin, ListLeasesRequest.newBuilder().setSpace(SPACE).addState(state).build());
  }

  int waiting() {
    return leases(Lease.State.PENDING).size();
  }

  void revoke(String leaseId) {
    admin.revoke(RevokeLeaseRequest.newBuilder().setLeaseId(leaseId).setReason("it hangs").build());
  }
}
