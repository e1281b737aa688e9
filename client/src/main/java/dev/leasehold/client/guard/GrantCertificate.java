package dev.leasehold.client.guard;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A certificate whose signature was checked. It proves that the lease was granted and what it was
 * when the certificate was made; it does not prove that the lease still stands.
 *
 * @see RegistrarKeys#check
 */
public final class GrantCertificate {

  private static final String ISSUER = "leasehold";

  private final Grant grant;
  private final Instant issuedAt;
  private final @Nullable Instant expiresAt;

  private GrantCertificate(Grant grant, Instant issuedAt, @Nullable Instant expiresAt) {
    this.grant = grant;
    this.issuedAt = issuedAt;
    this.expiresAt = expiresAt;
  }

  /** Reads claims whose signature is known to be good. */
  static GrantCertificate of(StrictJson claims, Instant now) {
    if (!claims.string("iss").equals(ISSUER) || !claims.string("proves").equals("grant")) {
      throw new InvalidCertificateException("it does not say that it proves a grant");
    }
    try {
      long issuedSecond = claims.figure("iat");
      Instant issuedAt = Instant.ofEpochSecond(issuedSecond);
      Instant end = claims.has("exp") ? Instant.ofEpochSecond(claims.figure("exp")) : null;
      if (end != null && !now.isBefore(end)) {
        throw new InvalidCertificateException("it ended at " + end + ", and it is " + now);
      }
      Grant grant = grant(claims.object("lease"), TimeUnit.SECONDS.toNanos(issuedSecond));
      if (!claims.string("sub").equals(grant.holder())) {
        throw new InvalidCertificateException("its subject is not the lease's holder");
      }
      return new GrantCertificate(grant, issuedAt, end);
    } catch (DateTimeException | ArithmeticException e) {
      throw new InvalidCertificateException("its times are out of range", e);
    } catch (IllegalArgumentException e) {
      throw new InvalidCertificateException("its lease is malformed: " + e.getMessage(), e);
    }
  }

  private static Grant grant(StrictJson lease, long statedNanos) {
    FencePath fencePath = new FencePath(lease.figures("fencePath"));
    if (fencePath.size() == 0
        || fencePath.token(fencePath.size() - 1) != lease.figure("fencingToken")) {
      throw new InvalidCertificateException("its fence path does not end with its token");
    }
    long expiresTick = lease.figure("expiresAtTick");
    long lastsNanos = Math.subtractExact(expiresTick, lease.figure("issuedAtTick"));
    long endNanos = Math.addExact(lease.figure("issuedAtNanos"), lastsNanos);
    return new Grant(
        lease.string("leaseId"),
        lease.string("space"),
        lease.strings("scope"),
        isShared(lease.string("mode")),
        lease.string("holder"),
        fencePath,
        lease.figure("epoch"),
        lease.string("parentId"),
        expiresTick,
        Math.subtractExact(endNanos, statedNanos));
  }

  private static boolean isShared(String mode) {
    return switch (mode) {
      case "SHARED" -> true;
      case "EXCLUSIVE" -> false;
      default -> throw new InvalidCertificateException("its mode is not known here");
    };
  }

  /** The grant as it was when the certificate was made. */
  public Grant grant() {
    return grant;
  }

  /** The time when the certificate was made, by the server's wall clock. */
  public Instant issuedAt() {
    return issuedAt;
  }

  /** When the certificate ends, which is not when the lease does; null if it has no end. */
  public @Nullable Instant expiresAt() {
    return expiresAt;
  }

  @Override
  public String toString() {
    return "certificate that lease " + grant.leaseId() + " was granted; it may have ended since";
  }
}
