package dev.leasehold.client;

import dev.leasehold.api.v1.Lease;
import dev.leasehold.api.v1.Notice;
import dev.leasehold.api.v1.Problem;
import java.util.Optional;

/** Makes losses of leases, mostly from replies and notices of the server. */
final class Losses {

  private Losses() {}

  static Loss deadline(String leaseId) {
    return new Loss(
        leaseId,
        Loss.Cause.DEADLINE,
        "lease " + leaseId + " was not renewed before its deadline; others may have it by now");
  }

  static Loss released(String leaseId) {
    return new Loss(leaseId, Loss.Cause.RELEASED, "its holder has let go of lease " + leaseId);
  }

  static Loss clientClosed(String leaseId) {
    return new Loss(
        leaseId, Loss.Cause.CLIENT_CLOSED, "the client that held lease " + leaseId + " was closed");
  }

  /** The loss of a lease that the server shows as not active. */
  static Loss from(Lease lease) {
    Loss.Cause cause =
        switch (lease.getState()) {
          case EXPIRED -> Loss.Cause.EXPIRED;
          case REVOKED -> Loss.Cause.REVOKED;
          case EVICTED -> Loss.Cause.EVICTED;
          default -> Loss.Cause.ENDED;
        };
    String reason = lease.getReason().isEmpty() ? "" : ": " + lease.getReason();
    return new Loss(
        lease.getLeaseId(),
        cause,
        "lease " + lease.getLeaseId() + " is " + lease.getState() + reason);
  }

  /** The loss that a refusal tells of; empty if the refusal leaves the lease as it is. */
  static Optional<Loss> from(Problem problem) {
    Loss.Cause cause =
        switch (problem.getCode()) {
          case "LEASE_EXPIRED" -> Loss.Cause.EXPIRED;
          case "LEASE_REVOKED" -> Loss.Cause.REVOKED;
          case "LEASE_EVICTED" -> Loss.Cause.EVICTED;
          case "LEASE_ALREADY_TERMINAL", "LEASE_NOT_FOUND", "NOT_HOLDER" -> Loss.Cause.ENDED;
          default -> null;
        };
    return cause == null
        ? Optional.empty()
        : Optional.of(new Loss(problem.getLeaseId(), cause, problem.getDetail()));
  }

  /** The loss that a notice tells of; empty if the notice is not about an end. */
  static Optional<Loss> from(Notice notice) {
    Loss.Cause cause =
        switch (notice.getKind()) {
          case EXPIRED -> Loss.Cause.EXPIRED;
          case REVOKED -> Loss.Cause.REVOKED;
          case EVICTED -> Loss.Cause.EVICTED;
          case ENDED -> Loss.Cause.ENDED;
          default -> null;
        };
    return cause == null
        ? Optional.empty()
        : Optional.of(new Loss(notice.getLeaseId(), cause, notice.getText()));
  }
}
