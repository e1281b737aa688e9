package dev.leasehold.node.persist;

import dev.leasehold.kernel.BytesIn;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.EventCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * One group commit: the events of a batch, one after the other, in an envelope that chains it to
 * the block before.
 *
 * @param number from 1, without gaps
 * @param tick reached when the batch was closed, not before that of any of its events
 * @param eventsLength how many bytes of events there should be: tells a block that was cut off from
 *     one that was changed
 * @param previousHash of the block before; all zero in the first
 * @param hash SHA-256 over all the rest
 * @param events in their canonical form
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record Block(
    long number,
    long firstPosition,
    long lastPosition,
    long tick,
    long wallNanos,
    int eventsLength,
    byte[] previousHash,
    byte[] hash,
    byte[] events) {

  /** The next block of a chain. */
  public static Block following(
      Head head, long lastPosition, long tick, long wallNanos, byte[] events) {
    Block unhashed =
        new Block(
            head.block() + 1,
            head.position() + 1,
            lastPosition,
            tick,
            wallNanos,
            events.length,
            head.hash(),
            new byte[0],
            events);
    return unhashed.withHash(unhashed.computeHash());
  }

  private Block withHash(byte[] computed) {
    return new Block(
        number,
        firstPosition,
        lastPosition,
        tick,
        wallNanos,
        eventsLength,
        previousHash,
        computed,
        events);
  }

  private byte[] computeHash() {
    ByteBuffer envelope = ByteBuffer.allocate(6 * Long.BYTES);
    envelope.putLong(number).putLong(firstPosition).putLong(lastPosition);
    envelope.putLong(tick).putLong(wallNanos).putLong(events.length);
    return Sha256.of(envelope.array(), previousHash, events);
  }

  boolean isIntact() {
    return eventsLength == events.length && hashMatches();
  }

  /**
   * Whether the end of the events is missing. If the hash matches what is there, nothing is missing
   * and it is the stated length that was changed.
   */
  boolean isCutOff() {
    return events.length < eventsLength && !hashMatches();
  }

  private boolean hashMatches() {
    return Arrays.equals(hash, computeHash());
  }

  Head head() {
    return new Head(number, lastPosition, tick, hash);
  }

  /** Hands over the events in order. */
  void decode(Consumer<Event> consumer) throws JournalDamagedException {
    BytesIn in = new BytesIn(events);
    for (long position = firstPosition; position <= lastPosition; position++) {
      Event event = decodeAt(position, in);
      if (event.position() != position || event.tick() > tick) {
        throw damaged("holds an event that does not belong at position " + position);
      }
      consumer.accept(event);
    }
    if (in.hasRemaining()) {
      throw damaged("holds more than its events");
    }
  }

  private Event decodeAt(long position, BytesIn in) throws JournalDamagedException {
    try {
      return EventCodec.read(in);
    } catch (IllegalArgumentException e) {
      throw damaged("cannot be decoded at position " + position + " (" + e.getMessage() + ")");
    }
  }

  JournalDamagedException damaged(String what) {
    return JournalDamagedException.atBlock(number, firstPosition, what);
  }
}
