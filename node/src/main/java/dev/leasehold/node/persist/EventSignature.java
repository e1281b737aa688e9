package dev.leasehold.node.persist;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The registrar's signature over what one event granted.
 *
 * @param position of the event
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record EventSignature(long position, byte[] signature) {

  /** The length of an Ed25519 signature. */
  public static final int SIGNATURE_BYTES = 64;

  private static final int ENTRY_BYTES = Long.BYTES + SIGNATURE_BYTES;

  /** One after the other: eight bytes of position, then the signature. */
  static byte[] encode(List<EventSignature> signatures) {
    ByteBuffer out = ByteBuffer.allocate(signatures.size() * ENTRY_BYTES);
    for (EventSignature one : signatures) {
      out.putLong(one.position).put(one.signature, 0, SIGNATURE_BYTES);
    }
    return out.array();
  }

  /**
   * @throws IllegalArgumentException if the bytes are no signatures in rising order
   */
  static List<EventSignature> decode(byte[] encoded) {
    if (encoded.length % ENTRY_BYTES != 0) {
      throw new IllegalArgumentException(encoded.length + " bytes are no whole signatures");
    }
    ByteBuffer in = ByteBuffer.wrap(encoded);
    List<EventSignature> signatures = new ArrayList<>();
    long last = 0;
    while (in.hasRemaining()) {
      long position = in.getLong();
      if (position <= last) {
        throw new IllegalArgumentException("position " + position + " comes after " + last);
      }
      byte[] signature = new byte[SIGNATURE_BYTES];
      in.get(signature);
      signatures.add(new EventSignature(position, signature));
      last = position;
    }
    return signatures;
  }
}
