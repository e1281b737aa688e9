package dev.leasehold.node.tables.recovery;

import dev.leasehold.kernel.codec.StateCopy;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.StateSource;
import dev.leasehold.node.sequence.StoppedException;
import dev.leasehold.node.tables.FullDiskException;
import dev.leasehold.node.tables.RestingThread;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the state now and then while the node runs, so that a start after a crash replays a
 * bounded part of the journal. The kernel that serves is copied in slices. Between them this rests,
 * the less the more of the journal has followed the state that is stored, and beyond a limit few
 * commands are decided until the next is stored.
 */
public final class StateKeeper implements DurableListener, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(StateKeeper.class);

  /** About a second of replay at the next start. */
  static final long BYTES_BETWEEN_STATES = 64 << 20;

  /** Times what is due. With more behind the stored state, storing the next comes first. */
  private static final int PRESSING_FACTOR = 4;

  /** Events of the journal take about as much, to judge what was there before this start. */
  private static final long BYTES_AN_EVENT = 100;

  /** The kernel copies a millisecond at a time: a fifth of its time while nothing presses. */
  private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A full disk is hardly better a second later. */
  private static final long RETRY_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Journal journal;
  private final StoredStates states;
  private final long bytesBetween;
  private final RestingThread thread;
  private @Nullable StateSource source;

  /** The newest block, and the bytes of events up to it. */
  private Head newest;

  private long writtenBytes;

  private long coveredBytes;
  private long lastLength;
  private volatile boolean closed;
  private volatile long storedPosition;

  /**
   * @param journal recovered
   * @param stored the position of the state that is stored; 0 if there is none
   */
  public StateKeeper(Journal journal, StoredStates states, long stored) {
    this(journal, states, stored, BYTES_BETWEEN_STATES);
  }

  StateKeeper(Journal journal, StoredStates states, long stored, long bytesBetween) {
    this.journal = journal;
    this.states = states;
    this.storedPosition = stored;
    this.bytesBetween = bytesBetween;
    this.newest = journal.head();
    this.writtenBytes = BYTES_AN_EVENT * (newest.position() - stored);
    this.thread = new RestingThread("leasehold-state", LOOK_EVERY_NANOS, this::keep);
  }

  /** Begins to store states of the kernel. */
  public void start(StateSource from) {
    source = from;
    thread.start();
  }

  /** The position of the newest state that is stored. */
  public long storedPosition() {
    return storedPosition;
  }

  @Override
  public synchronized void onDurableBlock(Block block) {
    newest = block.head();
    writtenBytes += block.eventsLength();
    notifyAll();
  }

  @Override
  public void onDurableFacts(DurableBlock block) {}

  /** The bytes of events behind the state that is stored. */
  private synchronized long followingBytes() {
    return writtenBytes - coveredBytes;
  }

  /** A large state takes long to load, so that more may follow it. */
  private long dueBytes() {
    return Math.max(bytesBetween, lastLength / 2);
  }

  /** Stores the state if that is due; gives the nanoseconds to rest after it. */
  private long keep() {
    if (followingBytes() < dueBytes()) {
      return LOOK_EVERY_NANOS;
    }
    return tryToStore() ? LOOK_EVERY_NANOS : RETRY_EVERY_NANOS;
  }

  /** Tries to store; a failure only makes the next start longer. */
  private boolean tryToStore() {
    try {
      return store();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (FullDiskException e) {
      log.warn("{}; it is tried again later", e.getMessage());
    } catch (SQLException e) {
      log.warn("the state could not be stored ({}); it is tried again later", e.getMessage());
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof StoppedException)) {
        log.warn("the state could not be copied and is tried again later", e.getCause());
      }
    } catch (IOException | RuntimeException e) {
      log.warn("the state could not be stored and is tried again later", e);
    }
    return false;
  }

  private boolean store()
      throws SQLException,
          IOException,
          InterruptedException,
          FullDiskException,
          ExecutionException {
    StateSource kernel = source;
    if (kernel == null) {
      return false;
    }
    long began = System.nanoTime();
    Head before;
    long bytesBefore;
    synchronized (this) {
      before = newest;
      bytesBefore = writtenBytes;
    }
    try (StoredStates.Writing writing = states.begin(lastLength)) {
      StateCopy copy = kernel.beginCopy().get();
      try {
        if (!copyLeases(kernel, copy, writing)) {
          return false;
        }
      } finally {
        kernel.giveUp(copy);
      }
      writing.add(copy.rest());
      writing.complete(blockAt(copy.position(), before));
      lastLength = writing.length();
      storedPosition = copy.position();
    }
    synchronized (this) {
      coveredBytes = bytesBefore;
    }
    log.debug(
        "stored a state of {} bytes at position {} in {} ms",
        lastLength,
        storedPosition,
        (System.nanoTime() - began) / 1_000_000);
    return true;
  }

  /** Copies all leases; false if this is closed, or the copy was overtaken by a restore. */
  private boolean copyLeases(StateSource kernel, StateCopy copy, StoredStates.Writing writing)
      throws SQLException, FullDiskException, InterruptedException, ExecutionException {
    do {
      Optional<byte[]> piece = kernel.copyMore(copy).get();
      if (piece.isEmpty() || closed) {
        return false;
      }
      kernel.press(followingBytes() > PRESSING_FACTOR * dueBytes());
      writing.add(piece.get());
      LockSupport.parkNanos(restNanos());
    } while (!copy.hasAllLeases());
    return true;
  }

  /** The more follows the state that is stored, the more of its time the kernel copies. */
  private long restNanos() {
    double tooMuch = (double) followingBytes() / dueBytes() - 1;
    return (long) (REST_NANOS * Math.clamp(1 - tooMuch, 0.0, 1.0));
  }

  /** Waits for the block that ends at the position, which comes after a known one or is it. */
  private Head blockAt(long position, Head known) throws IOException, InterruptedException {
    synchronized (this) {
      while (newest.position() < position && !closed) {
        wait();
      }
      if (newest.position() == position) {
        return newest;
      }
    }
    for (long number = Math.max(1, known.block()); ; number++) {
      Block block = journal.block(number);
      if (block == null || block.lastPosition() > position) {
        throw new IOException("no block of the journal ends at position " + position);
      }
      if (block.lastPosition() == position) {
        return block.head();
      }
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    thread.close();
  }
}
