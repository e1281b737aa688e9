package dev.leasehold.node.tables.retry;

/**
 * Hashes requests and lease ids to keys of 64 bits. Two that share a key cost a look that finds
 * nothing. The hash never changes, because filters of keys are stored.
 */
final class RetryKeys {

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private RetryKeys() {}

  static long ofRequest(String caller, String requestId, String space) {
    return mix(add(add(add(1, caller), requestId), space));
  }

  static long ofLease(String id) {
    return mix(add(2, id));
  }

  /** Mixes four characters at a time. */
  private static long add(long hash, String text) {
    int length = text.length();
    long added = step(hash ^ length);
    int i = 0;
    for (; i + 4 <= length; i += 4) {
      added = step(added ^ four(text, i));
    }
    for (; i < length; i++) {
      added = step(added ^ text.charAt(i));
    }
    return added;
  }

  private static long four(String text, int at) {
    return text.charAt(at)
        | (long) text.charAt(at + 1) << 16
        | (long) text.charAt(at + 2) << 32
        | (long) text.charAt(at + 3) << 48;
  }

  private static long step(long hash) {
    long mixed = hash * MULTIPLIER;
    return mixed ^ (mixed >>> 29);
  }

  /** Lets every bit of the hash change about half of the others (Stafford 2011, variant 13). */
  private static long mix(long hash) {
    long mixed = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
