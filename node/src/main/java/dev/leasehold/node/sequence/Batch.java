package dev.leasehold.node.sequence;

import dev.leasehold.kernel.BytesOut;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.EventCodec;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Head;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What was decided while the last block was being written: the next block, and its replies. */
final class Batch {

  /** A larger block would cost more memory and time than it saves in writes. */
  static final int MAX_BYTES = 1 << 20;

  /** Replies are kept in memory until the block is durable; most have an event, not all. */
  static final int MAX_REPLIES = 16_384;

  private record Parked(CompletableFuture<Outcome> reply, Outcome outcome) {}

  private final BytesOut encoded = new BytesOut();
  private final List<Event> events = new ArrayList<>();
  private final List<Parked> replies = new ArrayList<>();
  private long tick;
  private long wallNanos;
  private boolean marked;

  void add(Outcome outcome, @Nullable CompletableFuture<Outcome> reply) {
    for (Event event : outcome.events()) {
      EventCodec.write(event, encoded);
      events.add(event);
    }
    if (reply != null) {
      replies.add(new Parked(reply, outcome));
    }
    reach(outcome.stamp());
  }

  private void reach(Stamp stamp) {
    tick = stamp.tick();
    wallNanos = stamp.wallNanos();
  }

  /** Asks for the tick to be made durable, event or not. */
  void mark(long reachedTick) {
    tick = reachedTick;
    marked = true;
  }

  boolean isEmpty() {
    return events.isEmpty() && replies.isEmpty() && !marked;
  }

  boolean isFull() {
    return encoded.length() >= MAX_BYTES || replies.size() >= MAX_REPLIES;
  }

  boolean hasEvents() {
    return !events.isEmpty();
  }

  boolean isMarked() {
    return marked;
  }

  long tick() {
    return tick;
  }

  List<Event> events() {
    return Collections.unmodifiableList(events);
  }

  Block toBlock(Head head) {
    long lastPosition = events.get(events.size() - 1).position();
    return Block.following(head, lastPosition, tick, wallNanos, encoded.toByteArray());
  }

  void reply() {
    replies.forEach(parked -> parked.reply().complete(parked.outcome()));
  }

  void fail(RuntimeException why) {
    replies.forEach(parked -> parked.reply().completeExceptionally(why));
  }
}
