package dev.leasehold.client.guard;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The public keys of a server's registrar, and the check of its certificates with them. No
 * connection is needed once the keys are there; getting them, from {@code /.well-known/jwks.json}
 * over a connection that can be trusted, is the caller's step.
 */
public final class RegistrarKeys {

  private static final String ALGORITHM = "Ed25519";
  private static final String TYPE = "lease-certificate+jwt";

  /** Larger than a certificate with the largest scope. */
  private static final int MAX_CERTIFICATE_CHARACTERS = 1 << 20;

  private static final int MAX_JWKS_CHARACTERS = 1 << 16;
  private static final int MAX_KEYS = 64;
  private static final int KEY_BYTES = 32;
  private static final int SIGNATURE_BYTES = 64;

  /** The X.509 prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
  private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

  private final Map<String, PublicKey> keys;

  private RegistrarKeys(Map<String, PublicKey> keys) {
    this.keys = Map.copyOf(keys);
  }

  /**
   * Reads a JWK set (RFC 7517, RFC 8037). Keys of other kinds are left out.
   *
   * @throws InvalidCertificateException if it is malformed or has no key that could be used
   */
  public static RegistrarKeys parse(String jwks) {
    if (jwks.length() > MAX_JWKS_CHARACTERS) {
      throw new InvalidCertificateException(
          "a set of keys has at most " + MAX_JWKS_CHARACTERS + " characters");
    }
    Map<String, PublicKey> keys = new HashMap<>();
    for (StrictJson jwk : StrictJson.parse(jwks).objects("keys")) {
      if (jwk.string("kty").equals("OKP") && jwk.string("crv").equals(ALGORITHM)) {
        if (keys.put(jwk.string("kid"), key(jwk.string("x"))) != null || keys.size() > MAX_KEYS) {
          throw new InvalidCertificateException("two keys have one id, or there are too many");
        }
      }
    }
    if (keys.isEmpty()) {
      throw new InvalidCertificateException("there is no Ed25519 key in the set");
    }
    return new RegistrarKeys(keys);
  }

  private static PublicKey key(String x) {
    byte[] raw = bytes("key", x);
    if (raw.length != KEY_BYTES) {
      throw new InvalidCertificateException("an Ed25519 key has 32 bytes, not " + raw.length);
    }
    byte[] encoded = new byte[X509_PREFIX.length + KEY_BYTES];
    System.arraycopy(X509_PREFIX, 0, encoded, 0, X509_PREFIX.length);
    System.arraycopy(raw, 0, encoded, X509_PREFIX.length, KEY_BYTES);
    try {
      return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new InvalidCertificateException("it is not an Ed25519 key", e);
    }
  }

  /**
   * Checks a certificate: form, signature, and its end if it names one.
   *
   * @param certificate a JWS in compact form, as the server gives it
   * @param now by the caller's clock
   * @throws InvalidCertificateException with the reason if it must not be believed
   */
  public GrantCertificate check(String certificate, Instant now) {
    if (certificate.length() > MAX_CERTIFICATE_CHARACTERS) {
      throw new InvalidCertificateException(
          "a certificate has at most " + MAX_CERTIFICATE_CHARACTERS + " characters");
    }
    String[] parts = certificate.split("\\.", -1);
    if (parts.length != 3) {
      throw new InvalidCertificateException("a certificate has three parts with dots between them");
    }
    PublicKey key = key(StrictJson.parse(text("header", parts[0])));
    byte[] signature = bytes("signature", parts[2]);
    byte[] signed = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
    if (signature.length != SIGNATURE_BYTES || !verifies(key, signed, signature)) {
      throw new InvalidCertificateException("its signature is not the registrar's");
    }
    return GrantCertificate.of(StrictJson.parse(text("claims", parts[1])), now);
  }

  private PublicKey key(StrictJson header) {
    if (!header.string("alg").equals("EdDSA")) {
      throw new InvalidCertificateException("its algorithm is not EdDSA");
    }
    if (!header.string("typ").equals(TYPE)) {
      throw new InvalidCertificateException("its type is not " + TYPE);
    }
    if (header.has("crit") || header.has("b64")) {
      throw new InvalidCertificateException("it needs extensions that are not known here");
    }
    PublicKey key = keys.get(header.string("kid"));
    if (key == null) {
      throw new InvalidCertificateException(
          "its key is not among those given; fetch /.well-known/jwks.json of the server anew if you"
              + " trust it");
    }
    return key;
  }

  private static boolean verifies(PublicKey key, byte[] signed, byte[] signature) {
    try {
      Signature check = Signature.getInstance(ALGORITHM);
      check.initVerify(key);
      check.update(signed);
      return check.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /** One spelling only: what encodes to another text than was given is refused. */
  private static byte[] bytes(String part, String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      if (Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text)) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // The error is thrown below.
    }
    throw new InvalidCertificateException("its " + part + " is not in base64url");
  }

  private static String text(String part, String encoded) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes(part, encoded)))
          .toString();
    } catch (CharacterCodingException e) {
      throw new InvalidCertificateException("its " + part + " is not UTF-8", e);
    }
  }
}
