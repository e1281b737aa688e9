package dev.leasehold.node.authorise;

import dev.leasehold.kernel.access.Caller;
import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.access.Token;
import dev.leasehold.kernel.event.AdminEvent;
import dev.leasehold.kernel.event.Event;
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.sequence.DurableBlock;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that are valid now. Checking one is a look-up and a hash; a signature is checked only
 * when a token of another issuer is seen for the first time. A token that was issued here is known
 * from the moment its issue is durable and unknown from the moment its revocation is.
 */
public final class Credentials {

  /** The issuer of the tokens that are issued here. */
  private static final String ISSUER = "leasehold";

  private static final String SCHEME = "Bearer ";

  private record Credential(Token token, Caller caller) {

    boolean isOf(TokenText text) {
      return isHash(token.secretHash(), text.hash());
    }

    /** A token for a pool is a JWT, and its hash is that of the whole text. */
    boolean isJwt() {
      return !token.pool().isEmpty();
    }
  }

  private final Map<String, Credential> byId = new ConcurrentHashMap<>();
  private final Map<String, Credential> byJwtHash = new ConcurrentHashMap<>();
  private final RevokedCredentials revoked;
  private final LeaseTokens ofLeases;
  private final LongSupplier tick;
  private final LongSupplier wallNanos;
  private final @Nullable OidcTokens oidc;

  /**
   * @param revoked tokens whose bearers are told why
   * @param ofLeases tokens that are for one lease each
   * @param oidc recognises the tokens of another issuer; null for none
   */
  public Credentials(
      List<Token> tokens,
      List<RevokedToken> revoked,
      LeaseTokens ofLeases,
      LongSupplier tick,
      LongSupplier wallNanos,
      @Nullable OidcTokens oidc) {
    this.revoked = new RevokedCredentials(revoked);
    this.ofLeases = ofLeases;
    this.tick = tick;
    this.wallNanos = wallNanos;
    this.oidc = oidc;
    tokens.forEach(this::learn);
  }

  /** Takes note of what is durable. */
  public void follow(DurableBlock block) {
    ofLeases.follow(block.facts());
    for (Event event : block.events()) {
      switch (event) {
        case AdminEvent.TokenIssued issued -> {
          forgetEnded(issued.tick());
          learn(issued.token());
        }
        case AdminEvent.TokenRevoked e -> revoke(e);
        default -> {}
      }
    }
  }

  /**
   * @param authorization the value of the request's header; null if there is none
   * @param certified the caller that the connection's certificate names; null if it has none
   */
  public AccessDecision admit(
      @Nullable String authorization, @Nullable Caller certified, Permission permission) {
    Optional<Caller> caller =
        authorization == null && certified != null
            ? Optional.of(certified)
            : bearer(authorization).flatMap(this::caller);
    if (caller.isEmpty()) {
      return new AccessDecision.Unauthenticated(dead(authorization));
    }
    return permission.isGrantedTo(caller.get())
        ? new AccessDecision.Admitted(caller.get())
        : new AccessDecision.Forbidden(caller.get());
  }

  /**
   * Whether the caller would be known again now by what it showed some time ago. A connection keeps
   * its certificate.
   *
   * @param authorization as it was for {@link #admit}
   */
  public boolean isStillValid(Caller caller, @Nullable String authorization) {
    if (caller.tokenId().isEmpty()) {
      return authorization == null
          || bearer(authorization).flatMap(this::caller).filter(caller::equals).isPresent();
    }
    if (caller.isForOneLease()) {
      return ofLeases.isValid(caller.tokenId(), tick.getAsLong());
    }
    Credential known = byId.get(caller.tokenId());
    return known != null && known.token().isValidAt(tick.getAsLong());
  }

  /** How the token that was shown came to its end, if that was not long ago; null if not. */
  public @Nullable DeadToken dead(@Nullable String authorization) {
    return bearer(authorization).map(this::deadToken).orElse(null);
  }

  /** Tells how the IP token with this text has ended; null if it is valid now, or not known. */
  public @Nullable DeadToken deadIpToken(String text) {
    return ofLeases.dead(text, tick.getAsLong());
  }

