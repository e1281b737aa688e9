package dev.leasehold.node;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Command;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Reply;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.sequence.SequencerParts;
import dev.leasehold.node.sequence.SoloSequencer;
import dev.leasehold.node.sequence.WorkMeter;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A lease service without its surfaces: all that was recovered, and a sequencer. */
public final class Node implements AutoCloseable {

  private final RecoveredNode recovered;
  private final SoloSequencer sequencer;
  private final Sequencer remembering;
  private final DiskWatch diskWatch;
  private boolean closed;

  Node(RecoveredNode recovered, List<DurableListener> listeners, WorkMeter meter) {
    this.recovered = recovered;
    List<DurableListener> all = new ArrayList<>();
    all.add(recovered.tables().agentsSee());
    all.addAll(listeners);
    all.add(recovered.tables().keeper());
    all.add(recovered.tables().feed());
    all.add(recovered.tables().unfedKeys());
    this.sequencer =
        new SoloSequencer(
            recovered.kernel(),
            recovered.clock(),
            recovered.time(),
            recovered.journal(),
            new SequencerParts(
                recovered.diskSpace(), recovered.tables().past(), recovered.signer(), all, meter),
            recovered.onFailure());
    recovered.tables().keeper().start(sequencer.states());
    this.remembering = recovered.tables().remembering(sequencer);
    this.diskWatch =
        new DiskWatch(recovered.journal(), recovered.diskSpace(), recovered.onFailure());
  }

  /** Opens a node with the default quota for holders and without listeners. */
  public static Node open(Path dataDirectory, TimeSource time, Consumer<Throwable> onFailure)
      throws IOException {
    return RecoveredNode.open(dataDirectory, time, Limits.DEFAULT_LEASES_PER_HOLDER, onFailure)
        .start(List.of(), WorkMeter.NONE);
  }

  /** The threads that it needs. */
  List<Thread> threads() {
    List<Thread> threads = new ArrayList<>(sequencer.threads());
    threads.add(recovered.tables().feed().thread());
    return threads;
  }

  /** Stops for good, as if its journal had failed, and tells so on this thread. */
  void failHere(Throwable cause) {
    sequencer.failHere(cause);
  }

  public Sequencer sequencer() {
    return remembering;
  }

  /** Looking is a command like any other, and sees all that is durable. */
  CompletableFuture<Optional<Lease>> find(String leaseId) {
    return remembering
        .submit(Caller.SERVER, new Command.GetLease(leaseId))
        .thenApply(
            outcome ->
                outcome.reply() instanceof Reply.OfLease found
                    ? Optional.of(found.lease())
                    : Optional.empty());
  }

  /** How many durable events the tables do not have yet. */
  public int feedLag() {
    return recovered.tables().feed().lagEvents();
  }

  /** Returns when the tables know all that is durable now. */
  public void awaitTables() throws InterruptedException {
    recovered.tables().feed().await();
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
