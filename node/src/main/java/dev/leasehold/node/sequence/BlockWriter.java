package dev.leasehold.node.sequence;

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
 * The work of the writer's thread: makes each batch durable, then tells the listeners, then lets
 * the replies leave. It alone touches the journal.
 */
final class BlockWriter {

  private final Journal journal;
  private final TickClock clock;
  private final Handover handover;
  private final WorkMeter meter;
  private final GrantSigner signer;
  private final List<DurableListener> listeners = new CopyOnWriteArrayList<>();
  private long markedOffsetNanos;
  private @Nullable Batch current;

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
    }
    if (!handover.isAborted()) {
      checkpoints.signLast();
    }
  }

  private void write(Batch batch) throws IOException {
    if (batch.hasEvents()) {
      markIfClockFellBehind();
      Block block = batch.toBlock(journal.head(), signer);
      long start = System.nanoTime();
      journal.append(block);
      journal.requireInPlace();
      Durable durable = batch.durable();
      meter.wrote(durable.eventCount(), block.eventsLength(), System.nanoTime() - start);
      listeners.forEach(listener -> listener.onDurable(durable));
    } else {
      // A retry is told of what was done before.
      journal.requireInPlace();
    }
    batch.reply();
    listeners.forEach(DurableListener::onAnswered);
    if (batch.isMarked()) {
      journal.mark(clock.markAt(batch.tick()));
    }
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
