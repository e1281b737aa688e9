package dev.leasehold.node.sequence;

import dev.leasehold.node.persist.Journal;
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
  private final List<DurableListener> listeners = new CopyOnWriteArrayList<>();
  private @Nullable Batch current;

  BlockWriter(Journal journal, TickClock clock, Handover handover) {
    this.journal = journal;
    this.clock = clock;
    this.handover = handover;
  }

  void addListener(DurableListener listener) {
    listeners.add(listener);
  }

  /** Returns when the handover is closed and empty. */
  void writeUntilClosed() throws IOException, InterruptedException {
    for (current = handover.take(); current != null; current = handover.take()) {
      write(current);
    }
  }

  private void write(Batch batch) throws IOException {
    if (batch.hasEvents()) {
      journal.append(batch.toBlock(journal.head()));
      listeners.forEach(listener -> listener.onDurable(batch.events()));
    }
    batch.reply();
    if (batch.isMarked()) {
      journal.mark(clock.markAt(batch.tick()));
    }
    journal.tidy();
  }

  /** Fails the batch that was being written. */
  void abandonCurrent() {
    if (current != null) {
      current.fail(StoppedException.unknown());
    }
  }
}
