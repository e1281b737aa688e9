package dev.leasehold.client;

import dev.leasehold.api.v1.Problem;
import java.util.Set;

/** The server has refused the request and changed nothing. */
public final class RefusedException extends LeaseholdException {

  private static final long serialVersionUID = 1L;

  private static final Set<String> TAKEN =
      Set.of("SCOPE_OVERLAP", "ALREADY_LEASED", "ACQUISITION_TIMEOUT");

  private final transient Problem problem;

  public RefusedException(Problem problem) {
    super(problem.getCode() + ": " + problem.getDetail(), null);
    this.problem = problem;
  }

  /** The stable name of the refusal, such as {@code SCOPE_OVERLAP}. */
  public String code() {
    return problem.getCode();
  }

  /** All that the server says about it: the field, the leases in the way, the figures. */
  public Problem problem() {
    return problem;
  }

  /** Whether others hold what was asked for, so that asking again later may succeed. */
  public boolean isTaken() {
    return TAKEN.contains(code());
  }

  @Override
  public boolean isRunOut() {
    return code().equals("LEASE_EXPIRED");
  }
}
