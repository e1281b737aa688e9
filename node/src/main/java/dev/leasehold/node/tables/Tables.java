package dev.leasehold.node.tables;

import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Kernel;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.Recovery;
import dev.leasehold.node.persist.Room;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code leasehold.db} as a whole: opened with a journal, it brings a kernel to where the journal
 * ends, and itself too.
 */
public final class Tables implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Tables.class);

  /** With fewer events since the stored state it is not worth storing another at the end. */
  static final long WORTH_STORING_EVENTS = 1_000;

  /** As many as may wait for the kernel. */
  static final int MAX_WAITING_READERS = 16_384;

  private final TableFile file;
  private final Journal journal;
  private final Kernel kernel;
  private final Feed feed;
  private final StoredStates states;
  private final StateKeeper keeper;
  private final Trimming trimming;
  private final ThreadPoolExecutor readers =
      new ThreadPoolExecutor(
          TableFile.MAX_READERS,
          TableFile.MAX_READERS,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(MAX_WAITING_READERS),
          Thread.ofPlatform().daemon().name("leasehold-tables-", 0).factory());

  private Tables(TableFile file, Journal journal, Start start, Feed feed, StoredStates states) {
    this.file = file;
    this.journal = journal;
    this.kernel = start.kernel();
    this.feed = feed;
    this.states = states;
    this.keeper = new StateKeeper(journal, feed::fedPosition, states, start.head().position());
    this.trimming = new Trimming(file);
  }

  /** Where recovery begins. */
  private record Start(Kernel kernel, Head head) {}

  /**
   * Opens the file, or builds it anew from the journal, and replays the journal.
   *
   * @param room of the disk that the file is on
   * @param leasesPerHolder the quota of the kernel that is recovered
   * @param onFailure told if the tables cannot be written any more: the node has to stop
   * @throws IOException with a sentence for the person who started it
   */
  public static Tables open(
      Path path, Journal journal, Room room, int leasesPerHolder, Consumer<Throwable> onFailure)
      throws IOException {
    TableFile file = TableFile.open(path, room);
    try {
      FedPosition fed = FedPosition.read(file);
      if (!fed.isIn(journal)) {
        log.warn("{} does not belong to this journal and is built anew", path);
        file.close();
        remove(path);
        file = TableFile.open(path, room);
        fed = FedPosition.NOTHING;
      }
      StoredStates states = new StoredStates(file);
      Start start = start(states, journal, fed, leasesPerHolder);
      Feed feed = new Feed(file, fed.position(), onFailure);
      recover(journal, start, feed, fed);
      return new Tables(file, journal, start, feed, states);
    } catch (InterruptedException e) {
      file.close();
      throw new InterruptedIOException("the start was interrupted");
    } catch (SQLException e) {
      file.close();
      throw new IOException(
          path + " cannot be read: " + e.getMessage() + "; remove it to have it built anew", e);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static void remove(Path path) throws IOException {
    for (String suffix : new String[] {"", "-wal", "-shm"}) {
      Files.deleteIfExists(Path.of(path + suffix));
    }
  }

  /** From the stored state if there is one that fits, else from the beginning. */
  private static Start start(
      StoredStates states, Journal journal, FedPosition fed, int leasesPerHolder)
      throws SQLException, IOException, InterruptedException {
    StoredStates.Stored stored = states.newest();
    if (stored == null) {
      return new Start(new Kernel(leasesPerHolder), Head.EMPTY);
    }
    long began = System.nanoTime();
    try {
      var block = journal.block(stored.head().block());
      if (block != null
          && block.isIntact()
          && stored.head().isAt(block)
          && stored.head().position() <= fed.position()) {
        Kernel kernel = Kernel.restore(stored.state(), leasesPerHolder);
        log.info(
            "restored the state at position {} in {} s",
            kernel.lastPosition(),
            "%.3f".formatted((System.nanoTime() - began) / 1e9));
        return new Start(kernel, stored.head());
      }
      log.warn("the stored state does not fit the journal; all of the journal is replayed");
    } catch (IllegalArgumentException e) {
      log.warn("the stored state cannot be read; all of the journal is replayed", e);
    }
    states.discard();
    return new Start(new Kernel(leasesPerHolder), Head.EMPTY);
  }

  private static void recover(Journal journal, Start start, Feed feed, FedPosition fed)
      throws IOException, InterruptedException {
    try {
      Refeeding refeeding = new Refeeding(start.kernel(), feed);
      Consumer<Event> applied = refeeding::add;
      Recovery.recover(journal, start.head(), start.kernel(), applied);
      refeeding.finish();
      // What the kernel has forgotten has to be in the tables before anybody asks for it.
      if (fed.tick() <= refeeding.forgottenTick()) {
        feed.await();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      feed.close();
      throw e;
    }
  }

  /** The kernel as the journal has it, until somebody changes it. */
  public Kernel kernel() {
    return kernel;
  }

  public Feed feed() {
    return feed;
  }

  /** The position of the newest state that is stored. */
  long storedPosition() {
    return keeper.storedPosition();
  }

  /** Where the tables are read; refuses when too many wait. */
  Executor readers() {
    return readers;
  }

  TableFile file() {
    return file;
  }

  /**
   * To be called before anybody waits for the writer of the journal to end: from now on it does not
   * wait for the feed. What the feed cannot write any more is fed at the next start.
   */
  public void stopHoldingBack() {
    feed.stopHoldingBack();
  }

  /**
   * Writes what is left. To be called when the kernel changes no more and before the journal is
   * closed.
   */
  @Override
  public void close() throws IOException {
    keeper.close();
    trimming.close();
    feed.close();
    readers.close();
    try (file) {
      boolean fed = feed.fedPosition() == kernel.lastPosition();
      if (fed && kernel.lastPosition() - keeper.storedPosition() >= WORTH_STORING_EVENTS) {
        states.store(kernel.snapshot(), journal.head());
      }
    } catch (FullDiskException e) {
      log.warn("{}; the next start replays more of the journal", e.getMessage());
    } catch (SQLException e) {
      log.warn(
          "the state could not be stored ({}); the next start replays more of the journal",
          e.getMessage());
    }
  }
}
