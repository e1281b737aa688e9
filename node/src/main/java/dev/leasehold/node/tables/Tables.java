package dev.leasehold.node.tables;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.command.Command;
import dev.leasehold.kernel.config.AgentsSee;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.persist.Recovery;
import dev.leasehold.node.persist.files.DiskSpace;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.sequence.StateSource;
import dev.leasehold.node.sequence.forgotten.ForgottenLeases;
import dev.leasehold.node.tables.feed.FeedTransactions;
import dev.leasehold.node.tables.feed.TableFeed;
import dev.leasehold.node.tables.query.Archive;
import dev.leasehold.node.tables.recovery.FedPosition;
import dev.leasehold.node.tables.recovery.RestoredKernel;
import dev.leasehold.node.tables.recovery.StateKeeper;
import dev.leasehold.node.tables.recovery.StoredStates;
import dev.leasehold.node.tables.retry.ForgottenPosition;
import dev.leasehold.node.tables.retry.HistoryBackedSequencer;
import dev.leasehold.node.tables.retry.KeyFilters;
import dev.leasehold.node.tables.retry.LatestLease;
import dev.leasehold.node.tables.retry.RetryLookup;
import dev.leasehold.node.tables.retry.UnfedBlocks;
import dev.leasehold.node.tables.retry.UnfedEvents;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code leasehold.db} as a whole. Opening it replays the journal, so that kernel and tables know
 * all of it. From then on it follows the journal, and knows what the kernel forgets.
 */
