package dev.leasehold.registrar;

import java.util.List;

/** Encoded payloads, for those who write to the ledger. */
public final class LeasePayloads {

  private LeasePayloads() {}

  /** Without ticks such a lease counts as expired wherever ticks are asked for. */
  public static Bytes leaseIssued(
      String leaseId,
      String workId,
      String actorId,
      long issuedAt,
      long expiresAt,
      Bytes registrarSignature) {
    return new Payload.Issued(
            leaseId, workId, actorId, issuedAt, expiresAt, registrarSignature, 0, 0, 0)
        .encode();
  }

  /**
   * @param issuedAtTick of the same rate as the other
   */
  public static Bytes leaseIssued(
      String leaseId,
      String workId,
      String actorId,
      long issuedAt,
      long expiresAt,
      Bytes registrarSignature,
      Tick issuedAtTick,
      Tick expiresAtTick) {
    if (issuedAtTick.rateHz() != expiresAtTick.rateHz()) {
      throw new IllegalArgumentException("ticks of two rates: one lease has one");
    }
    return new Payload.Issued(
            leaseId,
            workId,
            actorId,
            issuedAt,
            expiresAt,
            registrarSignature,
            issuedAtTick.value(),
            expiresAtTick.value(),
            expiresAtTick.rateHz())
        .encode();
  }

  /** Without a tick the lease counts as expired from then on wherever ticks are asked for. */
  public static Bytes leaseRenewed(String leaseId, long newExpiresAt, Bytes registrarSignature) {
    return new Payload.Renewed(leaseId, newExpiresAt, registrarSignature, 0, 0).encode();
  }

  public static Bytes leaseRenewed(
      String leaseId, long newExpiresAt, Bytes registrarSignature, Tick newExpiresAtTick) {
    return new Payload.Renewed(
            leaseId,
            newExpiresAt,
            registrarSignature,
            newExpiresAtTick.value(),
            newExpiresAtTick.rateHz())
        .encode();
  }

  public static Bytes leaseReleased(String leaseId, String releaseReason) {
    return new Payload.Released(leaseId, releaseReason).encode();
  }

  public static Bytes leaseExpired(String leaseId, long expiredAt) {
    return new Payload.Expired(leaseId, expiredAt).encode();
  }

  public static Bytes leaseConflict(
      String workId, List<String> conflictingLeaseIds, String resolution) {
    return new Payload.Conflict(workId, conflictingLeaseIds, resolution).encode();
  }

  public static Bytes leaseIssueDenied(String workId, String denialReason, String details) {
    return new Payload.IssueDenied(workId, denialReason, details).encode();
  }
}
