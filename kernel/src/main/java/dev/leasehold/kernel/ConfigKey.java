package dev.leasehold.kernel;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Settings that an admin may change while the server runs: names, types, defaults and bounds. */
public enum ConfigKey {
  DEFAULT_TTL_SECONDS(
      3_600,
      1,
      Limits.MAX_TTL_NANOS / Limits.SECOND,
      "ttl of a lease under the policy file that asks for none"),
  MAX_RENEWALS(
      Policy.UNLIMITED,
      Policy.UNLIMITED,
      Integer.MAX_VALUE,
      "renewals of a lease under the policy file, and the most it may ask for; -1 for unlimited"),
  ACQUISITION_TIMEOUT_MS(
      30_000,
      1,
      Limits.MAX_WAIT_NANOS / Limits.MILLISECOND,
      "how long an acquire waits that is to block and does not say how long"),
  CLEANUP_INTERVAL_SECONDS(
      300, 1, Limits.MAX_CLEANUP_INTERVAL_SECONDS, "how long at most an expiry is left unrecorded"),
  AUTO_EXPIRE_ENABLED(
      true, "record expiries when they fall due, with notices; leases expire all the same"),
  BLOCKING_MODE_ENABLED(true, "allow acquires and conversions to wait"),
  KEEP_HISTORY(
      true,
      "keep the history of leases in the tables; off deletes all of it there, but never the"
          + " journal"),
  HISTORY_RETENTION_DAYS(
      30, 1, Limits.MAX_HISTORY_RETENTION_DAYS, "how long the history of leases is kept");

  private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,9}");

  private final boolean isFlag;
  private final String standard;
  private final long least;
  private final long most;
  private final String description;

  ConfigKey(long standard, long least, long most, String description) {
    this.isFlag = false;
    this.standard = Long.toString(standard);
    this.least = least;
    this.most = most;
    this.description = description;
  }

  ConfigKey(boolean standard, String description) {
    this.isFlag = true;
    this.standard = Boolean.toString(standard);
    this.least = 0;
    this.most = 0;
    this.description = description;
  }

  /** The key of that name; null if there is none. */
  public static @Nullable ConfigKey of(String text) {
    for (ConfigKey key : values()) {
      if (key.text().equals(text)) {
        return key;
      }
    }
    return null;
  }

  /** The key's name as callers and tables spell it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@code int} or {@code bool}. */
  public String type() {
    return isFlag ? "bool" : "int";
  }

  public String description() {
    return description;
  }

  public String defaultValue() {
    return standard;
  }

  /** Values have one spelling each, so equal values are equal texts. */
  public boolean accepts(String value) {
    if (isFlag) {
      return value.equals("true") || value.equals("false");
    }
    if (!WHOLE_NUMBER.matcher(value).matches()) {
      return false;
    }
    long number = Long.parseLong(value);
    return number >= least && number <= most;
  }

  /** The values that the key accepts, in one sentence. */
  public String expectation() {
    return isFlag
        ? text() + " is true or false"
        : text() + " is a whole number from " + least + " to " + most;
  }
}
