package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.config.Setting;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.state.PoolAccount;
import dev.leasehold.kernel.state.State;
import java.util.List;

/** Writes what stands in a snapshot before the leases, which leases refer to. */
final class SnapshotStart {

  private final State state;
  private final BytesOut out;

  SnapshotStart(State state, BytesOut out) {
    this.state = state;
    this.out = out;
  }

  void write(int format) {
    out.writeVarint(format);
    out.writeVarint(state.lastPosition);
    out.writeVarint(state.lastTick);
    List<Policy> policies = state.policies.added();
    out.writeVarint(policies.size());
    policies.forEach(policy -> writePolicy(policy, format));
    writeSettings();
    Encoding.writeStrings(state.caseInsensitive, out);
    out.writeVarint(state.accounts.pools.size());
    state.accounts.pools.values().forEach(pool -> writePool(pool, format));
  }

  /** States that earlier servers hashed have no extensions, and nothing in their place. */
  private void writePolicy(Policy policy, int format) {
    Encoding.writePolicy(policy, out);
    if (format > Snapshot.WITH_REQUESTS_FOR_MORE || policy.extensions()) {
      out.writeBoolean(policy.extensions());
    }
  }

  private void writeSettings() {
    List<Setting> changed = state.settings.changed();
    out.writeVarint(changed.size());
    for (Setting setting : changed) {
      out.writeString(setting.key().text());
      out.writeString(setting.value());
      out.writeVarint(setting.changedWallNanos());
      out.writeString(setting.changedBy());
    }
  }

  private void writePool(PoolAccount pool, int format) {
    out.writeString(pool.id);
    Encoding.writeAmounts(pool.free, out);
    Encoding.writeAmounts(pool.outstanding, out);
    Encoding.writeAmounts(pool.spent, out);
    out.writeBoolean(pool.open);
    out.writeVarint(pool.requests.size());
    pool.requests.forEach(
        (key, tick) -> {
          out.writeString(key.caller());
          out.writeString(key.requestId());
          out.writeLong(key.fingerprint());
          out.writeVarint(tick);
        });
    // States that earlier servers hashed have none, and nothing in its place.
    if (format > Snapshot.WITH_IP_TOKENS || pool.recurrence != null) {
      Encoding.writeRecurrence(pool.recurrence, out);
      out.writeString(pool.period);
    }
  }
}
