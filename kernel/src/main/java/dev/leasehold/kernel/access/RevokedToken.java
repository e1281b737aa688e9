package dev.leasehold.kernel.access;

import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.kernel.view.Lease;
import java.util.Locale;

/**
 * The remains of a credential that was revoked with a reason, for its bearer to be told.
 *
 * @param secretHash as {@link Token} has it
 * @param jwt whether the hash is that of a whole JWT
 */
public record RevokedToken(
    String id, String secretHash, boolean jwt, String reason, long tick, long wallNanos) {

  public static RevokedToken of(Token token, String reason, long tick, long wallNanos) {
    return new RevokedToken(
        token.id(), token.secretHash(), !token.pool().isEmpty(), reason, tick, wallNanos);
  }

  /** Words the end of a lease as the reason for which the token that was for it has ended. */
  public static String reasonOf(Lease lease) {
    String reason = lease.ending() == null ? "" : lease.ending().reason();
    String state =
        switch (lease.state()) {
          case EXPIRED -> "has expired";
          case FAILED -> "was not granted";
          default -> "was " + lease.state().name().toLowerCase(Locale.ROOT);
        };
    return "lease " + lease.id() + " " + state + (reason.isEmpty() ? "" : ": " + reason);
  }

  /** Whether its bearer is told no longer. */
  public boolean isOverAt(long now) {
    return now - tick >= Limits.REVOKED_TOKENS_KEPT_NANOS;
  }
}
