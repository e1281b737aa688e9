package dev.leasehold.registrar;

import dev.leasehold.kernel.view.ReleaseReason;
import java.util.List;

/**
 * The content of an event of the ledger. Times are nanoseconds since the Unix epoch. Ticks are
 * given if a tick or the rate is not 0.
 */
public sealed interface Payload {

  /** The type that a record with this payload has. */
  default String eventType() {
    return switch (this) {
      case Issued issued -> Issued.TYPE;
      case Renewed renewed -> Renewed.TYPE;
      case Released released -> Released.TYPE;
      case Expired expired -> Expired.TYPE;
      case Conflict conflict -> Conflict.TYPE;
      case IssueDenied denied -> IssueDenied.TYPE;
    };
  }

  /** The protobuf bytes: fields are numbered in the order of the components, from 1. */
  default Bytes encode() {
    return PayloadWriter.write(this);
  }

  record Issued(
      String leaseId,
      String workId,
      String actorId,
      long issuedAt,
      long expiresAt,
      Bytes registrarSignature,
      long issuedAtTick,
      long expiresAtTick,
      long tickRateHz)
      implements Payload {
    public static final String TYPE = "lease.issued";

    public Issued {
      refuseNegative(issuedAt, expiresAt, issuedAtTick, expiresAtTick, tickRateHz);
    }

    boolean hasTicks() {
      return issuedAtTick != 0 || expiresAtTick != 0 || tickRateHz != 0;
    }
  }

  record Renewed(
      String leaseId,
      long newExpiresAt,
      Bytes registrarSignature,
      long newExpiresAtTick,
      long tickRateHz)
      implements Payload {
    public static final String TYPE = "lease.renewed";

    public Renewed {
      refuseNegative(newExpiresAt, newExpiresAtTick, tickRateHz);
    }

    boolean hasTicks() {
      return newExpiresAtTick != 0 || tickRateHz != 0;
    }
  }

  record Released(String leaseId, String releaseReason) implements Payload {
    public static final String TYPE = "lease.released";

    /** The reason by its name, whatever its case. */
    public Parsed<ReleaseReason> reason() {
      return ReleaseReason.parse(releaseReason)
          .<Parsed<ReleaseReason>>map(Parsed.Valid::new)
          .orElseGet(
              () -> new Parsed.Invalid<>(new LeaseError.InvalidReleaseReason(releaseReason)));
    }
  }

  record Expired(String leaseId, long expiredAt) implements Payload {
    public static final String TYPE = "lease.expired";

    public Expired {
      refuseNegative(expiredAt);
    }
  }

  /** Several leases were claimed to be that of a work item. */
  record Conflict(String workId, List<String> conflictingLeaseIds, String resolution)
      implements Payload {
    public static final String TYPE = "lease.conflict";
    public static final String CANONICAL_ROOT = "CANONICAL_ROOT";
    public static final String ADJUDICATION_REQUIRED = "ADJUDICATION_REQUIRED";

    public Conflict {
      conflictingLeaseIds = List.copyOf(conflictingLeaseIds);
    }
  }

  /** A lease was asked for and not issued. */
  record IssueDenied(String workId, String denialReason, String details) implements Payload {
    public static final String TYPE = "lease.issue_denied";
    public static final String SOD_VIOLATION = "SOD_VIOLATION";
    public static final String POLICY_VIOLATION = "POLICY_VIOLATION";
    public static final String EXPIRED_CLAIM = "EXPIRED_CLAIM";
  }

  private static void refuseNegative(long... figures) {
    for (long figure : figures) {
      if (figure < 0) {
        throw new IllegalArgumentException("times and ticks are not negative: " + figure);
      }
    }
  }
}
