package dev.leasehold.node.tables.retry;

import java.nio.ByteBuffer;

/**
 * Keys of a part that gets no more of them, four bytes and a half each: the first bits of a key
 * choose a bucket, of eight keys or so, and the next 32 are kept there (quotienting; Cleary 1984).
 * False positives: about two of a million keys that were not added.
 */
final class SealedKeys implements KeySet {

  /** Enough to choose buckets when sixteen parts become one, however few keys this one has. */
  private static final int MIN_BUCKET_BITS = 8;

  private final int bucketBits;

  /** Where each bucket begins, and where the last one ends. */
  private final int[] starts;

  private final int[] rests;

  private SealedKeys(int bucketBits, int[] starts, int[] rests) {
    this.bucketBits = bucketBits;
    this.starts = starts;
    this.rests = rests;
  }

  static SealedKeys of(OpenKeys keys) {
    int bits = Math.max(MIN_BUCKET_BITS, bucketBits(keys.size()));
    int[] starts = new int[(1 << bits) + 1];
    keys.forEach(key -> starts[bucket(key, bits) + 1]++);
    int[] next = sum(starts);
    int[] rests = new int[keys.size()];
    keys.forEach(key -> rests[next[bucket(key, bits)]++] = rest(key, bits));
    return new SealedKeys(bits, starts, rests);
  }

  /** Bits for buckets with some eight keys each. */
  static int bucketBits(int keys) {
    return Math.max(1, 28 - Integer.numberOfLeadingZeros(keys));
  }

  static int bucket(long key, int bucketBits) {
    return (int) (key >>> (64 - bucketBits));
  }

  private static int rest(long key, int bucketBits) {
    return (int) (key << bucketBits >>> 32);
  }

  /** Turns the sizes of buckets into their beginnings; returns a copy of these. */
  static int[] sum(int[] starts) {
    for (int i = 1; i < starts.length; i++) {
      starts[i] += starts[i - 1];
    }
    return starts.clone();
  }

  /** Reads what {@link #toBytes} has written. */
  static SealedKeys of(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int bits = in.getInt();
    int[] starts = new int[(1 << bits) + 1];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = in.getInt();
    }
    int[] rests = new int[in.remaining() / Integer.BYTES];
    in.asIntBuffer().get(rests);
    return new SealedKeys(bits, starts, rests);
  }

  byte[] toBytes() {
    ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + bytes());
    out.putInt(bucketBits);
    out.asIntBuffer().put(starts).put(rests);
    return out.array();
  }

  @Override
  public boolean mayHave(long key) {
    int bucket = bucket(key, bucketBits);
    int rest = rest(key, bucketBits);
    for (int i = starts[bucket]; i < starts[bucket + 1]; i++) {
      if (rests[i] == rest) {
        return true;
      }
    }
    return false;
  }

  int size() {
    return rests.length;
  }

  /** Keys with only their first bits, as many as are kept; the others are 0. */
  interface Prints {
    void take(long print);
  }

  void forEachPrint(Prints prints) {
    for (int bucket = 0; bucket < starts.length - 1; bucket++) {
      long first = (long) bucket << (64 - bucketBits);
      for (int i = starts[bucket]; i < starts[bucket + 1]; i++) {
        prints.take(first | (rests[i] & 0xffff_ffffL) << (32 - bucketBits));
      }
    }
  }

  @Override
  public int bytes() {
    return (starts.length + rests.length) * Integer.BYTES;
  }
}
