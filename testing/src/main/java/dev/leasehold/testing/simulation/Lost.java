package dev.leasehold.testing.simulation;

import java.util.HashMap;
import java.util.Map;

/** The highest token and epochs of times that a restored backup knows nothing of. */
final class Lost {

  private long highestToken;
  private final Map<String, Long> epochs = new HashMap<>();

  /** Remembers the tokens and epochs of books that a backup is about to replace. */
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
