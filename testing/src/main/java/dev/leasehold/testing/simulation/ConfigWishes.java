package dev.leasehold.testing.simulation;

import dev.leasehold.kernel.command.AdminCommand;
import dev.leasehold.kernel.command.Command;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes up changes of settings: mostly values under which much goes on, now and then values under
 * which little does.
 */
final class ConfigWishes {

  private static final List<String> TTL_SECONDS = List.of("3600", "20", "9", "4", "0");
  private static final List<String> RENEWALS = List.of("-1", "-1", "2", "1", "0", "-2");
  private static final List<String> FLAGS = List.of("true", "true", "true", "false", "on");
  private static final List<String> NUMBERS = List.of("1", "30", "300", "3650", "4000000");

  private static final List<String> AGENTS_SEE = List.of("spaces", "spaces", "own", "all");

  private static final List<String> OTHERS =
      List.of(
          "acquisition_timeout_ms",
          "cleanup_interval_seconds",
          "history_retention_days",
          "keep_history",
          "color");

  private final SplittableRandom random;

  ConfigWishes(SplittableRandom random) {
    this.random = random;
  }

  Command set() {
    return switch (random.nextInt(10)) {
      case 0, 1 -> new AdminCommand.SetConfig("default_ttl_seconds", pick(TTL_SECONDS));
      case 2, 3 -> new AdminCommand.SetConfig("max_renewals", pick(RENEWALS));
      case 4, 5 -> new AdminCommand.SetConfig("blocking_mode_enabled", pick(FLAGS));
      case 6, 7 -> new AdminCommand.SetConfig("auto_expire_enabled", pick(FLAGS));
      case 8 -> new AdminCommand.SetConfig("agents_see", pick(AGENTS_SEE));
      default ->
          new AdminCommand.SetConfig(
              pick(OTHERS), random.nextBoolean() ? pick(NUMBERS) : pick(FLAGS));
    };
  }

  private String pick(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }
}
