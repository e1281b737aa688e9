package dev.leasehold.cli.command;

import dev.leasehold.cli.remote.Durations;
import java.time.Duration;
import java.time.InstantSource;

/** Times of the past as people type them. */
final class Moments {

  private Moments() {}

  /** A duration means that long ago; all else is the server's to understand. */
  static String of(String given, InstantSource clock) {
    Duration ago = Durations.parse(given);
    return ago == null ? given : clock.instant().minus(ago).toString();
  }
}
