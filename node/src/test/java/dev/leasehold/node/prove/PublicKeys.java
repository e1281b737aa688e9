package dev.leasehold.node.prove;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.leasehold.node.ServedNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;

/** Checks what the registrar signed as a stranger would: with its JWK set and the JDK alone. */
public final class PublicKeys {

  private static final Base64.Decoder BASE64 = Base64.getUrlDecoder();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final JsonNode jwk;

  private PublicKeys(JsonNode jwk) {
    this.jwk = jwk;
  }

  public static PublicKeys of(ServedNode node) {
    return new PublicKeys(node.send("", "GET", "/.well-known/jwks.json", "").json().at("/keys/0"));
  }

  public JsonNode jwk() {
    return jwk;
  }

  public boolean verify(byte[] content, byte[] given) throws Exception {
    Signature signature = Signature.getInstance("Ed25519", "SunEC");
    signature.initVerify(key());
    signature.update(content);
    return given.length == 64 && signature.verify(given);
  }

  /** RFC 8032: the bytes are little-endian, and the highest bit is the sign of x. */
  private PublicKey key() throws Exception {
    byte[] x = BASE64.decode(jwk.get("x").asText());
    for (int i = 0; i < x.length / 2; i++) {
      byte swapped = x[i];
      x[i] = x[x.length - 1 - i];
      x[x.length - 1 - i] = swapped;
    }
    boolean odd = (x[0] & 0x80) != 0;
    x[0] &= 0x7f;
    return KeyFactory.getInstance("Ed25519", "SunEC")
        .generatePublic(
            new EdECPublicKeySpec(
                NamedParameterSpec.ED25519, new EdECPoint(odd, new BigInteger(1, x))));
  }

  /** Whether a compact JWS is signed by the key that its header names. */
  public boolean verify(String jws) throws Exception {
    String[] parts = jws.split("\\.");
    JsonNode header = JSON.readTree(BASE64.decode(parts[0]));
    return header.get("alg").asText().equals("EdDSA")
        && header.get("kid").asText().equals(jwk.get("kid").asText())
        && verify(
            (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII),
            BASE64.decode(parts[2]));
  }

  public static JsonNode header(String jws) throws Exception {
    return JSON.readTree(BASE64.decode(jws.split("\\.")[0]));
  }

  public static JsonNode claims(String jws) throws Exception {
    return JSON.readTree(BASE64.decode(jws.split("\\.")[1]));
  }
}
