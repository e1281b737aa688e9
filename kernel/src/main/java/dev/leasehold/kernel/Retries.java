package dev.leasehold.kernel;

import org.jspecify.annotations.Nullable;

/** A request id seen before: the same outcome, with the lease as it is now. */
final class Retries {

  private Retries() {}

  static @Nullable Decision decide(State state, Stamp stamp, String requestId, long print) {
    Requests.Remembered known = state.requests.find(stamp.caller().actor(), requestId);
    if (known == null) {
      return null;
    }
    if (known.fingerprint() != print) {
      return Decision.refuse(
          new Refusal.InvalidInput(
              "requestId", "you have used this request id for another request; choose a new one"));
    }
    return new Decision.Answer(new Reply.OfLease(known.holding().lease()));
  }
}
