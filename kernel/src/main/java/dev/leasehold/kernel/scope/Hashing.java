package dev.leasehold.kernel.scope;

/**
 * Hashes of names for open addressing. Four characters at a time are mixed before the next, so that
 * names which share {@link String#hashCode} (easily made by hand) do not share a chain here.
 */
public final class Hashing {

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private Hashing() {}

  public static int of(String name) {
    int length = name.length();
    long hash = length;
    int i = 0;
    for (; i + 4 <= length; i += 4) {
      hash = mix(hash ^ four(name, i));
    }
    for (; i < length; i++) {
      hash = mix(hash ^ name.charAt(i));
    }
    return (int) (mix(hash) >>> 32);
  }

  private static long four(String name, int at) {
    return name.charAt(at)
        | (long) name.charAt(at + 1) << 16
        | (long) name.charAt(at + 2) << 32
        | (long) name.charAt(at + 3) << 48;
  }

  private static long mix(long hash) {
    long mixed = hash * MULTIPLIER;
    return mixed ^ (mixed >>> 29);
  }
}
