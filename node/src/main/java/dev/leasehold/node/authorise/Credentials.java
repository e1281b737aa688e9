package dev.leasehold.node.authorise;

import dev.leasehold.kernel.Caller;
import dev.leasehold.kernel.Event;
import dev.leasehold.kernel.Token;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that are valid now. Checking one is a look-up and a hash. A token is known from the
 * moment its issue is durable and unknown from the moment its revocation is.
 */
public final class Credentials {

  private static final String SCHEME = "Bearer ";

  private record Credential(Token token, Caller caller) {

    /** Takes the same time for every wrong secret. */
    boolean isOf(TokenText text) {
      return MessageDigest.isEqual(
          token.secretHash().getBytes(StandardCharsets.US_ASCII),
          text.hash().getBytes(StandardCharsets.US_ASCII));
    }
  }

  private final Map<String, Credential> byId = new ConcurrentHashMap<>();
  private final LongSupplier tick;

  public Credentials(List<Token> tokens, LongSupplier tick) {
    this.tick = tick;
    tokens.forEach(this::learn);
  }

  /** Takes note of events, which must be durable. */
  public void follow(List<Event> events) {
    for (Event event : events) {
      switch (event) {
        case Event.TokenIssued issued -> learn(issued.token());
        case Event.TokenRevoked revoked -> byId.remove(revoked.tokenId());
        default -> {}
      }
    }
  }

  /**
   * @param authorization the value of the request's header; null if there is none
   */
  public Admission admit(@Nullable String authorization, Permission permission) {
    Optional<Caller> caller = recognise(authorization);
    if (caller.isEmpty()) {
      return new Admission.Unauthenticated();
    }
    return permission.isGrantedTo(caller.get().role())
        ? new Admission.Admitted(caller.get())
        : new Admission.Forbidden(caller.get().role());
  }

  private Optional<Caller> recognise(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return Optional.empty();
    }
    return TokenText.parse(authorization.substring(SCHEME.length())).flatMap(this::recognise);
  }

  private Optional<Caller> recognise(TokenText text) {
    Credential known = byId.get(text.tokenId());
    if (known == null || !known.isOf(text) || !known.token().isValidAt(tick.getAsLong())) {
      return Optional.empty();
    }
    return Optional.of(known.caller());
  }

  /** Whether this is the text of a token that is valid now. */
  boolean isValid(TokenText text) {
    return recognise(text).isPresent();
  }

  private void learn(Token token) {
    byId.put(token.id(), new Credential(token, token.caller()));
  }
}
