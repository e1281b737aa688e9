package dev.leasehold.cli.pool;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how often a pool is topped up, and in which time zone periods begin. */
final class TopUpInterval {

  @Option(
      names = "--every",
      paramLabel = "PERIOD",
      description = "day, week (from Monday) or month: top the pool up when one begins.")
  private @Nullable String every;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "The time zone in which periods begin, such as Europe/Berlin. Default: UTC.")
  private @Nullable String zone;

  /** The fields of a request; none if nothing was said. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (every != null) {
      fields.put("every", every);
    }
    if (zone != null) {
      fields.put("zone", zone);
    }
    return fields;
  }
}
