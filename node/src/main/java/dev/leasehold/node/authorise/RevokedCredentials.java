package dev.leasehold.node.authorise;

import dev.leasehold.kernel.access.RevokedToken;
import dev.leasehold.kernel.policy.Limits;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tokens that were revoked with a reason, so that their bearers can be told. As many as the kernel
 * keeps. Safe for any thread.
 */
final class RevokedCredentials {

  /** By id, and JWTs by their hash; the oldest first. */
  private final Map<String, RevokedToken> byKey = new LinkedHashMap<>();

  RevokedCredentials(List<RevokedToken> tokens) {
    tokens.forEach(this::add);
  }

  synchronized void add(RevokedToken token) {
    byKey.put(token.jwt() ? token.secretHash() : token.id(), token);
    Iterator<RevokedToken> oldest = byKey.values().iterator();
    while (byKey.size() > Limits.MAX_REVOKED_TOKENS) {
      oldest.next();
      oldest.remove();
    }
  }

  /** The token with this text, if its bearer is to be told; null if not. */
  @Nullable RevokedToken find(String text, long tick) {
    boolean jwt = JwtText.isLike(text);
    Optional<TokenText> shown = jwt ? Optional.empty() : TokenText.parse(text);
    if (!jwt && shown.isEmpty()) {
      return null;
    }
    String hash = shown.map(TokenText::hash).orElseGet(() -> JwtText.hash(text));
    RevokedToken found = get(shown.map(TokenText::tokenId).orElse(hash));
    return found != null
            && found.jwt() == jwt
            && Credentials.isHash(found.secretHash(), hash)
            && !found.isOverAt(tick)
        ? found
        : null;
  }

  private synchronized @Nullable RevokedToken get(String key) {
    return byKey.get(key);
  }
}
