package dev.leasehold.testing.simulation.books;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.LeaseCommand;
import dev.leasehold.kernel.config.Setting;
import dev.leasehold.kernel.event.AdminEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The auditor's own table of settings: what they may be, from the design, and what they are. */
public final class ConfigBook {

  private static final long SECOND = 1_000_000_000L;

  /** Default, least and most. */
  private static final Map<String, long[]> NUMBERS =
      Map.of(
          "default_ttl_seconds", new long[] {3_600, 1, 366 * 86_400},
          "max_renewals", new long[] {-1, -1, Integer.MAX_VALUE},
          "acquisition_timeout_ms", new long[] {30_000, 1, 3_600_000},
          "cleanup_interval_seconds", new long[] {300, 1, 86_400},
          "history_retention_days", new long[] {30, 1, 3_650});

  private static final List<String> FLAGS =
      List.of("auto_expire_enabled", "blocking_mode_enabled", "keep_history");

  private static final String AGENTS_SEE = "agents_see";

  /** Nobody changes these here. */
  private static final Map<String, String> UNCHANGED =
      Map.of(
          "budget_thresholds",
          "80,90,100",
          "daily_sums_retention_days",
          "400",
          "notice_domains",
          "off");

  private final Map<String, String> values = new HashMap<>();

  ConfigBook() {
    NUMBERS.forEach((key, bounds) -> values.put(key, Long.toString(bounds[0])));
    FLAGS.forEach(key -> values.put(key, "true"));
    values.put(AGENTS_SEE, "spaces");
    values.putAll(UNCHANGED);
  }

  public static boolean isKey(String key) {
    return NUMBERS.containsKey(key) || FLAGS.contains(key) || key.equals(AGENTS_SEE);
  }

  public static boolean isValid(String key, String value) {
    long[] bounds = NUMBERS.get(key);
    if (key.equals(AGENTS_SEE)) {
      return List.of("spaces", "own").contains(value);
    }
    if (bounds == null) {
      return FLAGS.contains(key) && List.of("true", "false").contains(value);
    }
    try {
      long number = Long.parseLong(value);
      return number >= bounds[1] && number <= bounds[2] && Long.toString(number).equals(value);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Whether the event is a change, and one that was asked for. */
  public boolean isDue(AdminEvent.ConfigChanged e, Cause cause) {
    return cause.command() instanceof AdminCommand.SetConfig asked
        && cause.isAdmin()
        && asked.key().equals(e.key())
        && asked.value().equals(e.value())
        && cause.actor().equals(e.changedBy())
        && isValid(e.key(), e.value())
        && !e.value().equals(values.get(e.key()));
  }

  void write(AdminEvent.ConfigChanged e) {
    values.put(e.key(), e.value());
  }

  public boolean has(Setting setting) {
    return setting.value().equals(values.get(setting.key().text()));
  }

  public boolean hasAll(List<Setting> settings) {
    return settings.stream().map(Setting::key).distinct().count() == values.size()
        && settings.stream().allMatch(this::has);
  }

  /** Whether agents see the leases of others. */
  public boolean showsOthers() {
    return "spaces".equals(values.get(AGENTS_SEE));
  }

  public boolean sweeps() {
    return isOn("auto_expire_enabled");
  }

  public boolean mayWait(long waitNanos) {
    return waitNanos == 0 || isOn("blocking_mode_enabled");
  }

  /** The ttl of a lease whose request names none. */
  public long defaultTtlNanos(PolicyFacts facts) {
    return facts.name().equals("file")
        ? number("default_ttl_seconds") * SECOND
        : facts.defaultTtlNanos();
  }

  /** Whether a lease under the policy file may be renewed so often, given what was asked for. */
  public boolean isRenewals(int granted, int asked) {
    return granted == (asked == LeaseCommand.UNSET ? number("max_renewals") : asked)
        && !isTooMany(asked);
  }

  public boolean isTooMany(int asked) {
    long most = number("max_renewals");
    return asked != LeaseCommand.UNSET && most >= 0 && (asked < 0 || asked > most);
  }

  private boolean isOn(String key) {
    return "true".equals(values.get(key));
  }

  private long number(String key) {
    return Long.parseLong(values.getOrDefault(key, ""));
  }
}
