package dev.leasehold.node;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Token;
import dev.leasehold.node.persist.DataDirectory;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.Recovery;
import dev.leasehold.node.persist.SqliteJournal;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.sequence.SoloSequencer;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A lease service without its surfaces: directory, journal, kernel, clock and sequencer. */
public final class Node implements AutoCloseable {

  private final DataDirectory directory;
  private final Journal journal;
  private final Kernel kernel;
  private final TickClock clock;
  private final List<Token> tokensAtStart;
  private final SoloSequencer sequencer;
  private boolean closed;

  private Node(
      DataDirectory directory, Journal journal, TimeSource time, Consumer<Throwable> onFailure)
      throws IOException {
    this.directory = directory;
    this.journal = journal;
    this.kernel = Recovery.recover(journal);
    this.clock = TickClock.resume(time, journal.lastMark(), journal.head().tick());
    // Before any block of this session, or a crash would leave its ticks without their clock.
    journal.mark(clock.markAt(clock.tick()));
    this.tokensAtStart = kernel.tokens();
    this.sequencer = new SoloSequencer(kernel, clock, time, journal, onFailure);
  }

  /**
   * Takes the data directory, recovers what was there, and starts.
   *
   * @param onFailure called once, on a thread of its own, if the node can go on no more: end the
   *     process
   * @throws IOException with a sentence for the person who started it
   */
  public static Node open(Path dataDirectory, TimeSource time, Consumer<Throwable> onFailure)
      throws IOException {
    DataDirectory directory = DataDirectory.open(dataDirectory);
    try {
      Journal journal = SqliteJournal.open(directory.journalFile());
      try {
        return new Node(directory, journal, time, onFailure);
      } catch (IOException | RuntimeException e) {
        closeAfter(e, journal);
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      closeAfter(e, directory);
      throw e;
    }
  }

  private static void closeAfter(Exception failure, AutoCloseable opened) {
    try {
      opened.close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  public Sequencer sequencer() {
    return sequencer;
  }

  /** The credentials that were known before the sequencer took its first command. */
  public List<Token> tokensAtStart() {
    return tokensAtStart;
  }

  public void addDurableListener(DurableListener listener) {
    sequencer.addDurableListener(listener);
  }

  /** The tick now, the same that commands are stamped with. */
  public long tick() {
    return clock.tick();
  }

  public Path dataDirectory() {
    return directory.path();
  }

  /** The kernel, which the sequencer owns until it is closed. */
  Kernel kernel() {
    return kernel;
  }

  /**
   * Finishes what was begun, and gives the directory back. A node that has failed keeps it: the
   * journal is in a state that only a new process may look into. Closing again does nothing.
   */
  @Override
  public synchronized void close() throws IOException {
    sequencer.close();
    if (!closed && !sequencer.hasFailed()) {
      closed = true;
      journal.close();
      directory.close();
    }
  }
}
