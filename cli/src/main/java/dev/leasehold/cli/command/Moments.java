package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Durations;
import dev.leasehold.cli.remote.Exit;
import java.time.Duration;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/** Times of the past as people type them. */
final class Moments {

  private Moments() {}

  /**
   * A duration means that long ago.
   *
   * @param option for the sentence if it is neither
   */
  static String of(String option, String given, InstantSource clock) throws CallFailedException {
    Duration ago = Durations.parse(given);
    if (ago != null) {
      return clock.instant().minus(ago).toString();
    }
    try {
      return OffsetDateTime.parse(given).toInstant().toString();
    } catch (DateTimeParseException e) {
      throw new CallFailedException(
          Exit.USAGE,
          option
              + " takes a time such as 2026-05-01T12:00:00Z, or 2h for two hours ago, not "
              + given);
    }
  }
}
