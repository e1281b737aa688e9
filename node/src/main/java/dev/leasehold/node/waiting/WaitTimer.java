package dev.leasehold.node.waiting;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.time.TimeSource;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** Looks at waits when their time has come, on one thread for all of them. */
final class WaitTimer implements AutoCloseable {

  /** A look that comes this late comes after a pause of the server. */
  private static final long LATE_NANOS = Limits.SECOND;

  /**
   * @param patient whether it waits for a client to come back, which none can while the server
   *     stands still
   */
  private record Due(long tick, LongConsumer look, boolean patient) {}

  private final LongSupplier tick;
  private final TimeSource time;
  private final ObjLongConsumer<WaitingLease> onDue;
  private final PriorityQueue<Due> dues = new PriorityQueue<>(Comparator.comparingLong(Due::tick));
  private final Thread thread;
  private volatile boolean closed;

  WaitTimer(LongSupplier tick, TimeSource time, ObjLongConsumer<WaitingLease> onDue) {
    this.tick = tick;
    this.time = time;
    this.onDue = onDue;
    this.thread =
        Thread.ofPlatform().daemon().name("leasehold-waiting").unstarted(this::lookUntilClosed);
  }

  void start() {
    thread.start();
  }

  Thread thread() {
    return thread;
  }

  /** Looks at the lease when it says it is due. */
  void add(WaitingLease lease) {
    add(new Due(lease.dueTick(), now -> onDue.accept(lease, now), true));
  }

  /** Runs the task when the tick has come, with the tick as it is by then. */
  void at(long dueTick, LongConsumer look) {
    add(new Due(dueTick, look, false));
  }

  private void add(Due due) {
    boolean first;
    synchronized (dues) {
      dues.add(due);
      first = dues.peek() == due;
    }
    if (first) {
      LockSupport.unpark(thread);
    }
  }

  private void lookUntilClosed() {
    while (!closed) {
      long now = tick.getAsLong();
      LongConsumer due = takeDue(now);
      if (due != null) {
        due.accept(now);
      } else {
        sleep(now, nanosToNext(now));
      }
    }
  }

  private void sleep(long now, long nanos) {
    long before = time.livedNanos();
    time.park(nanos);
    if (time.livedNanos() - before - nanos > LATE_NANOS) {
      postpone(now + nanos, tick.getAsLong() + WaitingLease.PATIENCE_NANOS);
    }
  }

  /** Callers that were cut off have as long to come back as if they had left only now. */
  private void postpone(long fromTick, long toTick) {
    synchronized (dues) {
      List<Due> unheard = dues.stream().filter(due -> due.patient && due.tick >= fromTick).toList();
      for (Due due : unheard) {
        if (due.tick < toTick) {
          dues.remove(due);
          dues.add(new Due(toTick, due.look, true));
        }
      }
    }
  }

  private @Nullable LongConsumer takeDue(long now) {
    synchronized (dues) {
      Due first = dues.peek();
      if (first == null || first.tick() > now) {
        return null;
      }
      dues.remove();
      return first.look();
    }
  }

  private long nanosToNext(long now) {
    synchronized (dues) {
      Due first = dues.peek();
      return first == null ? Long.MAX_VALUE : first.tick() - now;
    }
  }

  /** Looks at nothing more. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
