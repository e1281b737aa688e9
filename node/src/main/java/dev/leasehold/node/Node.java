package dev.leasehold.node;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Limits;
import dev.leasehold.kernel.Policy;
import dev.leasehold.kernel.Token;
import dev.leasehold.node.persist.Checkpoint;
import dev.leasehold.node.persist.DataDirectory;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.SqliteJournal;
import dev.leasehold.node.prove.Ed25519;
import dev.leasehold.node.prove.Registrar;
import dev.leasehold.node.prove.RegistrarKey;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.sequence.SoloSequencer;
import dev.leasehold.node.sequence.Surroundings;
import dev.leasehold.node.sequence.WorkMeter;
import dev.leasehold.node.tables.Archive;
import dev.leasehold.node.tables.LongMemory;
import dev.leasehold.node.tables.Tables;
import dev.leasehold.node.time.ClockMark;
import dev.leasehold.node.time.TickClock;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** A lease service without its surfaces: directory, journal, kernel, clock and sequencer. */
public final class Node implements AutoCloseable {

  /**
   * A grant from the queue that is older than this when a node stops was told or given up: there
   * are ten seconds to tell it, and ten more if the request breaks in the last moment.
   */
  private static final long IN_DOUBT_NANOS = 20 * Limits.SECOND;

  private final DataDirectory directory;
  private final Registrar registrar;
  private final Journal journal;
  private final Tables tables;
  private final Kernel kernel;
  private final TickClock clock;
  private final List<Token> tokensAtStart;
  private final List<Policy> policiesAtStart;
  private final List<Lease> waitingAtStart;
  private final SoloSequencer sequencer;
  private final DiskWatch diskWatch;
  private final Sequencer remembering;
  private final Archive archive;
  private boolean closed;

  /** What is known when recovery is done and nothing new has happened yet. */
  public record Recovered(Kernel kernel, Path journalFile, LongSupplier tick, Archive archive) {}

  /** Those who follow the node from its first block on. */
  public record Observers(List<DurableListener> listeners, WorkMeter meter) {
    public static final Observers NONE = new Observers(List.of(), WorkMeter.NONE);
  }

  /** Is given the chance to look before anything happens. */
  public interface Beginning {
    Observers at(Recovered recovered) throws IOException;
  }

  private Node(
      DataDirectory directory,
      Registrar registrar,
      Journal journal,
      Tables tables,
      TimeSource time,
      Consumer<Throwable> onFailure,
      Beginning beginning)
      throws IOException {
    this.directory = directory;
    this.registrar = registrar;
    this.journal = journal;
    this.tables = tables;
    this.kernel = tables.kernel();
    refuseForeignKey();
    this.clock = TickClock.resume(time, journal.lastMark(), journal.head().tick());
    this.waitingAtStart = waitingAt(lastTick(journal));
    // Before any block of this session, or a crash would leave its ticks without their clock.
    journal.mark(clock.markAt(clock.tick()));
    this.tokensAtStart = kernel.tokens();
    this.policiesAtStart = kernel.policies();
    this.archive = new Archive(tables);
    Observers observers =
        beginning.at(new Recovered(kernel, directory.journalFile(), clock::tick, archive));
    List<DurableListener> listeners = new ArrayList<>(observers.listeners());
    listeners.add(tables.feed());
    this.sequencer =
        new SoloSequencer(
            kernel,
            clock,
            time,
            journal,
            new Surroundings(
                directory.room(),
                tables.feed()::fedPosition,
                registrar,
                listeners,
                observers.meter()),
            onFailure);
    this.diskWatch = new DiskWatch(journal, directory.room(), onFailure);
    this.remembering = new LongMemory(sequencer, tables);
  }

  /** With the quota that holders have by default, and nobody who follows it. */
  public static Node open(Path dataDirectory, TimeSource time, Consumer<Throwable> onFailure)
      throws IOException {
    return open(
        dataDirectory,
        time,
        Limits.DEFAULT_LEASES_PER_HOLDER,
        onFailure,
        recovered -> Observers.NONE);
  }

