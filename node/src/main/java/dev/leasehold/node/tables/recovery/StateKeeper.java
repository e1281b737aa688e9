package dev.leasehold.node.tables.recovery;

import dev.leasehold.kernel.Kernel;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.persist.Journal;
import dev.leasehold.node.tables.FullDiskException;
import dev.leasehold.node.tables.RestingThread;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the state now and then while the node runs, so that a start after a crash replays a
 * bounded part of the journal. It never asks the kernel that serves: it brings the stored state
 * forward with a kernel of its own, on a thread of its own.
 */
public final class StateKeeper implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(StateKeeper.class);

  /** About a second of replay at the next start. */
  static final long EVENTS_BETWEEN_STATES = 1_000_000;

  /** Storing takes at most a tenth of a core. */
  private static final int REST_FACTOR = 10;

  private static final long LOOK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A full disk or a damaged block is hardly better a second later. */
  private static final long RETRY_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Journal journal;
  private final LongSupplier fedPosition;
  private final StoredStates states;
  private final long eventsBetween;
  private final RestingThread thread;
  private volatile long storedPosition;

  public StateKeeper(Journal journal, LongSupplier fedPosition, StoredStates states, long stored) {
    this(journal, fedPosition, states, stored, EVENTS_BETWEEN_STATES);
  }

  StateKeeper(
      Journal journal,
      LongSupplier fedPosition,
      StoredStates states,
      long stored,
      long eventsBetween) {
    this.journal = journal;
    this.fedPosition = fedPosition;
    this.states = states;
    this.storedPosition = stored;
    this.eventsBetween = eventsBetween;
    this.thread = new RestingThread("leasehold-state", LOOK_EVERY_NANOS, this::keep);
    thread.start();
  }

  public long storedPosition() {
    return storedPosition;
  }

  /** Stores the state if that is due; gives the nanoseconds to rest after it. */
  private long keep() {
    if (fedPosition.getAsLong() - storedPosition < eventsBetween) {
      return LOOK_EVERY_NANOS;
    }
    long began = System.nanoTime();
    long leastNanos = tryToStore() ? LOOK_EVERY_NANOS : RETRY_EVERY_NANOS;
    return Math.max(leastNanos, REST_FACTOR * (System.nanoTime() - began));
  }

  /** Tries to store; a failure only makes the next start longer. */
  private boolean tryToStore() {
    try {
      long began = System.nanoTime();
      bringForward(fedPosition.getAsLong());
      log.debug("stored the state in {} ms", (System.nanoTime() - began) / 1_000_000);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (FullDiskException e) {
      log.warn("{}; it is tried again later", e.getMessage());
    } catch (SQLException e) {
      log.warn("the state could not be stored ({}); it is tried again later", e.getMessage());
    } catch (IOException | RuntimeException e) {
      log.warn("the state could not be stored and is tried again later", e);
    }
    return false;
  }

  /** Stores the state after the last block that ends at the position or before. */
  private void bringForward(long position)
      throws SQLException, IOException, InterruptedException, FullDiskException {
    StoredStates.Stored stored = states.newest();
    Kernel kernel = stored == null ? new Kernel() : Kernel.restore(stored.state());
    Head head = stored == null ? Head.EMPTY : stored.head();
    Block next = journal.block(head.block() + 1);
    while (next != null && next.lastPosition() <= position) {
      if (thread.isClosed()) {
        return;
      }
      if (!next.isIntact() || !Arrays.equals(next.previousHash(), head.hash())) {
        throw new IOException("block " + next.number() + " of the journal is damaged");
      }
      next.decode(kernel::replay);
      head = next.head();
      next = journal.block(head.block() + 1);
    }
    states.store(kernel.snapshot(), head);
    storedPosition = head.position();
  }

  @Override
  public void close() {
    thread.close();
  }
}
