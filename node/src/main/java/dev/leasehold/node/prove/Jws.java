package dev.leasehold.node.prove;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import java.nio.charset.StandardCharsets;

/** Claims under the registrar's signature, in compact form (RFC 7515, RFC 8037). */
final class Jws {

  /** The issuer of all claims; the header names the key. */
  static final String ISSUER = "leasehold";

  private Jws() {}

  static String compact(RegistrarKey key, String type, JWTClaimsSet claims) {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.EdDSA)
            .type(new JOSEObjectType(type))
            .keyID(key.id())
            .build();
    String signed = header.toBase64URL() + "." + claims.toPayload().toBase64URL();
    byte[] signature = key.sign(signed.getBytes(StandardCharsets.US_ASCII));
    return signed + "." + Base64URL.encode(signature);
  }
}
