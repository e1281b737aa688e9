package dev.leasehold.registrar;

/**
 * The reason for which an event was rejected, with the values that help to find the cause. {@link
 * LeaseExpired}, {@link LeaseRevoked} and {@link InvalidSignature} are for those who check before
 * an event is written: the reducer has no clock, and a ledger that it reads was verified.
 */
public sealed interface LeaseError {

  /** One sentence for a person. */
  default String message() {
    return switch (this) {
      case WorkAlreadyLeased(String workId, String existingLeaseId) ->
          "work " + workId + " is leased already, under lease " + existingLeaseId;
      case LeaseNotFound(String leaseId) ->
          "there is no lease " + leaseId + "; it was never issued, or it has been pruned";
      case LeaseAlreadyTerminal(String leaseId, RegistrarState currentState) ->
          "lease " + leaseId + " has ended and stays " + currentState;
      case LeaseExpired(String leaseId, long expiredAt) ->
          "lease " + leaseId + " expired at " + expiredAt;
      case LeaseRevoked(String leaseId) -> "lease " + leaseId + " was revoked";
      case InvalidReleaseReason(String value) ->
          "a release reason is COMPLETED, ABORTED or VOLUNTARY, not '" + value + "'";
      case InvalidLeaseState(String value) ->
          "a lease is ACTIVE, RELEASED or EXPIRED, not '" + value + "'";
      case InvalidSignature(String leaseId) ->
          "the signature of lease " + leaseId + " is not the registrar's";
      case MissingSignature(String leaseId) ->
          "lease " + leaseId + " lacks the registrar's signature";
      case RenewalDoesNotExtend(String leaseId, long currentExpiresAt, long newExpiresAt) ->
          "lease %s lasts until %s already; a renewal until %s does not extend it"
              .formatted(leaseId, currentExpiresAt, newExpiresAt);
      case DecodeError(String eventType, String reason) ->
          "the payload of " + eventType + " cannot be read: " + reason;
      case LeaseAlreadyExists(String leaseId) ->
          "the id " + leaseId + " has been used before and is never accepted again";
      case Unauthorized(String leaseId, String actorId) ->
          "'%s' may not do this to lease %s: its holder releases it, its registrar does the rest"
              .formatted(actorId, leaseId);
      case InvalidExpiration(String leaseId, long provided, long leaseExpiresAt) ->
          "lease %s cannot have expired at %s, for it lasts until %s"
              .formatted(leaseId, provided, leaseExpiresAt);
      case InvalidTickTiming(String leaseId, long afterTick, long expiresAtTick, long tickRateHz) ->
          "the end of lease %s at tick %s, at %s Hz, must lie behind tick %s at the lease's rate"
              .formatted(leaseId, expiresAtTick, tickRateHz, afterTick);
      case InvalidInput(String field, String reason) -> field + " " + reason;
      case Later later -> later.message();
    };
  }

  /**
   * Stands for what later versions add: the one open variant, so that a switch which is complete
   * today has an answer for errors that do not exist yet.
   */
  non-sealed interface Later extends LeaseError {
    @Override
    String message();
  }

  record WorkAlreadyLeased(String workId, String existingLeaseId) implements LeaseError {}

  record LeaseNotFound(String leaseId) implements LeaseError {}

  record LeaseAlreadyTerminal(String leaseId, RegistrarState currentState) implements LeaseError {}

  record LeaseExpired(String leaseId, long expiredAt) implements LeaseError {}

  record LeaseRevoked(String leaseId) implements LeaseError {}

  record InvalidReleaseReason(String value) implements LeaseError {}

  record InvalidLeaseState(String value) implements LeaseError {}

  record InvalidSignature(String leaseId) implements LeaseError {}

  record MissingSignature(String leaseId) implements LeaseError {}

  record RenewalDoesNotExtend(String leaseId, long currentExpiresAt, long newExpiresAt)
      implements LeaseError {}

  record DecodeError(String eventType, String reason) implements LeaseError {}

  record LeaseAlreadyExists(String leaseId) implements LeaseError {}

  /**
   * @param actorId the actor that wrote the event
   */
  record Unauthorized(String leaseId, String actorId) implements LeaseError {}

  record InvalidExpiration(String leaseId, long provided, long leaseExpiresAt)
      implements LeaseError {}

  /**
   * @param afterTick the tick that the end must be later than
   * @param tickRateHz as given; it must be that of the lease, and not 0
   */
  record InvalidTickTiming(String leaseId, long afterTick, long expiresAtTick, long tickRateHz)
      implements LeaseError {}

  record InvalidInput(String field, String reason) implements LeaseError {}
}
