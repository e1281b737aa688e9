package dev.leasehold.registrar;

import dev.leasehold.kernel.policy.Limits;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Checks that need no more than the event itself. */
final class Inputs {

  /** Ed25519 needs 64; the largest signatures in use stay below. */
  static final int MAX_SIGNATURE_BYTES = 512;

  private Inputs() {}

  static @Nullable LeaseError checkId(String field, String id) {
    if (id.isEmpty()) {
      return new LeaseError.InvalidInput(field, "is empty");
    }
    if (!WireWriter.isUnicode(id)) {
      return new LeaseError.InvalidInput(field, "has half a surrogate pair in it");
    }
    int length = id.getBytes(StandardCharsets.UTF_8).length;
    return length <= Limits.MAX_NAME_BYTES
        ? null
        : new LeaseError.InvalidInput(
            field,
            "has " + length + " bytes, more than the " + Limits.MAX_NAME_BYTES + " there may be");
  }

  static @Nullable LeaseError checkLength(Bytes signature) {
    return signature.length() <= MAX_SIGNATURE_BYTES
        ? null
        : new LeaseError.InvalidInput(
            "registrar_signature",
            "has %s bytes, more than the %s there may be"
                .formatted(signature.length(), MAX_SIGNATURE_BYTES));
  }

  static @Nullable LeaseError checkPresent(String leaseId, Bytes signature) {
    return signature.isEmpty() ? new LeaseError.MissingSignature(leaseId) : null;
  }

  static @Nullable LeaseError checkTimes(Payload.Issued issued) {
    return issued.expiresAt() > issued.issuedAt()
        ? null
        : new LeaseError.InvalidInput(
            "expires_at",
            "is %s and must lie after issued_at, which is %s"
                .formatted(issued.expiresAt(), issued.issuedAt()));
  }

  static @Nullable LeaseError checkTicks(Payload.Issued issued) {
    boolean sound =
        !issued.hasTicks()
            || (issued.tickRateHz() > 0 && issued.expiresAtTick() > issued.issuedAtTick());
    return sound
        ? null
        : new LeaseError.InvalidTickTiming(
            issued.leaseId(), issued.issuedAtTick(), issued.expiresAtTick(), issued.tickRateHz());
  }
}
