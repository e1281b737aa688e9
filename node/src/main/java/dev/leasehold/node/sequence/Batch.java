package dev.leasehold.node.sequence;

import dev.leasehold.kernel.Fact;
import dev.leasehold.kernel.Outcome;
import dev.leasehold.kernel.Stamp;
import dev.leasehold.kernel.codec.BytesOut;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.node.persist.Block;
import dev.leasehold.node.persist.Head;
import dev.leasehold.node.prove.GrantSigner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The outcomes decided while the last block was being written: the next block, and its replies. */
final class Batch {

  /** A larger block would cost more memory and time than it saves in writes. */
  static final int MAX_BYTES = 1 << 20;

  /** Replies are kept in memory until the block is durable; most have an event, not all. */
  static final int MAX_REPLIES = 16_384;

  /** A full run of commands takes as much; one large block makes not all that follow large. */
  private static final int MAX_EXPECTED_BYTES = 1 << 16;

  private record Parked(CompletableFuture<Outcome> reply, Outcome outcome) {}

  private final BytesOut encoded;
  private final List<Fact> facts = new ArrayList<>();
  private final List<Parked> replies = new ArrayList<>();
  private long tick;
  private long wallNanos;
  private boolean marked;
  private boolean ended;

  Batch() {
    this(0);
  }

  private Batch(int expectedBytes) {
    this.encoded = new BytesOut(Math.clamp(expectedBytes, 256, MAX_EXPECTED_BYTES));
  }

  /** The batch that follows: under load it will be about as large. */
  Batch next() {
    return new Batch(encoded.length() + encoded.length() / 4);
  }

  void add(Outcome outcome, @Nullable CompletableFuture<Outcome> reply) {
    List<Fact> added = outcome.facts();
    for (int i = 0; i < added.size(); i++) {
      if (Fact.isFirstOfEvent(added, i)) {
        EventCodec.write(added.get(i).event(), encoded);
      }
    }
    facts.addAll(added);
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

  /** Makes its last event the last of its block. */
  void end() {
    ended = hasEvents();
  }

  boolean isEmpty() {
    return facts.isEmpty() && replies.isEmpty() && !marked;
  }

  /** Nothing more fits, or is to be in the same block. */
  boolean isFull() {
    return isFilledTo(MAX_BYTES, MAX_REPLIES);
  }

  boolean isSmall() {
    return replies.size() <= DirectExecution.MAX_WRITTEN;
  }

  boolean isHalfFull() {
    return isFilledTo(MAX_BYTES / 2, MAX_REPLIES / 2);
  }

  private boolean isFilledTo(int bytes, int count) {
    return ended || encoded.length() >= bytes || replies.size() >= count;
  }

  boolean hasEvents() {
    return !facts.isEmpty();
  }

  boolean isMarked() {
    return marked;
  }

  long tick() {
    return tick;
  }

  /** The batch as listeners see it; to be asked for when nothing more is added. */
  DurableBlock durable() {
    return new DurableBlock(Collections.unmodifiableList(facts), tick, wallNanos);
  }

  Block toBlock(Head head, GrantSigner signer) {
    return Block.following(
        head,
        facts.get(0).event().position(),
        facts.get(facts.size() - 1).event().position(),
        tick,
        wallNanos,
        encoded.toByteArray(),
        signer.signatures(facts));
  }

  void reply() {
    replies.forEach(parked -> parked.reply().complete(parked.outcome()));
  }

  void fail(RuntimeException why) {
    replies.forEach(parked -> parked.reply().completeExceptionally(why));
  }
}
