package dev.leasehold.kernel;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The settings in force. What was never changed has its default. */
final class Settings {

  private final Map<ConfigKey, Setting> changed = new EnumMap<>(ConfigKey.class);
  private Config config = Config.of(ConfigKey::defaultValue);
  private Policy file = Policy.FILE;

  Setting get(ConfigKey key) {
    Setting setting = changed.get(key);
    return setting == null ? Setting.byDefault(key) : setting;
  }

  List<Setting> all() {
    return Arrays.stream(ConfigKey.values()).map(this::get).toList();
  }

  /** Those that an admin changed, be it back to the default. */
  List<Setting> changed() {
    return List.copyOf(changed.values());
  }

  Config config() {
    return config;
  }

  void put(Setting setting) {
    changed.put(setting.key(), setting);
    config = Config.of(key -> get(key).value());
    file = Policy.FILE.withTerms(config.defaultTtlSeconds() * Limits.SECOND, config.maxRenewals());
  }

  /** What a request under the policy may ask for, and gets if it does not ask. */
  Policy termsOf(Policy policy) {
    return policy == Policy.FILE ? file : policy;
  }

  static ConfigKey known(String key) {
    ConfigKey known = ConfigKey.of(key);
    if (known == null) {
      throw new IllegalArgumentException("no setting " + key);
    }
    return known;
  }
}
