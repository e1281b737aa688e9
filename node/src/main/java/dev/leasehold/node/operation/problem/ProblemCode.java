package dev.leasehold.node.operation.problem;

import dev.leasehold.kernel.refusal.RefusalCode;
import io.grpc.Status;

/** The codes that callers rely on, with their HTTP and gRPC statuses. */
public enum ProblemCode {
  INVALID_INPUT(400, Status.Code.INVALID_ARGUMENT, "The request is not valid"),
  INVALID_RELEASE_REASON(400, Status.Code.INVALID_ARGUMENT, "There is no such release reason"),
  INVALID_LEASE_STATE(400, Status.Code.INVALID_ARGUMENT, "There is no such lease state"),
  DECODE_ERROR(400, Status.Code.INVALID_ARGUMENT, "The message cannot be decoded"),
  RENEWAL_DOES_NOT_EXTEND(
      400, Status.Code.FAILED_PRECONDITION, "The renewal would not extend the lease"),
  UNAUTHENTICATED(401, Status.Code.UNAUTHENTICATED, "A valid token is needed"),
  NOT_HOLDER(403, Status.Code.PERMISSION_DENIED, "The lease is held by another"),
  FORBIDDEN(403, Status.Code.PERMISSION_DENIED, "The token does not allow this"),
  LEASE_NOT_FOUND(404, Status.Code.NOT_FOUND, "There is no such lease"),
  NOT_FOUND(404, Status.Code.NOT_FOUND, "There is nothing here"),
  METHOD_NOT_ALLOWED(405, Status.Code.UNIMPLEMENTED, "The method does not fit the path"),
  ACQUISITION_TIMEOUT(408, Status.Code.DEADLINE_EXCEEDED, "The wait has ended without a lease"),
  HISTORY_PRUNED(410, Status.Code.OUT_OF_RANGE, "The history does not reach back that far"),
  PAYLOAD_TOO_LARGE(413, Status.Code.RESOURCE_EXHAUSTED, "The request is too large"),
  ALREADY_LEASED(409, Status.Code.ABORTED, "It is leased already"),
  SCOPE_OVERLAP(409, Status.Code.ABORTED, "The scope overlaps with another lease"),
  LEASE_ALREADY_EXISTS(409, Status.Code.ALREADY_EXISTS, "The lease id has been used before"),
  LEASE_ALREADY_TERMINAL(409, Status.Code.FAILED_PRECONDITION, "The lease has ended"),
  LEASE_EXPIRED(409, Status.Code.FAILED_PRECONDITION, "The lease has expired"),
  LEASE_EVICTED(409, Status.Code.FAILED_PRECONDITION, "The lease has been evicted"),
  LEASE_REVOKED(409, Status.Code.FAILED_PRECONDITION, "The lease has been revoked"),
  MAX_RENEWALS_EXCEEDED(409, Status.Code.FAILED_PRECONDITION, "No renewals are left"),
  NOT_RENEWABLE(409, Status.Code.FAILED_PRECONDITION, "The lease cannot be renewed"),
  NOT_TRANSFERABLE(409, Status.Code.FAILED_PRECONDITION, "The lease cannot be handed on"),
  STALE_EPOCH(
      409, Status.Code.FAILED_PRECONDITION, "The epoch is older than the one it was compared with"),
  FUTURE_EPOCH(
      409, Status.Code.FAILED_PRECONDITION, "The epoch is newer than the one it was compared with"),
  LEASE_VIOLATION(409, Status.Code.FAILED_PRECONDITION, "The lease does not allow this"),
  BUDGET_EXHAUSTED(409, Status.Code.FAILED_PRECONDITION, "The budget is used up"),
  INSUFFICIENT_BUDGET(409, Status.Code.FAILED_PRECONDITION, "The budget is not enough"),
  DEADLOCK(409, Status.Code.ABORTED, "Waiting would never end"),
  QUEUE_FULL(429, Status.Code.RESOURCE_EXHAUSTED, "Too many are waiting"),
  QUOTA_EXCEEDED(429, Status.Code.RESOURCE_EXHAUSTED, "A quota is used up"),
  INTERNAL(500, Status.Code.INTERNAL, "The server failed"),
  UNAVAILABLE(503, Status.Code.UNAVAILABLE, "The server cannot answer now");

  private final int httpStatus;
  private final Status.Code grpcStatus;
  private final String title;

  ProblemCode(int httpStatus, Status.Code grpcStatus, String title) {
    this.httpStatus = httpStatus;
    this.grpcStatus = grpcStatus;
    this.title = title;
  }

  /** Every refusal of the kernel is a code of the same name. */
  public static ProblemCode of(RefusalCode code) {
    return valueOf(code.name());
  }

  public int httpStatus() {
    return httpStatus;
  }

  public Status.Code grpcStatus() {
    return grpcStatus;
  }

  public String title() {
    return title;
  }
}
