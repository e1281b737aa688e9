package dev.leasehold.testing.simulation.books;

import java.util.HashMap;
import java.util.Map;

/**
 * The highest fencing token and epochs of the time that a restored backup lacks, which must not be
 * given again.
 */
public final class Lost {

  private long highestToken;
  private final Map<String, Long> epochs = new HashMap<>();

  /** Remembers the tokens and epochs of books that a backup is about to replace. */
  public void add(Ledger ledger) {
    highestToken = Math.max(highestToken, ledger.highestToken);
    ledger.epochs.forEach((resource, epoch) -> epochs.merge(resource, epoch, Math::max));
  }

  public long highestToken() {
    return highestToken;
  }

  public long lastEpoch(String resource) {
    return epochs.getOrDefault(resource, -1L);
  }
}
