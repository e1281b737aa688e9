package dev.leasehold.node.publish;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.time.TimeSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client that watches, on a thread of its own, from a position of its own. It takes what is
 * next only when the client has taken what went before, so a slow client costs a page of memory and
 * nothing else.
 */
public final class Watcher {

  /** Proxies commonly close what is silent for a minute, some for half of that. */
  static final long KEEP_ALIVE_NANOS = 15 * Limits.SECOND;

  /** A client that takes nothing for so long has gone or is stuck. */
  static final long STALL_NANOS = 60 * Limits.SECOND;

  /** The time between two checks of the client's credential. */
  static final long RECHECK_NANOS = 5 * Limits.SECOND;

  /** The client is looked at this often meanwhile. */
  private static final int STALL_LOOKS = 4;

  /** A client that takes nothing while so many events are published is stuck as well. */
  static final long STALL_EVENTS = 1_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(Watcher.class);

  private final Publisher publisher;
  private final WatchFilter filter;
  private final Sink sink;
  private final TimeSource time;
  private final LongSupplier tick;
  private final BooleanSupplier isStillAuthorised;
  private final Map<String, LeaseIdentity> known = new RecentlyUsedMap<>(History.MAX_KNOWN);
  private final Thread thread;
  private volatile StreamEnd.@Nullable Reason told;
  private long position;
  private long lastSentNanos;
  private long lastCheckedNanos;

  Watcher(
      Publisher publisher,
      WatchFilter filter,
      long position,
      Sink sink,
      TimeSource time,
      LongSupplier tick,
      BooleanSupplier isStillAuthorised) {
    this.publisher = publisher;
    this.filter = filter;
    this.position = position;
    this.sink = sink;
    this.time = time;
    this.tick = tick;
    this.isStillAuthorised = isStillAuthorised;
    this.thread = Thread.ofVirtual().name("leasehold-watcher").unstarted(this::run);
    sink.onChange(this::wake);
  }

  void start() {
    thread.start();
  }

  Caller caller() {
    return filter.caller();
  }

  void wake() {
    LockSupport.unpark(thread);
  }

  /** Ends the stream soon, by any thread. */
  public void end(StreamEnd.Reason reason) {
    told = reason;
    wake();
  }

  private void run() {
    try {
      lastSentNanos = time.monotonicNanos();
      // Asked at once: the credential may have ended before this thread began.
      lastCheckedNanos = lastSentNanos - RECHECK_NANOS;
      deliver(publisher.alertsAt(position));
      while (goesOn()) {
        List<Publication> page = publisher.after(position, known);
        if (page.isEmpty()) {
          idle();
        } else {
          deliver(page);
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("a stream of events failed after position {}", position, e);
      sink.end(new StreamEnd(StreamEnd.Reason.FAILED, position));
    } finally {
      publisher.leave(this);
    }
  }

  private boolean goesOn() {
    if (sink.isClosed()) {
      return false;
    }
    if (told == null && !isCredentialGood()) {
      told = StreamEnd.Reason.TOKEN_ENDED;
    }
    StreamEnd.Reason reason = told;
    if (reason != null) {
      sink.end(new StreamEnd(reason, position));
      return false;
    }
    return true;
  }

  private boolean isCredentialGood() {
    long now = time.monotonicNanos();
    if (now - lastCheckedNanos >= RECHECK_NANOS) {
      if (!isStillAuthorised.getAsBoolean()) {
        return false;
      }
      lastCheckedNanos = now;
    }
    return nanosToTokenEnd() > 0;
  }

  private void deliver(List<Publication> page) throws IOException {
    for (Publication publication : page) {
      Publication shown = filter.shown(publication);
      // A promise is worded when the client has taken all before it, and leaves alone.
      boolean isPromise = shown != null && shown.saysWhatIsLeft();
      if (isPromise && !flush()) {
        return;
      }
      if (shown != null) {
        sink.send(isPromise ? publisher.history().asOfNow(shown) : shown);
        lastSentNanos = time.monotonicNanos();
      }
      position = publication.position();
      if ((isPromise || sink.isFull()) && !flush()) {
        return;
      }
    }
    flush();
  }

  /**
   * Waits until the client has taken all of it; false if the stream is at its end. A leap of the
   * clock counts as one look at the client, so that a process that was stopped cuts nobody off.
   */
  private boolean flush() {
    long newest = publisher.position();
    sink.flush();
    long lookedNanos = time.monotonicNanos();
    int looks = 0;
    while (!sink.isReady()) {
      if (told != null || sink.isClosed() || !isCredentialGood()) {
        return false;
      }
      long left = lookedNanos + STALL_NANOS / STALL_LOOKS - time.monotonicNanos();
      if (left <= 0) {
        looks++;
        lookedNanos = time.monotonicNanos();
      } else {
        time.park(Math.min(left, nanosToNextCheck()));
      }
      boolean isStuck = looks == STALL_LOOKS || publisher.position() - newest >= STALL_EVENTS;
      if (isStuck && !sink.isReady()) {
        told = StreamEnd.Reason.NOT_READING;
        return false;
      }
    }
    return true;
  }

  private void idle() {
    long left = lastSentNanos + KEEP_ALIVE_NANOS - time.monotonicNanos();
    if (left <= 0) {
      sink.keepAlive(position);
      lastSentNanos = time.monotonicNanos();
      flush();
    } else {
      time.park(Math.min(left, nanosToNextCheck()));
    }
  }

  private long nanosToNextCheck() {
    long next = lastCheckedNanos + RECHECK_NANOS - time.monotonicNanos();
    return Math.max(1, Math.min(next, nanosToTokenEnd()));
  }

  private long nanosToTokenEnd() {
    long deadline = caller().tokenDeadlineTick();
    return deadline == 0 ? Long.MAX_VALUE : deadline - tick.getAsLong();
  }
}
