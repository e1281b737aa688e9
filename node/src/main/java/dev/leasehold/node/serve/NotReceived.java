package dev.leasehold.node.serve;

import dev.leasehold.api.v1.Problem;
import org.jspecify.annotations.Nullable;

/** A body is not taken: it is too large, or there is no room for it. */
final class NotReceived extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Problem problem;

  NotReceived(Problem problem) {
    super(problem.getDetail(), null, false, false);
    this.problem = problem;
  }

  static NotReceived tooLarge(long limit) {
    return new NotReceived(
        Problems.of(ProblemCode.PAYLOAD_TOO_LARGE, WireLimits.bodySentence(limit)));
  }

  Problem problem() {
    return problem;
  }

  /** Among the causes of a failure; null if it is none of them. */
  static @Nullable NotReceived among(@Nullable Throwable failure) {
    for (Throwable next = failure; next != null; next = next.getCause()) {
      if (next instanceof NotReceived found) {
        return found;
      }
    }
    return null;
  }
}
