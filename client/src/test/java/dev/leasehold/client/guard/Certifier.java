package dev.leasehold.client.guard;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

/** Signs what a registrar would, and what it never would. */
final class Certifier {

  static final long SECOND = 1_000_000_000L;
  static final long ISSUED_SECOND = 1_700_000_000L;
  static final Instant NOW = Instant.ofEpochSecond(ISSUED_SECOND + 5);
  static final String HEADER =
      "{\"kid\":\"k1\",\"typ\":\"lease-certificate+jwt\",\"alg\":\"EdDSA\"}";

  private final KeyPair pair;

  Certifier() {
    try {
      pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  String x() {
    byte[] encoded = pair.getPublic().getEncoded();
    return encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
  }

  String jwks() {
    return "{\"keys\":[{\"kty\":\"OKP\",\"use\":\"sig\",\"crv\":\"Ed25519\",\"kid\":\"k1\",\"x\":\""
        + x()
        + "\"}]}";
  }

  static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String encode(String text) {
    return encode(text.getBytes(StandardCharsets.UTF_8));
  }

  String sign(String header, String claims) {
    String signed = encode(header) + "." + encode(claims);
    try {
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(pair.getPrivate());
      signature.update(signed.getBytes(StandardCharsets.US_ASCII));
      return signed + "." + encode(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  String sign(String claims) {
    return sign(HEADER, claims);
  }

  /** The claims of a certificate; the tests change one of them at a time. */
  record Claims(
      String leaseId,
      String scope,
      String mode,
      long epoch,
      long remainingNanos,
      Long... fencePath) {

    static Claims of(String leaseId, Long... fencePath) {
      return new Claims(leaseId, "/a/**", "EXCLUSIVE", 0, 60 * SECOND, fencePath);
    }

    Claims scoped(String newScope) {
      return new Claims(leaseId, newScope, mode, epoch, remainingNanos, fencePath);
    }

    Claims shared() {
      return new Claims(leaseId, scope, "SHARED", epoch, remainingNanos, fencePath);
    }

    Claims atEpoch(long newEpoch) {
      return new Claims(leaseId, scope, mode, newEpoch, remainingNanos, fencePath);
    }

    Claims remaining(long nanos) {
      return new Claims(leaseId, scope, mode, epoch, nanos, fencePath);
    }

    String json() {
      String path =
          Arrays.stream(fencePath)
              .map(token -> "\"" + token + "\"")
              .collect(Collectors.joining(","));
      // Granted ten seconds before the certificate was made.
      long issuedTick = 1_000;
      return """
      {"iss":"leasehold","sub":"bob","iat":%d,"proves":"grant","note":"may be over","lease":{
      "leaseId":"%s","policy":"file","policyVersion":1,"space":"s","scope":["%s"],"mode":"%s",
      "holder":"bob","session":"","issuedAtTick":"%d","issuedAtNanos":"%d","expiresAtTick":"%d",
      "ttlNanos":"60000000000","renewalCount":0,"maxRenewals":5,"fencingToken":"%d",
      "fencePath":[%s],"epoch":"%d","parentId":""}}\
      """
          .formatted(
              ISSUED_SECOND,
              leaseId,
              scope,
              mode,
              issuedTick,
              (ISSUED_SECOND - 10) * SECOND,
              issuedTick + 10 * SECOND + remainingNanos,
              fencePath[fencePath.length - 1],
              path,
              epoch);
    }
  }

  GrantCertificate certify(Claims claims) {
    return RegistrarKeys.parse(jwks()).check(sign(claims.json()), NOW);
  }
}
