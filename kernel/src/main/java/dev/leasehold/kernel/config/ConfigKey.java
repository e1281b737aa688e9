package dev.leasehold.kernel.config;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.policy.Policy;
import java.util.Arrays;
import java.util.List;
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
      30, 1, Limits.MAX_HISTORY_RETENTION_DAYS, "how long the history of leases is kept"),
  AGENTS_SEE(
      AgentsSee.SPACES,
      "the leases that agents see: all in the spaces their token names, or their own"),
  BUDGET_THRESHOLDS(
      Type.PERCENTS,
      "80,90,100",
      "the shares of a budget, in per cent, of which its holder is told when they are spent; off"
          + " for none"),
  DAILY_SUMS_RETENTION_DAYS(
      400,
      1,
      Limits.MAX_HISTORY_RETENTION_DAYS,
      "how long the daily sums of what was spent are kept"),
  NOTICE_DOMAINS(
      Type.DOMAINS,
      "off",
      "the domains in which holders may add addresses for their own notices; off for none");

  private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,9}");

  private static final Pattern PERCENTS = Pattern.compile("[1-9][0-9]{0,2}(,[1-9][0-9]{0,2}){0,9}");

  /** Lower case, so that a domain has one spelling. */
  private static final Pattern DOMAINS =
      Pattern.compile(
          "[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63}){1,8}(,[a-z0-9-]{1,63}(\\.[a-z0-9-]{1,63}){1,8}){0,9}");

  private static final String OFF = "off";

  /** The type of a value. */
  private enum Type {
    INT,
    BOOL,
    /** One of the words of {@link AgentsSee}. */
    STRING,
    /** Whole numbers from 1 to 100 that rise, at most ten, or {@code off}. */
    PERCENTS,
    /** Names of domains, at most ten, or {@code off}. */
    DOMAINS
  }

  private final Type type;
  private final String standard;
  private final long least;
  private final long most;
  private final String description;

  ConfigKey(long standard, long least, long most, String description) {
    this.type = Type.INT;
    this.standard = Long.toString(standard);
    this.least = least;
    this.most = most;
    this.description = description;
  }

  ConfigKey(boolean standard, String description) {
    this(Type.BOOL, Boolean.toString(standard), description);
  }

  ConfigKey(AgentsSee standard, String description) {
    this(Type.STRING, standard.text(), description);
  }

  ConfigKey(Type type, String standard, String description) {
    this.type = type;
    this.standard = standard;
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

  /** {@code int}, {@code bool} or {@code string}. */
  public String type() {
    return (type == Type.INT || type == Type.BOOL ? type : Type.STRING)
        .name()
        .toLowerCase(Locale.ROOT);
  }

  public String description() {
    return description;
  }

  public String defaultValue() {
    return standard;
  }

  /** Values have one spelling each, so equal values are equal texts. */
  public boolean accepts(String value) {
    return switch (type) {
      case BOOL -> value.equals("true") || value.equals("false");
      case STRING -> value.equals(AgentsSee.SPACES.text()) || value.equals(AgentsSee.OWN.text());
      case PERCENTS -> value.equals(OFF) || arePercents(value);
      case DOMAINS -> value.equals(OFF) || DOMAINS.matcher(value).matches();
      case INT -> WHOLE_NUMBER.matcher(value).matches() && isWithin(Long.parseLong(value));
    };
  }

  private static boolean arePercents(String value) {
    if (!PERCENTS.matcher(value).matches()) {
      return false;
    }
    int last = 0;
    for (int percent : percents(value)) {
      if (percent <= last || percent > 100) {
        return false;
      }
      last = percent;
    }
    return true;
  }

  /** The numbers of a valid list; none if it is off. */
  static List<Integer> percents(String value) {
    return value.equals(OFF)
        ? List.of()
        : Arrays.stream(value.split(",")).map(Integer::valueOf).toList();
  }

  /** The domains of a valid list; none if it is off. */
  static List<String> domains(String value) {
    return value.equals(OFF) ? List.of() : List.of(value.split(","));
  }

  private boolean isWithin(long number) {
    return number >= least && number <= most;
  }

  /** The values that the key accepts, in one sentence. */
  public String expectation() {
    return text()
        + switch (type) {
          case BOOL -> " is true or false";
          case STRING -> " is " + AgentsSee.SPACES.text() + " or " + AgentsSee.OWN.text();
          case PERCENTS ->
              " is up to ten whole numbers from 1 to 100 that rise, such as 80,90,100, or off";
          case DOMAINS -> " is up to ten domains, such as example.com,example.org, or off";
          case INT -> " is a whole number from " + least + " to " + most;
        };
  }
}
