package dev.leasehold.kernel;

import java.util.Optional;

/** Why a holder let go. Recorded for audit; changes nothing. Parsing ignores case. */
public enum ReleaseReason {
  COMPLETED,
  ABORTED,
  VOLUNTARY;

  public static Optional<ReleaseReason> parse(String text) {
    return Spelling.parse(ReleaseReason.class, text);
  }
}
