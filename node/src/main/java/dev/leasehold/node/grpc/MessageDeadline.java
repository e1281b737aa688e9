package dev.leasehold.node.grpc;

import dev.leasehold.node.http.receive.WireLimits;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends a stream whose next message is begun and not finished. Looks now and then: a message that is
 * half-sent at two looks in a row has had the time between them. All of it on the stream's event
 * loop.
 */
final class MessageDeadline {

  private static final long NONE = -1;

  private final EventLoop loop;
  private final BooleanSupplier isHalfSent;
  private final Runnable onLate;
  private long finished;

  /** How many messages were finished when one was last seen half-sent. */
  private long halfSentAfter = NONE;

  private @Nullable Future<?> next;
  private long dueNanos;

  /**
   * @param isHalfSent whether the stream is being read and a part of a message is there
   */
  MessageDeadline(EventLoop loop, BooleanSupplier isHalfSent, Runnable onLate) {
    this.loop = loop;
    this.isHalfSent = isHalfSent;
    this.onLate = onLate;
  }

  void begin() {
    dueNanos = loop.ticker().nanoTime() + WireLimits.MESSAGE_TIMEOUT.toNanos();
    next = loop.schedule(this::look, WireLimits.MESSAGE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look() {
    if (WireLimits.isOverdue(dueNanos, loop.ticker().nanoTime())) {
      begin();
      return;
    }
    boolean isHalfSentNow = isHalfSent.getAsBoolean();
    if (isHalfSentNow && halfSentAfter == finished) {
      onLate.run();
      return;
    }
    halfSentAfter = isHalfSentNow ? finished : NONE;
    begin();
  }

  /** A message has come to its end. */
  void finished() {
    finished++;
  }

  /** Looks no more. */
  void close() {
    if (next != null) {
      next.cancel(false);
    }
  }
}
