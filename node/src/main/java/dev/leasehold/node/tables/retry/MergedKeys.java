package dev.leasehold.node.tables.retry;

import java.util.List;

/**
 * The keys of several sealed parts in one, two bytes and a half each, so that few have to be asked.
 * As {@link SealedKeys}, with 16 bits in the buckets: of ten thousand other keys one or two pass
 * for one of them.
 */
final class MergedKeys implements KeySet {

  /** Of the 40 bits of each key that parts keep at least, 16 are for the buckets' content. */
  private static final int MAX_BUCKET_BITS = 24;

  private final int bucketBits;
  private final int[] starts;
  private final char[] rests;

  private MergedKeys(int bucketBits, int[] starts, char[] rests) {
    this.bucketBits = bucketBits;
    this.starts = starts;
    this.rests = rests;
  }

  static MergedKeys of(List<SealedKeys> parts) {
    int size = parts.stream().mapToInt(SealedKeys::size).sum();
    int bits = Math.min(MAX_BUCKET_BITS, SealedKeys.bucketBits(size));
    int[] starts = new int[(1 << bits) + 1];
    parts.forEach(part -> part.forEachPrint(key -> starts[SealedKeys.bucket(key, bits) + 1]++));
    int[] next = SealedKeys.sum(starts);
    char[] rests = new char[size];
    parts.forEach(
        part ->
            part.forEachPrint(
                key -> rests[next[SealedKeys.bucket(key, bits)]++] = rest(key, bits)));
    return new MergedKeys(bits, starts, rests);
  }

  private static char rest(long key, int bucketBits) {
    return (char) (key << bucketBits >>> 48);
  }

  @Override
  public boolean mayHave(long key) {
    int bucket = SealedKeys.bucket(key, bucketBits);
    char rest = rest(key, bucketBits);
    for (int i = starts[bucket]; i < starts[bucket + 1]; i++) {
      if (rests[i] == rest) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int bytes() {
    return starts.length * Integer.BYTES + rests.length * Character.BYTES;
  }
}
