package dev.leasehold.cli.display;

import dev.leasehold.api.DurationText;
import dev.leasehold.api.MalformedDurationException;
import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/** Times of the past as people type them. */
public final class Moments {

  private Moments() {}

  /**
   * A duration means that long ago.
   *
   * @param option for the sentence if it is neither
   */
  public static String of(String option, String given, InstantSource clock)
      throws CallFailedException {
    try {
      return clock.instant().minus(DurationText.parse(given)).toString();
    } catch (MalformedDurationException e) {
      return time(option, given);
    }
  }

  private static String time(String option, String given) throws CallFailedException {
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
