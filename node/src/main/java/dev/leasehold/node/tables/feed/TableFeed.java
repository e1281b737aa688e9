package dev.leasehold.node.tables.feed;

import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.forgotten.TablesBehindException;
import dev.leasehold.node.tables.FullDiskException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes blocks behind the replies and writes them on a thread of its own, many in one transaction.
 * Blocks that wait take a bounded number of bytes, since they can be read from the journal again.
 * How far the tables may be behind is bounded too; beyond that, the thread that brings the next
 * block waits.
 */
public final class TableFeed implements DurableListener, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TableFeed.class);

  private static final long HEAP_BYTES = Runtime.getRuntime().maxMemory();

  /**
   * The keys of leases that are not fed are in memory, so the bound grows with the heap: with 512
   * MB it is 524,288, and with 1 GB a million leases that end at once keep no reply waiting.
   */
  public static final int MAX_LAG_EVENTS = (int) Math.clamp(HEAP_BYTES / 1_024, 200_000, 4_000_000);

  /** Counted as the journal encodes events. */
  static final long MAX_LAG_BYTES = Math.clamp(HEAP_BYTES / 12, 64L << 20, 512L << 20);

  /** One transaction takes a second at most, so that readers who wait for a row get it soon. */
  static final int MAX_EVENTS_PER_TRANSACTION = 100_000;

  /**
   * Blocks that come one by one are gathered this long, since a transaction for each costs more.
   */
  private static final long GATHER_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Requests get their turn after this much work while they come in a rush. */
  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** At the end some is written yet; the next start feeds the rest. */
  private static final long WRITE_AT_END_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** How long a reader waits for all that is durable: the tables may be far behind. */
  private static final long WAIT_FOR_ALL_NANOS = TimeUnit.SECONDS.toNanos(30);

  /**
   * The limit for a read up to a given position; shorter, as the caller's later commands queue
   * behind it.
   */
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** A full disk is tried again this often. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final FeedTransactions transactions;
  private final Consumer<Throwable> onFailure;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final WaitingBlocks waiting;

  /** Blocks are not gathered while somebody waits. */
  private final WaitingReaders readers = new WaitingReaders();

  private final FeedPace pace;
  private final Thread thread;
  private long lagBytes;
  private long takenPosition;
  private boolean closed;
  private long closedAtNanos;

  /** When the feed last rested; for its thread alone. */
  private long restedAtNanos;

  private boolean holdsBack = true;
  private @Nullable Throwable failure;
  private volatile long fedPosition;

  /**
   * @param journal recovered, so that all its blocks are known to be in order
   * @param fedPosition the newest event that the tables have, and its block
   * @param onFailure called once, on a thread of its own, if the tables can be written no more
   */
  public TableFeed(
      FeedTransactions transactions,
      Journal journal,
      long fedPosition,
      long fedBlock,
      Consumer<Throwable> onFailure) {
    this.transactions = transactions;
    this.onFailure = onFailure;
    this.fedPosition = fedPosition;
    this.takenPosition = journal.head().position();
    this.waiting = new WaitingBlocks(journal, fedBlock);
    this.pace = new FeedPace(takenPosition, System.nanoTime());
    this.thread = Thread.ofPlatform().daemon().name("leasehold-feed").start(this::feedUntilClosed);
  }

  /** The thread that writes the tables. */
  public Thread thread() {
    return thread;
  }

  /** The position up to which the tables have everything. */
  public long fedPosition() {
    return fedPosition;
  }

  /** The number of durable events that the tables do not have yet. */
  public int lagEvents() {
    lock.lock();
    try {
      return lag();
    } finally {
      lock.unlock();
    }
  }

  private int lag() {
    return (int) Math.min(takenPosition - fedPosition, Integer.MAX_VALUE);
  }

  /** Does nothing: the feed takes the bytes of the block, in {@link #onDurableBlock}. */
  @Override
  public void onDurableFacts(DurableBlock block) {}

  @Override
  public void onDurableBlock(Block block) {
    lock.lock();
    try {
      while (isFull() && holdsBack && failure == null && !closed) {
        changed.awaitUninterruptibly();
      }
      if (failure != null) {
        throw cannotBeWritten(failure);
      }
      if (closed) {
        throw new IllegalStateException("the feed is closed");
      }
      boolean isFirst = waiting.isEmpty();
      waiting.add(block);
      lagBytes += block.eventsLength();
      takenPosition = block.lastPosition();
      if (isFirst) {
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** While the lag is at its bound, whoever brings a block waits until some of it is written. */
  @Override
  public boolean takesAtOnce() {
    lock.lock();
    try {
      return !(isFull() && holdsBack);
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull() {
    return fullness() >= 1;
  }

  private double fullness() {
    return Math.max((double) lag() / MAX_LAG_EVENTS, (double) lagBytes / MAX_LAG_BYTES);
  }

  /** Returns when all that was taken before is in the tables. */
  public void await() throws InterruptedException {
    try {
      fed(takenPosition()).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("leasehold.db does not get there", e.getCause());
    }
  }

  /**
   * Done when all that was taken before is in the tables. No thread waits for it.
   *
   * @return fails with {@link TablesBehindException} if that takes too long
   */
  public CompletableFuture<@Nullable Void> caughtUp() {
    return WaitingReaders.within(WAIT_FOR_ALL_NANOS, fed(takenPosition()));
  }

  private long takenPosition() {
    lock.lock();
    try {
      return takenPosition;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Done when all up to the position is in the tables. No thread waits for it.
   *
   * @return fails with {@link TablesBehindException} if that takes too long
   */
  public CompletableFuture<@Nullable Void> fedTo(long position) {
    return WaitingReaders.within(WAIT_NANOS, fed(position));
  }

  private CompletableFuture<@Nullable Void> fed(long position) {
    if (fedPosition >= position) {
      return CompletableFuture.completedFuture(null);
    }
    lock.lock();
    try {
      if (failure != null) {
        return CompletableFuture.failedFuture(cannotBeWritten(failure));
      }
      if (fedPosition >= position) {
        return CompletableFuture.completedFuture(null);
      }
      CompletableFuture<@Nullable Void> fed = readers.add(position);
      changed.signalAll();
      return fed;
    } finally {
      lock.unlock();
    }
  }

  private static IllegalStateException cannotBeWritten(Throwable cause) {
    return new IllegalStateException("leasehold.db cannot be written", cause);
  }

  /**
   * Lets the thread that brings blocks go on without waiting, so that it can end. Few more blocks
   * may come.
   */
  public void stopHoldingBack() {
    lock.lock();
    try {
      holdsBack = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void feedUntilClosed() {
    try {
      while (awaitBlocks()) {
        done(write());
      }
    } catch (FullDiskException e) {
      log.warn("{}; the rest is fed at the next start", e.getMessage());
      abandon(e);
    } catch (Throwable e) {
      fail(e);
    }
  }

  /** Waits for blocks, and for some more of them; false when the feed is closed and is to end. */
  private boolean awaitBlocks() throws InterruptedException {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.await();
      }
      gather();
      long since = System.nanoTime();
      while (mayRest() && pace.share(fullness()) == 0) {
        changed.awaitNanos(GATHER_NANOS);
        look(System.nanoTime());
      }
      restedAtNanos = System.nanoTime();
      return !waiting.isEmpty() && !(closed && since - closedAtNanos > WRITE_AT_END_NANOS);
    } finally {
      lock.unlock();
    }
  }

  private void gather() throws InterruptedException {
    long left = GATHER_NANOS;
    while (left > 0 && mayRest() && lag() < MAX_EVENTS_PER_TRANSACTION) {
      left = changed.awaitNanos(left);
    }
    look(System.nanoTime());
  }

  private void look(long nanos) {
    if (readers.haveGivenUp()) {
      pace.hurry(nanos);
    }
    pace.look(takenPosition, fedPosition, nanos);
  }

  /** Whether nobody waits for what is written. */
  private boolean mayRest() {
    return readers.isEmpty() && !closed && !isFull() && !transactions.isAwaited();
  }

  /** Rests between two pieces of work, while requests come in a rush. */
  private void giveWay() {
    long worked = System.nanoTime() - restedAtNanos;
    if (worked < WORK_NANOS) {
      return;
    }
    lock.lock();
    try {
      long rested = 0;
      long begin = System.nanoTime();
      look(begin);
      while (mayRest() && rested < pace.restNanos(worked, fullness())) {
        changed.awaitNanos(Math.min(pace.restNanos(worked, fullness()) - rested, GATHER_NANOS));
        long now = System.nanoTime();
        rested = now - begin;
        look(now);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
      restedAtNanos = System.nanoTime();
    }
  }

  /**
   * The journal goes on while there is no room for the tables, until the lag is at its bound; then
   * requests wait, and go on when there is room.
   *
   * @throws FullDiskException if there was none until this was closed
   */
  private FeedTransactions.Fed write() throws Exception {
    boolean told = false;
    while (true) {
      try {
        return transactions.write(waiting, this::giveWay);
      } catch (FullDiskException e) {
        if (!told) {
          log.warn("{}; the tables wait until there is room", e.getMessage());
          told = true;
        }
        pause();
      }
    }
  }

  private void pause() throws InterruptedException, FullDiskException {
    lock.lock();
    try {
      if (closed) {
        throw new FullDiskException("leasehold.db has no room on the disk", null);
      }
      long left = RETRY_NANOS;
      while (left > 0 && !closed) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void done(FeedTransactions.Fed written) {
    List<CompletableFuture<@Nullable Void>> reached;
    lock.lock();
    try {
      // Blocks from before this start were not counted.
      lagBytes = Math.max(0, lagBytes - written.bytes);
      fedPosition = written.lastPosition;
      reached = readers.takeUpTo(fedPosition);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    reached.forEach(reader -> reader.complete(null));
  }

  private void fail(Throwable cause) {
    abandon(cause);
    // The listener may close this feed, which waits for this thread.
    Thread.ofPlatform().name("leasehold-failure").start(() -> onFailure.accept(cause));
  }

  private void abandon(Throwable cause) {
    List<CompletableFuture<@Nullable Void>> left;
    lock.lock();
    try {
      failure = cause;
      left = readers.takeUpTo(Long.MAX_VALUE);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    left.forEach(reader -> reader.completeExceptionally(cannotBeWritten(cause)));
  }

  /** Writes what was taken, unless that takes long, and takes no more. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      closedAtNanos = System.nanoTime();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
