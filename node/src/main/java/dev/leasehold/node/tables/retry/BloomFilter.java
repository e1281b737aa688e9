package dev.leasehold.node.tables.retry;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A Bloom filter, blocked (Putze, Sanders, Singler 2007): it says of every added hash that it may
 * have been added, and of nearly all others that they were not. One thread adds, any may ask.
 *
 * <p>All bits of a hash are in one line of the processor's cache: one in each of eight words, and
 * the hash's upper bits choose the line.
 */
final class BloomFilter {

  private static final int WORDS_PER_LINE = 8;
  private static final int LINE_BYTES = WORDS_PER_LINE * Long.BYTES;

  /** With so many, one of a thousand hashes that were not added passes for one that was. */
  private static final int HASHES_PER_LINE = 32;

  private static final int BITS_OF_WORDS = 6 * WORDS_PER_LINE;

  private final AtomicLongArray words;
  private int added;

  /**
   * @param lines a power of two
   */
  private BloomFilter(int lines) {
    this.words = new AtomicLongArray(lines * WORDS_PER_LINE);
  }

  static BloomFilter forUpTo(int hashes) {
    return new BloomFilter(linesFor(hashes));
  }

  private static int linesFor(int hashes) {
    int least = Math.max(1, (hashes + HASHES_PER_LINE - 1) / HASHES_PER_LINE);
    return Integer.highestOneBit(2 * least - 1);
  }

  /** Reads what {@link #toBytes} has written. */
  static BloomFilter of(byte[] bytes) {
    BloomFilter filter = new BloomFilter(bytes.length / LINE_BYTES);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    for (int i = 0; i < filter.words.length(); i++) {
      filter.words.setPlain(i, in.getLong());
    }
    return filter;
  }

  byte[] toBytes() {
    ByteBuffer out = ByteBuffer.allocate(bytes());
    for (int i = 0; i < words.length(); i++) {
      out.putLong(words.get(i));
    }
    return out.array();
  }

  int bytes() {
    return words.length() * Long.BYTES;
  }

  /** The hash has to be well mixed: all of its bits count. */
  void add(long hash) {
    int line = line(hash);
    for (int i = 0; i < WORDS_PER_LINE; i++) {
      words.setRelease(line + i, words.getPlain(line + i) | bit(hash, i));
    }
    added++;
  }

  boolean mayHave(long hash) {
    int line = line(hash);
    for (int i = 0; i < WORDS_PER_LINE; i++) {
      if ((words.getAcquire(line + i) & bit(hash, i)) == 0) {
        return false;
      }
    }
    return true;
  }

  private int line(long hash) {
    int lines = words.length() / WORDS_PER_LINE;
    return ((int) (hash >>> BITS_OF_WORDS) & (lines - 1)) * WORDS_PER_LINE;
  }

  private static long bit(long hash, int word) {
    return 1L << (hash >>> (6 * word)); // of the shift only six bits count
  }

  /**
   * Makes a copy that is only as large as the added hashes need. Nothing more can be added to it.
   */
  BloomFilter folded() {
    BloomFilter small = new BloomFilter(Math.min(linesFor(added), words.length() / WORDS_PER_LINE));
    for (int i = 0; i < words.length(); i++) {
      int at = i & (small.words.length() - 1);
      small.words.setPlain(at, small.words.getPlain(at) | words.get(i));
    }
    small.added = added;
    return small;
  }
}
