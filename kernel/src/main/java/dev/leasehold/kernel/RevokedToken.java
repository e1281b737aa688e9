package dev.leasehold.kernel;

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

  /** Whether its bearer is told no longer. */
  public boolean isOverAt(long now) {
    return now - tick >= Limits.REVOKED_TOKENS_KEPT_NANOS;
  }
}
