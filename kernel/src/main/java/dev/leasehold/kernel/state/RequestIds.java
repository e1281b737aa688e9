package dev.leasehold.kernel.state;

import dev.leasehold.kernel.Reply;
import dev.leasehold.kernel.policy.Limits;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Request ids, which live with the lease that they made or changed. */
public final class RequestIds {

  /** A request, and the lease or the pool that it made or changed. */
  public record Remembered(
      RequestKey key, @Nullable LeaseRecord record, @Nullable PoolAccount pool) {

    public long fingerprint() {
      return key.fingerprint();
    }

    public Reply reply() {
      if (pool != null) {
        return new Reply.OfPool(pool.pool());
      }
      if (record == null) {
        throw new IllegalStateException("a request that changed nothing");
      }
      return new Reply.OfLease(record.lease());
    }
  }

  private final Map<RequestKey, Remembered> byKey = new HashMap<>();

  public @Nullable Remembered find(RequestKey key) {
    return key.requestId().isEmpty() ? null : byKey.get(key);
  }

  void remember(String caller, String requestId, long fingerprint, LeaseRecord record) {
    if (requestId.isEmpty()) {
      return;
    }
    RequestKey key = new RequestKey(caller, requestId, record.space.name, fingerprint);
    RequestKey dropped = record.addRequest(key);
    if (dropped != null) {
      byKey.remove(dropped);
    }
    byKey.put(key, new Remembered(key, record, null));
  }

  /** Ids that move money are never dropped before the lease. */
  public void rememberMoney(String caller, String requestId, long fingerprint, Account account) {
    if (!requestId.isEmpty()) {
      RequestKey key = new RequestKey(caller, requestId, account.record.space.name, fingerprint);
      byKey.put(key, new Remembered(key, account.record, null));
      account.requests.add(key);
    }
  }

  /** Ids that moved the money of a pool stay for 30 days. */
  public void remember(RequestKey key, long tick, PoolAccount pool) {
    Iterator<Map.Entry<RequestKey, Long>> oldest = pool.requests.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<RequestKey, Long> next = oldest.next();
      if (next.getValue() + Limits.MONEY_IDS_KEPT_NANOS > tick) {
        break;
      }
      byKey.remove(next.getKey());
      oldest.remove();
    }
    if (!key.requestId().isEmpty()) {
      byKey.put(key, new Remembered(key, null, pool));
      pool.requests.put(key, tick);
    }
  }

  public void forget(LeaseRecord record) {
    record.requests().forEach(byKey::remove);
    Account account = record.account();
    if (account != null) {
      account.requests.forEach(byKey::remove);
    }
  }
}
