package dev.leasehold.node.recurring;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.budget.Pool;
import dev.leasehold.kernel.budget.Recurrence;
import dev.leasehold.kernel.command.NodeCommand;
import dev.leasehold.kernel.command.PoolCommand;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.event.PoolEvent;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.sequence.DurableBlock;
import dev.leasehold.node.sequence.DurableListener;
import dev.leasehold.node.sequence.Sequencer;
import dev.leasehold.node.time.TimeSource;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tops pools up when a new day, week or month has begun in their time zone. The kernel refuses a
 * period that is not later than the last, so that looking too often does no harm, and one that
 * passed while the server was away is not made up for.
 */
public final class TopUps implements DurableListener, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(TopUps.class);

  /** The wall clock may be set, so that nobody sleeps longer on what it said. */
  private static final long LOOK_EVERY_NANOS = Limits.MINUTE;

  /** The server may be overloaded, or about to stop. */
  private static final long RETRY_NANOS = Limits.SECOND;

  private final Sequencer sequencer;
  private final TimeSource time;
  private final Thread thread;
  private volatile boolean changed;
  private volatile boolean closed;

  /** The pools that are topped up. */
  private List<Pool> pools = List.of();

  /**
   * By pool, the last period or time zone for which a top-up failed, so that the log says it once.
   */
  private final Map<String, String> given = new HashMap<>();

  /**
   * @param anyRecurs whether there may be pools to look after already
   */
  public TopUps(Sequencer sequencer, TimeSource time, boolean anyRecurs) {
    this.sequencer = sequencer;
    this.time = time;
    this.changed = anyRecurs;
    this.thread =
        Thread.ofPlatform().daemon().name("leasehold-top-ups").unstarted(this::lookUntilClosed);
  }

  public void start() {
    thread.start();
  }

  public Thread thread() {
    return thread;
  }

  @Override
  public void onDurableFacts(DurableBlock block) {
    for (Event event : block.events()) {
      if (event instanceof PoolEvent.RecurrenceSet
          || event instanceof PoolEvent.PoolConfirmed
          || event instanceof AdminEvent.Restored) {
        changed = true;
        LockSupport.unpark(thread);
      }
    }
  }

  private void lookUntilClosed() {
    while (!closed) {
      // Read before the wall clock: moved time wakes whoever has read it.
      long before = time.monotonicNanos();
      long nanos = RETRY_NANOS;
      boolean failed = true;
      try {
        nanos = look(now());
        failed = false;
      } catch (CompletionException | CancellationException e) {
        log.debug("pools are topped up at the next look", e);
      }
      if (!closed && (failed || !changed)) {
        time.park(Math.max(1, nanos - (time.monotonicNanos() - before)));
      }
    }
  }

  private Instant now() {
    return Instant.EPOCH.plusNanos(time.wallNanos());
  }

  /** Tops up what is due; gives the nanoseconds until the next look. */
  private long look(Instant now) {
    if (changed) {
      changed = false;
      // A top-up that was refused before may succeed now.
      given.clear();
      pools = recurring();
    }
    long nanos = pools.isEmpty() ? Long.MAX_VALUE : LOOK_EVERY_NANOS;
    boolean any = false;
    for (Pool pool : pools) {
      Recurrence recurrence = pool.recurrence();
      if (recurrence == null || !pool.open()) {
        continue;
      }
      try {
        Period period = Period.at(recurrence, now);
        nanos = Math.min(nanos, Math.max(1, Duration.between(now, period.end()).toNanos()));
        any |= period.name().compareTo(pool.period()) > 0 && topUp(pool, period.name());
      } catch (DateTimeException e) {
        if (!recurrence.zone().equals(given.put(pool.id(), recurrence.zone()))) {
          log.warn(
              "pool {} is not topped up: this machine knows no time zone {}",
              pool.id(),
              recurrence.zone());
        }
      }
    }
    if (any) {
      pools = recurring();
    }
    return nanos;
  }

  private List<Pool> recurring() {
    try {
      Reply reply = sequencer.submit(Caller.SERVER, new PoolCommand.ListPools()).join().reply();
      return reply instanceof Reply.Pools listed
          ? listed.pools().stream().filter(pool -> pool.recurrence() != null).toList()
          : List.of();
    } catch (CompletionException e) {
      changed = true;
      throw e;
    }
  }

  private boolean topUp(Pool pool, String period) {
    if (period.equals(given.get(pool.id()))) {
      return false;
    }
    Reply reply =
        sequencer.submit(Caller.SERVER, new NodeCommand.TopUp(pool.id(), period)).join().reply();
    if (reply instanceof Reply.Refused refused) {
      given.put(pool.id(), period);
      log.warn(
          "pool {} is not topped up for {}: {}", pool.id(), period, refused.refusal().detail());
      return true;
    }
    log.info("pool {} is topped up for {}", pool.id(), period);
    return true;
  }

  /** Looks at nothing more. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
