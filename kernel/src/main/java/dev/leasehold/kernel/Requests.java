package dev.leasehold.kernel;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Request ids, which live with the lease that they made or changed. */
final class Requests {

  /** The lease a request made or changed, and what the request said. */
  record Remembered(Holding holding, long fingerprint) {}

  private final Map<RequestKey, Remembered> byKey = new HashMap<>();

  @Nullable Remembered find(String caller, String requestId) {
    return requestId.isEmpty() ? null : byKey.get(new RequestKey(caller, requestId));
  }

  void remember(String caller, String requestId, long fingerprint, Holding holding) {
    if (requestId.isEmpty()) {
      return;
    }
    if (holding.changeCount() == Limits.MAX_CHANGE_IDS_PER_LEASE) {
      byKey.remove(holding.dropOldestChange());
    }
    RequestKey key = new RequestKey(caller, requestId);
    byKey.put(key, new Remembered(holding, fingerprint));
    holding.addRequest(key);
  }

  long fingerprint(RequestKey key) {
    Remembered remembered = byKey.get(key);
    if (remembered == null) {
      throw new IllegalStateException("a request that is not remembered");
    }
    return remembered.fingerprint;
  }

  void forget(Holding holding) {
    holding.requests().forEach(byKey::remove);
  }
}
