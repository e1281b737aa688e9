package dev.leasehold.node.authorise;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.Role;
import dev.leasehold.kernel.policy.Limits;
import java.io.IOException;
import java.text.ParseException;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognises the JWTs of one OpenID Connect issuer. Their times are wall time, since their issuer
 * knows no other. A token that was accepted is remembered until it ends, so that its signature is
 * checked once; it cannot be revoked here before that, except by taking its key out of the file.
 * All accepted tokens are forgotten when the keys change.
 */
public final class OidcTokens {

  /** The clocks of two machines may differ by this. */
  static final long LEEWAY_SECONDS = 30;

  /** How often the file with the keys is looked at. */
  static final long LOOK_EVERY_NANOS = 2 * Limits.SECOND;

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9._@/-]{1," + Limits.MAX_NAME_BYTES + "}");

  private final OidcSettings settings;
  private final OidcKeys keys;
  private final LongSupplier wallNanos;
  private final LongSupplier tick;
  private final RecentIdentities accepted = new RecentIdentities();
  private volatile long nextLookTick;

  /**
   * @param wallNanos since 1970
   * @param tick a clock that never goes back, for when to look at the file
   */
  public OidcTokens(OidcSettings settings, LongSupplier wallNanos, LongSupplier tick)
      throws IOException {
    this.settings = settings;
    this.keys = new OidcKeys(settings.jwks());
    this.wallNanos = wallNanos;
    this.tick = tick;
    this.nextLookTick = tick.getAsLong() + LOOK_EVERY_NANOS;
  }

  /** The identity of a token; empty if it is not a valid one of this issuer. */
  Optional<Identity> identify(String text) {
    lookAtKeys();
    String hash = JwtText.hash(text);
    Identity known = accepted.get(hash);
    if (known != null) {
      return isOver(known) ? Optional.empty() : Optional.of(known);
    }
    // Read before the keys are looked at, which may change before the answer is kept.
    long generation = accepted.generation();
    Optional<Identity> verified = verified(text);
    verified.ifPresent(identity -> accepted.put(hash, identity, generation));
    return verified;
  }

  /** Callers wait while the file is being read: the old keys may count no more. */
  private void lookAtKeys() {
    if (tick.getAsLong() < nextLookTick) {
      return;
    }
    synchronized (keys) {
      long now = tick.getAsLong();
      if (now >= nextLookTick) {
        if (keys.refresh(now)) {
          accepted.clear();
        }
        nextLookTick = now + LOOK_EVERY_NANOS;
      }
    }
  }

  /** How many keys count now. */
  public long keyCount() {
    lookAtKeys();
    return keys.count();
  }

  /** For how long the file with the keys could not be read; 0 if it can be. */
  public long unreadableSeconds() {
    lookAtKeys();
    return keys.unreadableNanos(tick.getAsLong()) / Limits.SECOND;
  }

  private Optional<Identity> verified(String text) {
    try {
      SignedJWT token = SignedJWT.parse(text);
      JWTClaimsSet claims = token.getJWTClaimsSet();
      // The claims first: they cost nothing and keep others from having signatures checked.
      return isForUs(claims) && isText(token, settings.actorClaim()) && keys.verify(token)
          ? identity(claims)
          : Optional.empty();
    } catch (ParseException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** RFC 7519 wants text, and the library turns numbers into it, different ones into the same. */
  private static boolean isText(SignedJWT token, String claim) {
    Map<String, Object> claims = token.getPayload().toJSONObject();
    return claims != null && claims.get(claim) instanceof String;
  }

  private boolean isForUs(JWTClaimsSet claims) {
    long now = nowSecond();
    Date expires = claims.getExpirationTime();
    Date notBefore = claims.getNotBeforeTime();
    return settings.issuer().equals(claims.getIssuer())
        && claims.getAudience().contains(settings.audience())
        && expires != null
        && now < second(expires) + LEEWAY_SECONDS
        && (notBefore == null || second(notBefore) <= now + LEEWAY_SECONDS);
  }

  private boolean isOver(Identity known) {
    return nowSecond() >= known.expiresSecond() + LEEWAY_SECONDS;
  }

  private long nowSecond() {
    return Math.floorDiv(wallNanos.getAsLong(), Limits.SECOND);
  }

  private static long second(Date date) {
    return Math.floorDiv(date.getTime(), 1_000);
  }

  private Optional<Identity> identity(JWTClaimsSet claims) throws ParseException {
    String actor = claims.getStringClaim(settings.actorClaim());
    Optional<Role> role = role(claims.getClaim(settings.roleClaim()));
    Optional<List<String>> spaces = spaces(claims.getClaim(settings.spacesClaim()));
    if (actor == null || !isName(actor) || role.isEmpty() || spaces.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Identity(
            new Caller(actor, role.get(), spaces.get()),
            settings.issuer(),
            claims.getIssueTime() == null ? 0 : second(claims.getIssueTime()),
            second(claims.getExpirationTime()),
            Objects.requireNonNullElse(claims.getJWTID(), ""),
            List.of()));
  }

  /** A claim that is there and names no role is an error of configuration: nobody is let in. */
  private static Optional<Role> role(@Nullable Object claim) {
    return claim == null
        ? Optional.of(Role.AGENT)
        : claim instanceof String text ? Role.parse(text) : Optional.empty();
  }

  /** As with roles: a claim that cannot be read must not mean all spaces. */
  private static Optional<List<String>> spaces(@Nullable Object claim) {
    if (claim == null) {
      return Optional.of(List.of());
    }
    if (!(claim instanceof List<?> named)
        || named.isEmpty()
        || named.size() > Limits.MAX_SPACES_PER_TOKEN
        || !named.stream().allMatch(space -> space instanceof String text && isName(text))) {
      return Optional.empty();
    }
    return Optional.of(named.stream().map(String.class::cast).toList());
  }

  private static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }
}
