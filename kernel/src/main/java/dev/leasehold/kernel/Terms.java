package dev.leasehold.kernel;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Checks of figures and sentences that several commands take. */
final class Terms {

  private Terms() {}

  /** A ttl of 0 stands for the default. */
  static Optional<Refusal> checkTtl(long ttlNanos) {
    if (ttlNanos == 0
        || (ttlNanos >= Limits.MIN_TTL_NANOS && ttlNanos <= Limits.MAX_TTL_NANOS)) {
      return Optional.empty();
    }
    return Optional.of(new Refusal.InvalidInput("ttl", "a ttl is 1ms to 366 days (8784h)"));
  }

  static Optional<Refusal> checkSentence(String field, String text) {
    return text.getBytes(StandardCharsets.UTF_8).length <= Limits.MAX_REASON_BYTES
        ? Optional.empty()
        : Optional.of(
            new Refusal.InvalidInput(
                field, field + " is longer than " + Limits.MAX_REASON_BYTES + " bytes"));
  }
}
