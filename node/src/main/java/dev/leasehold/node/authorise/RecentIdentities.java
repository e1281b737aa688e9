package dev.leasehold.node.authorise;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was found out about the tokens that were used last, by the hash of their text. */
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

  synchronized @Nullable Identity get(String hash) {
    return byHash.get(hash);
  }

  synchronized void put(String hash, Identity identity) {
    byHash.put(hash, identity);
  }

  synchronized void clear() {
    byHash.clear();
  }
}
