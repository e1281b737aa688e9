package dev.leasehold.node;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.LeaseQuery;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import dev.leasehold.node.authorise.AdminToken;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.sequence.SoloSequencer;
import dev.leasehold.node.sequence.WorkMeter;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A lease service without its surfaces: all that was recovered, and a sequencer. */
public final class Node implements AutoCloseable {

  private final RecoveredNode recovered;
  private final SoloSequencer sequencer;
  private final Sequencer withHistory;
  private final DiskWatch diskWatch;
  private boolean closed;

  Node(
      RecoveredNode recovered,
      SoloSequencer sequencer,
      Sequencer withHistory,
      DiskWatch diskWatch) {
    this.recovered = recovered;
    this.sequencer = sequencer;
    this.withHistory = withHistory;
    this.diskWatch = diskWatch;
  }

  /** Opens a node with the default quota for holders and without listeners. */
  public static Node open(Path dataDirectory, TimeSource time, Consumer<Throwable> onFailure)
      throws IOException {
    RecoveredNode recovered =
        Wiring.recover(dataDirectory, time, Limits.DEFAULT_LEASES_PER_HOLDER, onFailure);
    return Wiring.start(recovered, List.of(), WorkMeter.NONE);
  }

  /** The threads that it needs. */
  List<Thread> threads() {
    List<Thread> threads = new ArrayList<>(sequencer.threads());
    threads.add(recovered.tables().thread());
    return threads;
  }

  /** Stops for good, as if its journal had failed, and tells so on this thread. */
  void failHere(Throwable cause) {
    sequencer.failHere(cause);
  }

  public Sequencer sequencer() {
    return withHistory;
  }

  /** Looking is a command like any other, and sees all that is durable. */
  CompletableFuture<Optional<Lease>> find(String leaseId) {
    return withHistory
        .submit(Caller.SERVER, new LeaseQuery.GetLease(leaseId))
        .thenApply(
            outcome ->
                outcome.reply() instanceof Reply.OfLease found
                    ? Optional.of(found.lease())
                    : Optional.empty());
  }

  List<Pool> pools() {
    Reply reply = withHistory.submit(Caller.SERVER, new PoolCommand.ListPools()).join().reply();
    return reply instanceof Reply.Pools listed ? listed.pools() : List.of();
  }

  /** Issues the admin token, which is durable when this returns. */
  void issue(AdminCommand.IssueToken command) {
    Reply reply = withHistory.submit(Caller.SERVER, command).join().reply();
    if (reply instanceof Reply.Refused refused) {
      throw new IllegalStateException("no admin token: " + refused.refusal().detail());
    }
  }

  /** How many durable events the tables do not have yet. */
  public int feedLag() {
    return recovered.tables().lagEvents();
  }

  /** Returns when the tables know all that is durable now. */
  public void awaitTables() throws InterruptedException {
    recovered.tables().await();
  }

  public void addDurableListener(DurableListener listener) {
    sequencer.addDurableListener(listener);
  }

  /** The tick now, the same that commands are stamped with. */
  public long tick() {
    return recovered.clock().tick();
  }

  /** How many commands wait for the kernel. */
  public int inboxLength() {
    return sequencer.inboxLength();
  }

  /** Whether changes are refused because the disk has no room for them. */
  public boolean isShortOfRoom() {
    return recovered.diskSpace().isShort();
  }

  /**
   * Says why it cannot take requests; empty if it can.
   *
   * @param failed whether it has failed
   */
  Optional<String> obstacle(boolean failed) {
    if (failed) {
      return Optional.of("the node has failed and is about to stop");
    }
    if (isShortOfRoom()) {
      return Optional.of("the disk is full and changes are refused; reads go on");
    }
    return Stream.of(AdminToken.FILE_NAME, "journal.db", "leasehold.db")
        .filter(name -> Files.notExists(dataDirectory().resolve(name)))
        .findFirst()
        .map(name -> name + " is missing from the data directory");
  }

  public Path dataDirectory() {
    return recovered.directory().path();
  }

  /**
   * Lets whatever waits for room on the disk, or for the tables, go on or fail: the end is near.
   */
  void stopHoldingBack() {
    recovered.diskSpace().stopWaiting();
    recovered.tables().stopHoldingBack();
  }

  /** The kernel, which the sequencer owns until it is closed. */
  Kernel kernel() {
    return recovered.kernel();
  }

  /**
   * Finishes what was begun, and gives the directory back. A node that has failed keeps it: the
   * journal is in a state that only a new process may look into. Closing again does nothing.
   */
  @Override
  public synchronized void close() throws IOException {
    diskWatch.close();
    stopHoldingBack();
    sequencer.close();
    if (!closed && !sequencer.hasFailed()) {
      closed = true;
      recovered.close();
    }
  }
}