  private @Nullable DeadToken deadToken(String text) {
    long now = tick.getAsLong();
    Credential known = knownByText(text);
    if (known != null) {
      long sinceNanos = now - known.token().deadlineTick();
      return known.token().isValidAt(now)
          ? null
          : DeadToken.expired(wallNanos.getAsLong() - sinceNanos);
    }
    RevokedToken found = revoked.find(text, now);
    return found != null ? DeadToken.revoked(found) : ofLeases.dead(text, now);
  }

  /** Whether this is the IP token that a lease has now, whatever the state of the lease. */
  public boolean isIpToken(TokenText text) {
    return ofLeases.isKnown(text);
  }

  /** The provider that the lease of an IP token was given for; empty if that is not known. */
  public String providerOf(String ipTokenId) {
    return ofLeases.providerOf(ipTokenId);
  }

  /** Takes the same time for every wrong secret. */
  static boolean isHash(String known, String shown) {
    return MessageDigest.isEqual(
        known.getBytes(StandardCharsets.US_ASCII), shown.getBytes(StandardCharsets.US_ASCII));
  }

  private static Optional<String> bearer(@Nullable String authorization) {
    return authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? Optional.of(authorization.substring(SCHEME.length()))
        : Optional.empty();
  }

  private Optional<Caller> caller(String text) {
    Optional<Credential> issued = issued(text);
    if (issued.isPresent()) {
      return issued.map(Credential::caller);
    }
    Token ofLease = ofLeases.find(text, tick.getAsLong());
    return ofLease != null ? Optional.of(ofLease.caller()) : foreign(text).map(Identity::caller);
  }

  /** The identity of a token that is valid now; empty for every other. */
  public Optional<Identity> identify(String text) {
    Optional<Credential> issued = issued(text);
    if (issued.isPresent()) {
      return issued.map(known -> identity(known.token(), known.caller()));
    }
    Token ofLease = ofLeases.find(text, tick.getAsLong());
    return ofLease != null ? Optional.of(identity(ofLease, ofLease.caller())) : foreign(text);
  }

  /** The credential with this text, also one that has ended and is not forgotten yet. */
  private @Nullable Credential knownByText(String text) {
    return JwtText.isLike(text)
        ? byJwtHash.get(JwtText.hash(text))
        : TokenText.parse(text).map(this::known).orElse(null);
  }

  private Optional<Credential> issued(String text) {
    Credential known = knownByText(text);
    return known != null && known.token().isValidAt(tick.getAsLong())
        ? Optional.of(known)
        : Optional.empty();
  }

  private @Nullable Credential known(TokenText text) {
    Credential known = byId.get(text.tokenId());
    return known != null && !known.isJwt() && known.isOf(text) ? known : null;
  }

  private Optional<Identity> foreign(String text) {
    return oidc == null || !JwtText.isLike(text) ? Optional.empty() : oidc.identify(text);
  }

  private Identity identity(Token token, Caller caller) {
    long wall = wallNanos.getAsLong();
    long end = token.deadlineTick() == 0 ? 0 : wall + token.deadlineTick() - tick.getAsLong();
    return new Identity(
        caller,
        ISSUER,
        Math.floorDiv(token.issuedWallNanos(), Limits.SECOND),
        Math.ceilDiv(end, Limits.SECOND),
        token.id(),
        token.permissions());
  }

  /** Whether this is the text of a token that is valid now. */
  boolean isValid(TokenText text) {
    return issued(text.reveal()).isPresent();
  }

  private void learn(Token token) {
    Credential credential = new Credential(token, token.caller());
    byId.put(token.id(), credential);
    if (credential.isJwt()) {
      byJwtHash.put(token.secretHash(), credential);
    }
  }

  /** Forgets ended tokens when the kernel does, so that the two do not differ for long. */
  private void forgetEnded(long atTick) {
    for (Credential known : List.copyOf(byId.values())) {
      if (!known.token().isValidAt(atTick)) {
        forget(known.token().id());
      }
    }
  }

  private void revoke(AdminEvent.TokenRevoked e) {
    Credential known = byId.get(e.tokenId());
    forget(e.tokenId());
    if (known != null && !e.reason().isEmpty()) {
      revoked.add(RevokedToken.of(known.token(), e.reason(), e.tick(), e.wallNanos()));
    }
  }

  private void forget(String tokenId) {
    Credential known = byId.remove(tokenId);
    if (known != null && known.isJwt()) {
      byJwtHash.remove(known.token().secretHash());
    }
  }
}
