package dev.leasehold.testing.process.load;

import dev.leasehold.testing.process.server.LeaseView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request with all attempts to send it, which together have at most one effect. */
final class SentRequest {

  private final Request request;
  private final List<Attempt> attempts = new ArrayList<>();

  private SentRequest(Request request) {
    this.request = request;
  }

  static Collection<SentRequest> of(List<Attempt> history) {
    Map<String, SentRequest> deeds = new LinkedHashMap<>();
    for (Attempt attempt : history) {
      Request request = attempt.request();
      deeds
          .computeIfAbsent(request.requestId(), id -> new SentRequest(request))
          .attempts
          .add(attempt);
    }
    return deeds.values();
  }

  Request request() {
    return request;
  }

  List<Attempt> attempts() {
    return attempts;
  }

  /** The first sending; the request cannot have had an effect before. */
  long earliestNanos() {
    return attempts.stream().mapToLong(Attempt::sentNanos).min().orElseThrow();
  }

  /** The first answer that says it was done; null if there is none. */
  @Nullable Attempt firstDone() {
    return attempts.stream().filter(Attempt::isDone).findFirst().orElse(null);
  }

  boolean isDone() {
    return firstDone() != null;
  }

  /**
   * A refusal settles an earlier doubt: had it been done, the answer would have been the same; but
   * that what it made or renewed has expired is said either way.
   */
  boolean isPossible() {
    Attempt last = attempts.get(attempts.size() - 1);
    boolean givesTime = !(request instanceof Request.Release);
    return isDone() || last.isUnknown() || (givesTime && last.isRunOut());
  }

  List<LeaseView> leases() {
    List<LeaseView> leases = new ArrayList<>();
    for (Attempt attempt : attempts) {
      if (attempt.outcome() instanceof Outcome.Done done) {
        leases.add(done.lease());
      }
    }
    return leases;
  }
}
