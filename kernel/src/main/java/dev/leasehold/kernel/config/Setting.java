package dev.leasehold.kernel.config;

/**
 * One setting: its key, its value, and who changed it when.
 *
 * @param changedWallNanos when it was last changed; 0 if it never was
 * @param changedBy the admin who changed it; empty if nobody did
 */
public record Setting(ConfigKey key, String value, long changedWallNanos, String changedBy) {

  public Setting {
    if (!key.accepts(value)) {
      throw new IllegalArgumentException(key.expectation());
    }
  }

  public static Setting byDefault(ConfigKey key) {
    return new Setting(key, key.defaultValue(), 0, "");
  }
}
