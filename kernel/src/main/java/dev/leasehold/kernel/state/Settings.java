package dev.leasehold.kernel.state;

import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.config.Config;
import dev.leasehold.kernel.config.ConfigKey;
import dev.leasehold.kernel.config.Setting;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import dev.leasehold.kernel.refusal.InputRefusal;
import dev.leasehold.kernel.refusal.Refusal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings in force. A setting that was never changed has its default. */
public final class Settings {

  private final Map<ConfigKey, Setting> changed = new EnumMap<>(ConfigKey.class);
  private Config config = Config.of(ConfigKey::defaultValue);
  private Policy file = Policy.FILE;

  public Setting get(ConfigKey key) {
    Setting setting = changed.get(key);
    return setting == null ? Setting.byDefault(key) : setting;
  }

  public List<Setting> all() {
    return Arrays.stream(ConfigKey.values()).map(this::get).toList();
  }

  /** The settings that an admin changed, even if back to the default. */
  public List<Setting> changed() {
    return List.copyOf(changed.values());
  }

  public Config config() {
    return config;
  }

  public void put(Setting setting) {
    changed.put(setting.key(), setting);
    config = Config.of(key -> get(key).value());
    file = Policy.FILE.withTerms(config.defaultTtlSeconds() * Limits.SECOND, config.maxRenewals());
  }

  /** The policy with its present limits and defaults; those of the file policy are settings. */
  public Policy termsOf(Policy policy) {
    return policy == Policy.FILE ? file : policy;
  }

  /** How long an acquire waits that asks for this; the setting's figure if it does not say. */
  public long waitNanos(long asked) {
    return asked == LeaseCommand.UNSET
        ? config.acquisitionTimeoutMillis() * Limits.MILLISECOND
        : asked;
  }

  /** Refuses to wait while waiting is switched off; those who wait already go on waiting. */
  public @Nullable Refusal refusalToWait(long waitNanos) {
    return waitNanos == 0 || config.blockingModeEnabled()
        ? null
        : new InputRefusal.InvalidInput(
            "wait", "waiting is switched off (blocking_mode_enabled); ask without a wait");
  }

  public static ConfigKey known(String key) {
    ConfigKey known = ConfigKey.of(key);
    if (known == null) {
      throw new IllegalArgumentException("no setting " + key);
    }
    return known;
  }
}
