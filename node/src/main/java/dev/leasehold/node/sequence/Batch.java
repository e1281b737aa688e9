package dev.leasehold.node.sequence;

import dev.leasehold.kernel.BytesOut;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.EventCodec;
import dev.leasehold.kernel.Lease;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.EventSignature;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.prove.Grants;
import dev.leasehold.node.prove.Registrar;
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
  private final List<Lease> leases = new ArrayList<>();
  private final List<Durable.Step> steps = new ArrayList<>();
  private final List<Parked> replies = new ArrayList<>();
  private final List<Grants.ToSign> toSign = new ArrayList<>();
  private long tick;
  private long wallNanos;
  private boolean marked;

  void add(Decision decision, @Nullable CompletableFuture<Outcome> reply) {
    Outcome outcome = decision.outcome();
    toSign.addAll(Grants.in(outcome.events(), decision.leases()));
    for (Event event : outcome.events()) {
      EventCodec.write(event, encoded);
      events.add(event);
    }
    if (!outcome.events().isEmpty()) {
      leases.addAll(decision.leases());
      steps.add(new Durable.Step(outcome.events(), decision.leases(), outcome.between()));
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

  /** To be asked for when nothing more is added. */
  Durable durable() {
    return new Durable(
        Collections.unmodifiableList(events),
        Collections.unmodifiableList(leases),
        tick,
        wallNanos,
        Collections.unmodifiableList(steps),
        encoded.length());
  }

  Block toBlock(Head head, Registrar registrar) {
    long lastPosition = events.get(events.size() - 1).position();
    List<EventSignature> signatures =
        toSign.stream()
            .map(grant -> new EventSignature(grant.position(), registrar.sign(grant.lease())))
            .toList();
    return Block.following(
        head,
        events.get(0).position(),
        lastPosition,
        tick,
        wallNanos,
        encoded.toByteArray(),
        signatures);
  }

  void reply() {
    replies.forEach(parked -> parked.reply().complete(parked.outcome()));
  }

  void fail(RuntimeException why) {
    replies.forEach(parked -> parked.reply().completeExceptionally(why));
  }
}
