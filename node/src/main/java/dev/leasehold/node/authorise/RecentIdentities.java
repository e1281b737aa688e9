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

  /** How often all has been forgotten: what is found out is worth keeping only until then. */
  synchronized long generation() {
    return generation;
  }

  /**
   * Keeps what was found out, unless all was forgotten since it was begun to be found out.
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
