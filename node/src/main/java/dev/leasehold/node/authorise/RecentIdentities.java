package dev.leasehold.node.authorise;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The identities of the tokens that were used last, by the hash of their text. */
final class RecentIdentities {

  /** Tokens in use at a time; for more than these, a signature is checked now and then. */
  static final int CAPACITY = 10_000;

  private final Map<String, Identity> byHash =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Identity> eldest) {
          return size() > CAPACITY;
        }
      };

  private long generation;

  synchronized @Nullable Identity get(String hash) {
    return byHash.get(hash);
  }

  /**
   * How often everything was forgotten; an identity that was established before that is not kept.
   */
  synchronized long generation() {
    return generation;
  }

  /**
   * Keeps an identity, unless everything was forgotten since the check of its token began.
   *
   * @param begun the generation by then
   */
  synchronized void put(String hash, Identity identity, long begun) {
    if (begun == generation) {
      byHash.put(hash, identity);
    }
  }

  synchronized void clear() {
    generation++;
    byHash.clear();
  }
}
