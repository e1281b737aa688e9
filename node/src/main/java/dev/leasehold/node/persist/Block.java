package dev.leasehold.node.persist;

import dev.leasehold.kernel.codec.BytesIn;
import dev.leasehold.kernel.codec.EventCodec;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.node.persist.files.Sha256;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * One group commit: the events of a batch, one after the other, in an envelope that chains it to
 * the block before.
 *
 * @param number from 1, without gaps
 * @param firstPosition the one after the last of the block before, or any larger one if the first
 *     event says that a backup was restored
 * @param tick reached when the batch was closed, not before that of any of its events
 * @param eventsLength how many bytes of events there should be: tells a block that was cut off from
 *     one that was changed
 * @param previousHash of the block before; all zero in the first
 * @param hash SHA-256 over all the rest
 * @param events in their canonical form
 * @param signatures of the events that are signed, see {@link EventSignature}; mostly empty
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
    byte[] events,
    byte[] signatures) {

  private static final byte[] UNSIGNED = {};

  /** The next block of a chain, with nothing signed in it. */
  public static Block following(
      Head head, long firstPosition, long lastPosition, long tick, long wallNanos, byte[] events) {
    return following(head, firstPosition, lastPosition, tick, wallNanos, events, List.of());
  }

  /** The next block of a chain. */
  public static Block following(
      Head head,
      long firstPosition,
      long lastPosition,
      long tick,
      long wallNanos,
      byte[] events,
      List<EventSignature> signatures) {
    Block unhashed =
        new Block(
            head.block() + 1,
            firstPosition,
            lastPosition,
            tick,
            wallNanos,
            events.length,
            head.hash(),
            new byte[0],
            events,
            signatures.isEmpty() ? UNSIGNED : EventSignature.encode(signatures));
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
        events,
        signatures);
  }

  private byte[] computeHash() {
    ByteBuffer envelope = ByteBuffer.allocate(6 * Long.BYTES);
    envelope.putLong(number).putLong(firstPosition).putLong(lastPosition);
    envelope.putLong(tick).putLong(wallNanos).putLong(events.length);
    // The length of the events is in the envelope, so what follows them cannot be taken for one.
    return Sha256.of(envelope.array(), previousHash, events, signatures);
  }

  public boolean isIntact() {
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

  /** The signatures that it carries, by position. */
  public List<EventSignature> eventSignatures() throws JournalDamagedException {
    try {
      return EventSignature.decode(signatures);
    } catch (IllegalArgumentException e) {
      throw damaged("has signatures that cannot be read (" + e.getMessage() + ")");
    }
  }

  public Head head() {
    return new Head(number, lastPosition, tick, hash);
  }

  /**
   * Whether positions may go on from the one before to this block: by one, or by any number where a
   * backup was restored.
   */
  boolean followsPosition(long before) {
    return firstPosition == before + 1 || (firstPosition > before && beginsWithRestored());
  }

  private boolean beginsWithRestored() {
    try {
      return EventCodec.read(new BytesIn(events)) instanceof AdminEvent.Restored;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Hands over the events in order. */
  public void decode(Consumer<Event> consumer) throws JournalDamagedException {
    BytesIn in = new BytesIn(events);
    long next = firstPosition;
    while (next <= lastPosition) {
      Event event = decodeAt(next, in);
      if (!belongsAt(next, event)) {
        throw damaged("holds an event that does not belong at position " + next);
      }
      consumer.accept(event);
      next = event.position() + 1;
    }
    if (in.hasRemaining()) {
      throw damaged("holds more than its events");
    }
  }

  private boolean belongsAt(long next, Event event) {
    boolean mayJump = event instanceof AdminEvent.Restored && next != firstPosition;
    return (mayJump ? event.position() >= next : event.position() == next)
        && event.position() <= lastPosition
        && event.tick() <= tick;
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
