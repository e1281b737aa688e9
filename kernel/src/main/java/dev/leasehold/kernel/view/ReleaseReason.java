package dev.leasehold.kernel.view;

import dev.leasehold.kernel.policy.Spelling;
import java.util.Optional;

/**
 * The reason that a holder gives for a release. Recorded for audit; changes nothing. Parsing
 * ignores case.
 */
public enum ReleaseReason {
  COMPLETED,
  ABORTED,
  VOLUNTARY;

  public static Optional<ReleaseReason> parse(String text) {
    return Spelling.parse(ReleaseReason.class, text);
  }
}
