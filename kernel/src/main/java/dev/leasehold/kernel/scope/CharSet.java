package dev.leasehold.kernel.scope;

import java.util.Arrays;

/** A set of code points as sorted, disjoint, inclusive ranges. */
final class CharSet {

  private static final int LAST = Character.MAX_CODE_POINT;

  /**
   * The characters that may stand in a segment: everything but the separator, the backslash,
   * controls, lone surrogates, line separators and the code points that Unicode lists as default
   * ignorable, which nobody can see. The table is written out so that it does not change with the
   * JDK.
   */
  static final CharSet LEGAL =
      new CharSet(
              new int[] {
                0x00, 0x1F, '/', '/', '\\', '\\', 0x7F, 0x9F, 0xAD, 0xAD, 0x34F, 0x34F, 0x61C,
                0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F, 0x2028,
                0x202E, 0x2060, 0x206F, 0x3164, 0x3164, 0xD800, 0xDFFF, 0xFE00, 0xFE0F, 0xFEFF,
                0xFEFF, 0xFFA0, 0xFFA0, 0xFFF0, 0xFFFB, 0xFFFE, 0xFFFF, 0x1BCA0, 0x1BCA3, 0x1D173,
                0x1D17A, 0xE0000, 0xE0FFF
              })
          .complement();

  /** low, high, low, high and so on. */
  private final int[] ranges;

  private CharSet(int[] ranges) {
    this.ranges = ranges;
  }

  /** The union of ranges in any order, without what is not legal. */
  static CharSet legalOf(int[] lowHighPairs) {
    return sorted(lowHighPairs).intersection(LEGAL);
  }

  static CharSet legalExcept(int[] lowHighPairs) {
    return sorted(lowHighPairs).complement().intersection(LEGAL);
  }

  private static CharSet sorted(int[] pairs) {
    long[] keys = new long[pairs.length / 2];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = ((long) pairs[2 * i] << 32) | pairs[2 * i + 1];
    }
    Arrays.sort(keys);
    int[] merged = new int[pairs.length];
    int used = 0;
    for (long key : keys) {
      int low = (int) (key >> 32);
      int high = (int) key;
      if (used > 0 && low <= merged[used - 1] + 1) {
        merged[used - 1] = Math.max(merged[used - 1], high);
      } else {
        merged[used++] = low;
        merged[used++] = high;
      }
    }
    return new CharSet(Arrays.copyOf(merged, used));
  }

  boolean contains(int codePoint) {
    int low = 0;
    int high = ranges.length / 2 - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (codePoint < ranges[2 * middle]) {
        high = middle - 1;
      } else if (codePoint > ranges[2 * middle + 1]) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }

  /** The one member, or -1 if there are more or fewer. */
  int single() {
    return ranges.length == 2 && ranges[0] == ranges[1] ? ranges[0] : -1;
  }

  /** Whether some code point other than the given one is in both sets. */
  boolean intersectsBeyond(CharSet other, int except) {
    int i = 0;
    int j = 0;
    while (i < ranges.length && j < other.ranges.length) {
      int low = Math.max(ranges[i], other.ranges[j]);
      int high = Math.min(ranges[i + 1], other.ranges[j + 1]);
      if (low < high || (low == high && low != except)) {
        return true;
      }
      if (ranges[i + 1] < other.ranges[j + 1]) {
        i += 2;
      } else {
        j += 2;
      }
    }
    return false;
  }

  private CharSet intersection(CharSet other) {
    int[] common = new int[ranges.length + other.ranges.length];
    int used = 0;
    int i = 0;
    int j = 0;
    while (i < ranges.length && j < other.ranges.length) {
      int low = Math.max(ranges[i], other.ranges[j]);
      int high = Math.min(ranges[i + 1], other.ranges[j + 1]);
      if (low <= high) {
        common[used++] = low;
        common[used++] = high;
      }
      if (ranges[i + 1] < other.ranges[j + 1]) {
        i += 2;
      } else {
        j += 2;
      }
    }
    return new CharSet(Arrays.copyOf(common, used));
  }

  private CharSet complement() {
    int[] rest = new int[ranges.length + 2];
    int used = 0;
    int from = 0;
    for (int i = 0; i < ranges.length; i += 2) {
      if (from < ranges[i]) {
        rest[used++] = from;
        rest[used++] = ranges[i] - 1;
      }
      from = ranges[i + 1] + 1;
    }
    if (from <= LAST) {
      rest[used++] = from;
      rest[used++] = LAST;
    }
    return new CharSet(Arrays.copyOf(rest, used));
  }

  /** The ranges, for whoever partitions the code points. Not to be changed. */
  int[] ranges() {
    return ranges;
  }
}
