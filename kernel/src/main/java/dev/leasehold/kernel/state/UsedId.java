package dev.leasehold.kernel.state;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Sixteen bytes of the SHA-256 of an id: all that stays of a lease whose id a caller chose. */
public record UsedId(long high, long low) implements Comparable<UsedId> {

  public static UsedId of(String id) {
    ByteBuffer hash = ByteBuffer.wrap(sha256().digest(id.getBytes(StandardCharsets.UTF_8)));
    return new UsedId(hash.getLong(), hash.getLong());
  }

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  @Override
  public int compareTo(UsedId other) {
    int byHigh = Long.compareUnsigned(high, other.high);
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
  }
}