  /**
   * Takes the data directory, recovers what was there, and starts.
   *
   * @param leasesPerHolder what one holder may have at a time
   * @param onFailure called once, on a thread of its own, if the node can go on no more: end the
   *     process
   * @throws IOException with a sentence for the person who started it
   */
  public static Node open(
      Path dataDirectory,
      TimeSource time,
      int leasesPerHolder,
      Consumer<Throwable> onFailure,
      Beginning beginning)
      throws IOException {
    Ed25519.anticipate();
    DataDirectory directory = DataDirectory.open(dataDirectory);
    try {
      // Before the journal: a journal without its key is one whose key was lost.
      Registrar registrar =
          new Registrar(RegistrarKey.ensure(directory.path(), directory.journalFile()));
      Journal journal = SqliteJournal.open(directory);
      try {
        Consumer<Throwable> once = once(onFailure);
        Tables tables =
            Tables.open(directory.tablesFile(), journal, directory.room(), leasesPerHolder, once);
        try {
          return new Node(directory, registrar, journal, tables, time, once, beginning);
        } catch (IOException | RuntimeException e) {
          closeAfter(e, tables);
          throw e;
        }
      } catch (IOException | RuntimeException e) {
        closeAfter(e, journal);
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      closeAfter(e, directory);
      throw e;
    }
  }

  /** Whichever part fails first is why. */
  private static Consumer<Throwable> once(Consumer<Throwable> onFailure) {
    AtomicBoolean failed = new AtomicBoolean();
    return failure -> {
      if (!failed.getAndSet(true)) {
        onFailure.accept(failure);
      }
    };
  }

  private void refuseForeignKey() throws IOException {
    Checkpoint last = journal.lastCheckpoint();
    if (last != null && !last.keyId().equals(registrar.key().id())) {
      throw new IOException(
          RegistrarKey.FILE_NAME
              + " in "
              + directory.path()
              + " is not the key that signed this journal; put the right one back");
    }
  }

  static void closeAfter(Exception failure, AutoCloseable opened) {
    try {
      opened.close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  public Registrar registrar() {
    return registrar;
  }

  /** The threads that it needs. */
  List<Thread> threads() {
    List<Thread> threads = new ArrayList<>(sequencer.threads());
    threads.add(tables.feed().thread());
    return threads;
  }

  /** Stops for good, as if its journal had failed. */
  void fail(Throwable cause) {
    sequencer.fail(cause);
  }

  public Sequencer sequencer() {
    return remembering;
  }

  /** What was. */
  public Archive archive() {
    return archive;
  }

  /** How many durable events the tables do not have yet. */
  public int feedLag() {
    return tables.feed().lagEvents();
  }

  /** Returns when the tables know all that is durable now. */
  public void awaitTables() throws InterruptedException {
    tables.feed().await();
  }

  /** The credentials that were known before the sequencer took its first command. */
  public List<Token> tokensAtStart() {
    return tokensAtStart;
  }

  /** The newest version of each policy, before the sequencer took its first command. */
  public List<Policy> policiesAtStart() {
    return policiesAtStart;
  }

  private static long lastTick(Journal journal) throws IOException {
    ClockMark last = journal.lastMark();
    return last == null ? journal.head().tick() : Math.max(last.tick(), journal.head().tick());
  }

  private List<Lease> waitingAt(long tick) {
    List<Lease> waiting = new ArrayList<>(kernel.recorded().waiting());
    kernel.recorded().unclaimed().stream()
        // One that waits to be converted is there already.
        .filter(lease -> lease.particulars().place() == null)
        .filter(lease -> lease.issuedTick() >= tick - IN_DOUBT_NANOS)
        .forEach(waiting::add);
    return List.copyOf(waiting);
  }

  /**
   * The leases that waited before the sequencer took its first command, and those that were granted
   * so shortly before the last session ended that their holders may not have been told.
   */
  public List<Lease> waitingAtStart() {
    return waitingAtStart;
  }

  public void addDurableListener(DurableListener listener) {
    sequencer.addDurableListener(listener);
  }

  /** The tick now, the same that commands are stamped with. */
  public long tick() {
    return clock.tick();
  }

  /** How many commands wait for the kernel. */
  public int inboxLength() {
    return sequencer.inboxLength();
  }

  /** Whether changes are refused because the disk has no room for them. */
  public boolean isShortOfRoom() {
    return diskWatch.room().isShort();
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
    diskWatch.close();
    tables.stopHoldingBack();
    sequencer.close();
    if (!closed && !sequencer.hasFailed()) {
      closed = true;
      tables.close();
      journal.close();
      directory.close();
    }
  }
}
