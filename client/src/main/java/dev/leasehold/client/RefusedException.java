package dev.leasehold.client;

import com.google.protobuf.Timestamp;
import dev.leasehold.api.v1.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
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

  /**
   * When the lease that the request was about ended: it expired, or was revoked or evicted. Empty
   * if the refusal has another reason.
   */
  public Optional<Instant> endedAt() {
    if (problem.hasExpiredAt()) {
      return Optional.of(instant(problem.getExpiredAt()));
    }
    return problem.hasTerminatedAt()
        ? Optional.of(instant(problem.getTerminatedAt()))
        : Optional.empty();
  }

  /** The actor who revoked or evicted the lease; empty if nobody did. */
  public String endedBy() {
    return problem.getEndedBy();
  }

  /** The reason with which the lease was revoked or evicted; empty if it was not. */
  public String reason() {
    return problem.getReason();
  }

  /** How long a wait was that came to nothing; zero if there was none. */
  public Duration waited() {
    return Duration.ofSeconds(problem.getWaited().getSeconds(), problem.getWaited().getNanos());
  }

  private static Instant instant(Timestamp wire) {
    return Instant.ofEpochSecond(wire.getSeconds(), wire.getNanos());
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
