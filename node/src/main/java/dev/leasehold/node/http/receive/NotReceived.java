package dev.leasehold.node.http.receive;

import dev.leasehold.api.v1.Problem;
import dev.leasehold.node.operation.problem.ProblemCode;
import dev.leasehold.node.operation.problem.Problems;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A body is not taken, or a reply not given: it is too large, or there is no room for it. */
public final class NotReceived extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final Problem problem;

  NotReceived(Problem problem) {
    super(problem.getDetail(), null, false, false);
    this.problem = problem;
  }

  public static NotReceived tooLarge(long limit) {
    return new NotReceived(
        Problems.of(ProblemCode.PAYLOAD_TOO_LARGE, WireLimits.bodySentence(limit)));
  }

  public Problem problem() {
    return problem;
  }

  /**
   * The problem to report for a failure. Other failures are thrown on, to be reported by those who
   * know of timeouts and broken connections.
   */
  public static Problem problemOf(Throwable failure) {
    NotReceived notReceived = among(failure);
    if (notReceived == null) {
      throw failure instanceof CompletionException wrapped
          ? wrapped
          : new CompletionException(failure);
    }
    return notReceived.problem();
  }

  /** Finds this exception among the causes of a failure; null if it is none of them. */
  public static @Nullable NotReceived among(@Nullable Throwable failure) {
    for (Throwable next = failure; next != null; next = next.getCause()) {
      if (next instanceof NotReceived found) {
        return found;
      }
    }
    return null;
  }
}
