package dev.leasehold.node.sequence;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.prove.GrantSigner;
import dev.leasehold.node.time.ClockMark;
import dev.leasehold.node.time.TickClock;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Makes each batch durable, then tells the listeners, then lets the replies leave. That is the work
 * of the writer's thread, and now and then of one that executes directly; whoever has taken a batch
 * from the handover touches the journal alone.
 */
final class BlockWriter {

  /** A few times what a sync takes on a disk that is made for it. */
  private static final long QUICK_NANOS = 2 * Limits.MILLISECOND;

  private final Journal journal;
  private final TickClock clock;
  private final Handover handover;
  private final WorkMeter meter;
  private final GrantSigner signer;
  private final List<DurableListener> listeners = new CopyOnWriteArrayList<>();
  private long markedOffsetNanos;
  private @Nullable Batch current;

  /** How long the last block took to become durable and be told. */
  private volatile long lastWriteNanos;

  BlockWriter(Journal journal, TickClock clock, Handover handover, SequencerParts parts) {
    this.journal = journal;
    this.clock = clock;
    this.handover = handover;
    this.meter = parts.meter();
    this.signer = parts.signer();
    this.markedOffsetNanos = clock.offsetNanos();
  }

  void addListener(DurableListener listener) {
    listeners.add(listener);
  }

  /** Returns when the handover is closed and empty. */
  void writeUntilClosed() throws IOException, InterruptedException {
    Checkpointing checkpoints = new Checkpointing(journal, signer);
    for (current = handover.take(); current != null; current = handover.take()) {
      write(current);
      checkpoints.signIfDue();
      journal.tidy();
      handover.written();
    }
    if (!handover.isAborted()) {
      checkpoints.signLast();
    }
  }

  /**
   * Writes the batch, which was taken from the handover; what is tidied up waits for the writer.
   */
  void writeHere(Batch batch) throws IOException {
    try {
      write(batch);
    } catch (Throwable e) {
      batch.fail(StoppedException.unknown());
      throw e;
    }
    handover.written();
  }

  /** Whether disk and listeners are so quick that a thread with other work may wait for them. */
  boolean isQuick() {
    return lastWriteNanos < QUICK_NANOS && doAllTakeAtOnce();
  }

  private boolean doAllTakeAtOnce() {
    for (DurableListener listener : listeners) {
      if (!listener.takesAtOnce()) {
        return false;
      }
    }
    return true;
  }

  private void write(Batch batch) throws IOException {
    Block block = null;
    long start = System.nanoTime();
    if (batch.hasEvents()) {
      markIfClockFellBehind();
      block = batch.toBlock(journal.head(), signer);
      start = System.nanoTime();
      journal.append(block);
    }
    // A retry is told of what was done before, so the journal must be there for it, too.
    journal.requireInPlace();
    if (block != null) {
      meter.wrote(batch.durable().eventCount(), block.eventsLength(), System.nanoTime() - start);
    }
    try {
      listeners.forEach(DurableListener::onAnswering);
      if (block != null) {
        notifyListeners(block, batch.durable());
        lastWriteNanos = System.nanoTime() - start;
      }
      batch.reply();
    } finally {
      listeners.forEach(DurableListener::onAnswered);
    }
    if (batch.isMarked()) {
      journal.mark(clock.markAt(batch.tick()));
    }
  }

  private void notifyListeners(Block block, DurableBlock durable) {
    listeners.forEach(
        listener -> {
          listener.onDurableBlock(block);
          listener.onDurableFacts(durable);
        });
  }

  /** Marks the clock before the block, so that no restart counts more time than the stamps say. */
  private void markIfClockFellBehind() throws IOException {
    ClockMark mark = clock.markAt(journal.head().tick());
    if (mark.offsetNanos() != markedOffsetNanos) {
      journal.mark(mark);
      markedOffsetNanos = mark.offsetNanos();
    }
  }

  /** Fails the batch that was being written. */
  void abandonCurrent() {
    if (current != null) {
      current.fail(StoppedException.unknown());
    }
  }
}
