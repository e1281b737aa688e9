package dev.leasehold.registrar;

/**
 * The reason for which an event was rejected, with the values that help to find the cause. {@link
 * LeaseExpired}, {@link LeaseRevoked} and {@link InvalidSignature} are for those who check before
 * an event is written: the reducer has no clock, and a ledger that it reads was verified.
 */
public sealed interface LeaseError {

  /** One sentence for a person. */
  String message();

  /**
   * Stands for what later versions add: the one open variant, so that a switch which is complete
   * today has an answer for errors that do not exist yet.
   */
  non-sealed interface Later extends LeaseError {}

  record WorkAlreadyLeased(String workId, String existingLeaseId) implements LeaseError {
    @Override
    public String message() {
      return "work " + workId + " is leased already, under lease " + existingLeaseId;
    }
  }

  record LeaseNotFound(String leaseId) implements LeaseError {
    @Override
    public String message() {
      return "there is no lease " + leaseId + "; it was never issued, or it has been pruned";
    }
  }

  record LeaseAlreadyTerminal(String leaseId, RegistrarState currentState) implements LeaseError {
    @Override
    public String message() {
      return "lease " + leaseId + " has ended and stays " + currentState;
    }
  }

  record LeaseExpired(String leaseId, long expiredAt) implements LeaseError {
    @Override
    public String message() {
      return "lease " + leaseId + " expired at " + expiredAt;
    }
  }

  record LeaseRevoked(String leaseId) implements LeaseError {
    @Override
    public String message() {
      return "lease " + leaseId + " was revoked";
    }
  }

  record InvalidReleaseReason(String value) implements LeaseError {
    @Override
    public String message() {
      return "a release reason is COMPLETED, ABORTED or VOLUNTARY, not '" + value + "'";
    }
  }

  record InvalidLeaseState(String value) implements LeaseError {
    @Override
    public String message() {
      return "a lease is ACTIVE, RELEASED or EXPIRED, not '" + value + "'";
    }
  }

  record InvalidSignature(String leaseId) implements LeaseError {
    @Override
    public String message() {
      return "the signature of lease " + leaseId + " is not the registrar's";
    }
  }

  record MissingSignature(String leaseId) implements LeaseError {
    @Override
    public String message() {
      return "lease " + leaseId + " lacks the registrar's signature";
    }
  }

  record RenewalDoesNotExtend(String leaseId, long currentExpiresAt, long newExpiresAt)
      implements LeaseError {
    @Override
    public String message() {
      return "lease %s lasts until %s already; a renewal until %s does not extend it"
          .formatted(leaseId, currentExpiresAt, newExpiresAt);
    }
  }

  record DecodeError(String eventType, String reason) implements LeaseError {
    @Override
    public String message() {
      return "the payload of " + eventType + " cannot be read: " + reason;
    }
  }

  record LeaseAlreadyExists(String leaseId) implements LeaseError {
    @Override
    public String message() {
      return "the id " + leaseId + " has been used before and is never accepted again";
    }
  }

  /**
   * @param actorId the actor that wrote the event
   */
  record Unauthorized(String leaseId, String actorId) implements LeaseError {
    @Override
    public String message() {
      return "'%s' may not do this to lease %s: its holder releases it, its registrar does the rest"
          .formatted(actorId, leaseId);
    }
  }

  record InvalidExpiration(String leaseId, long provided, long leaseExpiresAt)
      implements LeaseError {
    @Override
    public String message() {
      return "lease %s cannot have expired at %s, for it lasts until %s"
          .formatted(leaseId, provided, leaseExpiresAt);
    }
  }

  /**
   * @param afterTick the tick that the end must be later than
   * @param tickRateHz as given; it must be that of the lease, and not 0
   */
  record InvalidTickTiming(String leaseId, long afterTick, long expiresAtTick, long tickRateHz)
      implements LeaseError {
    @Override
    public String message() {
      return "the end of lease %s at tick %s, at %s Hz, must lie behind tick %s at the lease's rate"
          .formatted(leaseId, expiresAtTick, tickRateHz, afterTick);
    }
  }

  record InvalidInput(String field, String reason) implements LeaseError {
    @Override
    public String message() {
      return field + " " + reason;
    }
  }
}
