package dev.leasehold.kernel;

import java.util.Optional;

/** A request id seen before: the same outcome, with the lease as it is now. */
final class Retries {

  private Retries() {}

  static Optional<Decision> decide(State state, Stamp stamp, String requestId, long print) {
    Requests.Remembered known = state.requests.find(stamp.caller().actor(), requestId);
    if (known == null) {
      return Optional.empty();
    }
    if (known.fingerprint() != print) {
      return Optional.of(
          Decision.refuse(
              new Refusal.InvalidInput(
                  "requestId",
                  "you have used this request id for another request; choose a new one")));
    }
    return Optional.of(new Decision.Answer(new Reply.OfLease(known.holding().lease)));
  }
}
