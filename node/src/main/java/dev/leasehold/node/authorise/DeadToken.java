package dev.leasehold.node.authorise;

import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.policy.Limits;
import java.time.Instant;

/**
 * How a token came to its end, for its bearer.
 *
 * @param leaseId the lease that it was for; empty if it was for no single one
 * @param reason the reason for its end
 * @param detail the same as one sentence
 * @param wallNanos when it ended
 */
public record DeadToken(String leaseId, String reason, String detail, long wallNanos) {

  static DeadToken revoked(RevokedToken token) {
    return of(token, "this token was revoked at ");
  }

  /** The end of a token that was for one lease. */
  static DeadToken endedWithLease(RevokedToken token) {
    return of(token, "this token is not valid since ");
  }

  /** The end of a token that had a time of its own. */
  static DeadToken expired(long wallNanos) {
    String detail = "this token expired at " + second(wallNanos) + "; ask for a new one";
    return new DeadToken("", "EXPIRED", detail, wallNanos);
  }

  private static DeadToken of(RevokedToken token, String sentence) {
    return new DeadToken(
        "",
        token.reason(),
        sentence + second(token.wallNanos()) + ": " + token.reason(),
        token.wallNanos());
  }

  private static Instant second(long wallNanos) {
    return Instant.ofEpochSecond(Math.floorDiv(wallNanos, Limits.SECOND));
  }
}