public final class Tables implements DurableListener, ForgottenLeases, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Tables.class);

  /** A state is stored at the end only after this many events: replaying fewer is quick. */
  static final long WORTH_STORING_EVENTS = 1_000;

  final TableFile file;
  private final Journal journal;
  private final Kernel kernel;
  final TableFeed feed;
  private final StoredStates states;
  final StateKeeper keeper;
  private final Trimming trimming;
  final TableReaders readers = new TableReaders();
  final KeyFilters filters;
  private final UnfedEvents unfed;
  final LatestLease latest;
  private final ForgottenPosition forgotten;
  private final RetryLookup retries;

  private Tables(
      TableFile file,
      Journal journal,
      RestoredKernel restored,
      KeyFilters filters,
      TableFeed feed,
      UnfedEvents unfed,
      StoredStates states) {
    this.file = file;
    this.filters = filters;
    this.journal = journal;
    this.kernel = restored.kernel();
    this.feed = feed;
    this.states = states;
    this.keeper = new StateKeeper(journal, states, restored.head().position());
    this.trimming = new Trimming(file, filters);
    this.unfed = unfed;
    this.latest = new LatestLease(file, readers, journal, unfed);
    // The recovered kernel may have forgotten whatever had ended by its last event.
    this.forgotten = new ForgottenPosition(kernel.lastPosition(), feed::fedTo);
    this.retries =
        new RetryLookup(kernel.recorded(), file, filters, unfed, forgotten, latest, readers);
  }

  /**
   * Opens the file, or builds it anew from the journal, and replays the journal.
   *
   * @param diskSpace of the disk that the file is on
   * @param leasesPerHolder the quota of the kernel that is recovered
   * @param onFailure told if the tables cannot be written any more: the node has to stop
   * @throws IOException with a sentence for the person who started it
   */
  public static Tables open(
      Path path,
      Journal journal,
      DiskSpace diskSpace,
      int leasesPerHolder,
      Consumer<Throwable> onFailure)
      throws IOException {
    return open(path, journal, diskSpace, leasesPerHolder, UnfedBlocks.MOST_EVENTS, onFailure);
  }

  /**
   * @param mostUnfed tables that are further behind are awaited
   */
  static Tables open(
      Path path,
      Journal journal,
      DiskSpace diskSpace,
      int leasesPerHolder,
      int mostUnfed,
      Consumer<Throwable> onFailure)
      throws IOException {
    TableFile file = TableFile.open(path, diskSpace);
    try {
      FedPosition fed = FedPosition.read(file).in(journal);
      if (fed == null || !file.isReadable()) {
        log.warn(
            "{} {} and is built anew; all of the journal is replayed",
            path,
            fed != null ? "has tables of an older Leasehold" : "does not belong to this journal");
        file.close();
        remove(path);
        file = TableFile.open(path, diskSpace);
        fed = FedPosition.NOTHING;
      }
      StoredStates states = new StoredStates(file);
      RestoredKernel restored = RestoredKernel.from(states, journal, leasesPerHolder);
      KeyFilters filters = file.write(connection -> KeyFilters.of(connection));
      Recovery.recover(journal, restored.head(), restored.kernel()::replay);
      TableFeed feed =
          new TableFeed(
              new FeedTransactions(file, filters), journal, fed.position(), fed.block(), onFailure);
      UnfedBlocks.Spaces spaces = UnfedBlocks.spaces(restored.kernel().recorded(), file);
      UnfedEvents unfed = UnfedBlocks.read(journal, fed.block(), mostUnfed, spaces, feed);
      return new Tables(file, journal, restored, filters, feed, unfed, states);
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

  /** The recovered kernel. */
  public Kernel kernel() {
    return kernel;
  }

  /** Begins to store the state of the kernel now and then. */
  public void storeStatesOf(StateSource source) {
    keeper.start(source);
  }

  /**
   * Answers questions about what has ended.
   *
   * @param setting as it is when an answer is told
   */
  public Archive archive(Supplier<AgentsSee> setting) {
    return new Archive(file, feed, readers, latest, setting);
  }

  /**
   * Wraps the sequencer, to answer for leases that its kernel has forgotten as well.
   *
   * @param setting as it is when an answer is told
   */
  public HistoryBackedSequencer withHistory(Sequencer sequencer, Supplier<AgentsSee> setting) {
    return new HistoryBackedSequencer(
        sequencer, file, readers, retries, forgotten, latest, setting);
  }

  @Override
  public void onDurableBlock(Block block) {
    keeper.onDurableBlock(block);
    feed.onDurableBlock(block);
    unfed.onDurableBlock(block);
  }

  @Override
  public boolean takesAtOnce() {
    return feed.takesAtOnce();
  }

  /** Notes the events of the block after the feed has taken it. */
  @Override
  public void onDurableFacts(DurableBlock block) {
    unfed.onDurableFacts(block);
  }

  @Override
  public boolean mayKnow(Caller caller, Command command) {
    return retries.mayKnow(caller, command);
  }

  @Override
  public CompletableFuture<@Nullable Reply> lookUp(Caller caller, Command command) {
    return retries.lookUp(caller, command);
  }

  @Override
  public long knownPosition() {
    return retries.knownPosition();
  }

  @Override
  public void forgot(long endedBy) {
    retries.forgot(endedBy);
  }

  /** The thread that writes the tables. */
  public Thread thread() {
    return feed.thread();
  }

  /** The number of durable events that the tables do not have yet. */
  public int lagEvents() {
    return feed.lagEvents();
  }

  /** Returns when the tables have all that is durable now. */
  public void await() throws InterruptedException {
    feed.await();
  }

  /**
   * Lets the writer of the journal go on without waiting for the feed, so that it can end. The next
   * start feeds whatever is not written by then.
   */
  public void stopHoldingBack() {
    feed.stopHoldingBack();
  }

  /**
   * Writes all that is left. The kernel must not change any more, and the journal must still be
   * open.
   */
  @Override
  public void close() throws IOException {
    keeper.close();
    trimming.close();
    feed.close();
    readers.close();
    try (file;
        latest) {
      if (kernel.lastPosition() - keeper.storedPosition() >= WORTH_STORING_EVENTS) {
        states.store(kernel.copy(), journal.head());
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
