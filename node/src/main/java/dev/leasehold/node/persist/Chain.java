package dev.leasehold.node.persist;

import dev.leasehold.kernel.event.Event;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the blocks of a journal as they are read and, after that, as they are written: the same
 * rules both times.
 *
 * <p>The treatment of a bad block is decided here. A block that was changed, is missing or is out
 * of order is refused, wherever it stands: it may have been acknowledged. The last block alone may
 * be cut off, its events shorter than it says: that is how an unfinished write looks, and an
 * unfinished write was never acknowledged. It is left out and reported. (SQLite leaves none such
 * behind; a copy that was made or stored badly may have one.)
 */
final class Chain {

  private Head head;
  private @Nullable Block cutOff;

  /** Goes on behind a block that is known to be good. Before anything is read or written. */
  void begin(Head from) {
    head = from;
  }

  /** A chain that begins with the first block. */
  Chain() {
    this(Head.EMPTY);
  }

  private Chain(Head head) {
    this.head = head;
  }

  /** A chain that begins with this block; those before it are taken on trust. */
  static Chain before(Block block) {
    return new Chain(
        new Head(block.number() - 1, block.firstPosition() - 1, 0, block.previousHash()));
  }

  Head head() {
    return head;
  }

  /** The last block if it was cut off, once all have been read. */
  @Nullable Block cutOff() {
    return cutOff;
  }

  /** Checks the next block that was read and hands over its events. */
  void read(Block block, Consumer<Event> events) throws JournalDamagedException {
    if (cutOff != null) {
      throw cutOff.damaged("is cut off and is not the last");
    }
    if (block.number() != head.block() + 1) {
      throw damaged("is missing");
    }
    if (block.isCutOff()) {
      requireLinked(block);
      cutOff = block;
      return;
    }
    if (!block.isIntact()) {
      throw damaged("does not match its hash");
    }
    requireLinked(block);
    block.decode(events);
    head = block.head();
  }

  /** Says that the next block is not the one that was written, by the blocks before it. */
  JournalDamagedException damaged(String what) {
    return JournalDamagedException.atBlock(head.block() + 1, head.position() + 1, what);
  }

  /** Checks a block before it is written. One that does not follow is a bug of the caller. */
  void requireNext(Block block) {
    if (block.number() != head.block() + 1 || !isLinked(block)) {
      throw new IllegalStateException(
          "block " + block.number() + " does not follow block " + head.block());
    }
  }

  /** Moves on to a block that was written. */
  void advance(Block block) {
    head = block.head();
  }

  private void requireLinked(Block block) throws JournalDamagedException {
    if (!isLinked(block)) {
      throw damaged("does not follow the block before it");
    }
  }

  private boolean isLinked(Block block) {
    return block.followsPosition(head.position())
        && block.lastPosition() >= block.firstPosition()
        && block.tick() >= head.tick()
        && Arrays.equals(block.previousHash(), head.hash());
  }
}
