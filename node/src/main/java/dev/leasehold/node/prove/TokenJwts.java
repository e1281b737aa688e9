package dev.leasehold.node.prove;

import com.nimbusds.jwt.JWTClaimsSet;
import java.util.Date;
import java.util.List;

/** Tokens that others can check by the registrar's signature: those that draw on a pool. */
public final class TokenJwts {

  private static final String TYPE = "at+jwt";
  private static final long MILLIS = 1_000;

  private TokenJwts() {}

  /**
   * @param expiresSecond since 1970; 0 for a token without an end
   */
  public static String of(
      RegistrarKey key,
      String tokenId,
      String actor,
      String pool,
      List<String> permissions,
      long issuedSecond,
      long expiresSecond) {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer(Jws.ISSUER)
            .subject(actor)
            .jwtID(tokenId)
            .issueTime(new Date(issuedSecond * MILLIS))
            .claim("pool", pool)
            .claim("permissions", permissions);
    if (expiresSecond != 0) {
      claims.expirationTime(new Date(expiresSecond * MILLIS));
    }
    return Jws.compact(key, TYPE, claims.build());
  }
}
