package dev.leasehold.node.http.lfs;

import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.leasehold.node.http.receive.RequestCredential;
import dev.leasehold.node.operation.PresentedCredential;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Reads the token that git-lfs sends as the password of Basic authentication (RFC 7617). The user
 * name says nothing: the token knows whose it is.
 */
final class LfsCredential {

  static final String EXPECTED =
      "send a valid token as the password of Basic authentication; any user name will do";

  private static final String BASIC = "Basic ";

  private LfsCredential() {}

  static PresentedCredential of(ServiceRequestContext ctx, HttpRequest request) {
    PresentedCredential shown = RequestCredential.of(ctx, request);
    return new PresentedCredential(asBearer(shown.authorization()), shown.certified());
  }

  /** Makes Basic authentication a bearer's token; anything else stays as it is. */
  static @Nullable String asBearer(@Nullable String authorization) {
    if (authorization == null || !authorization.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
      return authorization;
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(authorization.substring(BASIC.length()).strip());
      String pair = new String(decoded, StandardCharsets.UTF_8);
      int colon = pair.indexOf(':');
      return colon < 0 ? "" : "Bearer " + pair.substring(colon + 1);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
