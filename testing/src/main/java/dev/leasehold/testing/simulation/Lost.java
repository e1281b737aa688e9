package dev.leasehold.testing.simulation;

import java.util.HashMap;
import java.util.Map;

/** What was given away in times that a restored backup knows nothing of. */
final class Lost {

  private long highestToken;
  private final Map<String, Long> epochs = new HashMap<>();

  /** The books are about to be those of a backup. */
  void add(Ledger ledger) {
    highestToken = Math.max(highestToken, ledger.highestToken);
    ledger.epochs.forEach((resource, epoch) -> epochs.merge(resource, epoch, Math::max));
  }

  long highestToken() {
    return highestToken;
  }

  long lastEpoch(String resource) {
    return epochs.getOrDefault(resource, -1L);
  }
}
