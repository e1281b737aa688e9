package dev.leasehold.kernel.scope;

/**
 * Hashes of names for open addressing. Every character is mixed before the next, so that names
 * which share {@link String#hashCode} (easily made by hand) do not share a chain here.
 */
public final class Hashing {

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private Hashing() {}

  public static int of(String name) {
    long hash = name.length();
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    return (int) (hash ^ (hash >>> 32));
  }
}
