package dev.leasehold.gateway.call;

import dev.leasehold.gateway.books.RecentlyUsed;

/**
 * Knows which answers were counted for which idempotency keys: a provider that answers a repeated
 * request with the same answer has not made it twice, and so it does not cost twice.
 */
final class Replays {

  private static final int MAX_REMEMBERED = 10_000;

  /** The key of a request; of no meaning if the client gave none. */
  record Key(String leaseId, String idempotencyKey) {}

  private final RecentlyUsed<Key, String> answers = new RecentlyUsed<>(MAX_REMEMBERED);

  /** Whether this answer was counted before for the same key; remembers it otherwise. */
  boolean isReplay(Key key, String answerId) {
    if (key.idempotencyKey.isEmpty() || answerId.isEmpty()) {
      return false;
    }
    synchronized (answers) {
      if (answerId.equals(answers.get(key))) {
        return true;
      }
      answers.put(key, answerId);
      return false;
    }
  }
}
