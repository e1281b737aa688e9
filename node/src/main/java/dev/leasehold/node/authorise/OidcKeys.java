package dev.leasehold.node.authorise;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import dev.leasehold.node.prove.Ed25519;
import dev.leasehold.node.prove.RegistrarKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.text.ParseException;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of an issuer, from a file that is read again when it changes. Which algorithms
 * are accepted is decided here and by the kind of the key, never by the token alone.
 */
final class OidcKeys {

  private static final Logger log = LoggerFactory.getLogger(OidcKeys.class);

  private static final Set<JWSAlgorithm> RSA = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256);

  /** Sets of keys are small; a larger file is something else. */
  private static final long MAX_FILE_BYTES = 1 << 20;

  private static final int MIN_RSA_BITS = 2_048;

  private record Stamp(FileTime changed, long bytes) {}

  private final Path file;
  private volatile Stamp readAt;
  private volatile List<JWK> keys;

  /**
   * @throws IOException if there are no keys in the file
   */
  OidcKeys(Path file) throws IOException {
    this.file = file;
    this.readAt = stamp();
    this.keys = read();
  }

  private Stamp stamp() throws IOException {
    return new Stamp(Files.getLastModifiedTime(file), Files.size(file));
  }

  private List<JWK> read() throws IOException {
    if (Files.size(file) > MAX_FILE_BYTES) {
      throw new IOException(file + " is too large for a set of keys");
    }
    try {
      List<JWK> read = JWKSet.parse(Files.readString(file)).getKeys();
      if (read.isEmpty()) {
        throw new IOException(file + " holds no key");
      }
      return read;
    } catch (ParseException e) {
      throw new IOException(file + " is no JWK set: " + e.getMessage(), e);
    }
  }

  /** Reads the keys again if the file is another; true if they have changed. */
  synchronized boolean refresh() {
    try {
      Stamp now = stamp();
      if (now.equals(readAt)) {
        return false;
      }
      keys = read();
      readAt = now;
      log.info("read {} keys from {}", keys.size(), file);
      return true;
    } catch (IOException e) {
      log.warn("the keys of the issuer stay as they were: {}", e.getMessage());
      return false;
    }
  }

  /** Whether one of the keys that the token may mean has signed it. */
  boolean verify(SignedJWT token) {
    JWSHeader header = token.getHeader();
    return keys.stream()
        .filter(key -> header.getKeyID() == null || header.getKeyID().equals(key.getKeyID()))
        .filter(key -> key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE))
        .anyMatch(key -> verifies(key, token));
  }

  private static boolean verifies(JWK key, SignedJWT token) {
    JWSAlgorithm algorithm = token.getHeader().getAlgorithm();
    if (key.getAlgorithm() != null && !key.getAlgorithm().equals(algorithm)) {
      return false;
    }
    try {
      return switch (key) {
        case RSAKey rsa when RSA.contains(algorithm) && rsa.size() >= MIN_RSA_BITS ->
            verifies(new RSASSAVerifier(rsa), token);
        case ECKey ec
            when algorithm.equals(JWSAlgorithm.ES256) && ec.getCurve().equals(Curve.P_256) ->
            verifies(new ECDSAVerifier(ec), token);
        case OctetKeyPair edwards
            when algorithm.equals(JWSAlgorithm.EdDSA) && edwards.getCurve().equals(Curve.Ed25519) ->
            Ed25519.verifies(
                RegistrarKey.publicKey(edwards.getDecodedX()),
                token.getSigningInput(),
                token.getSignature().decode());
        default -> false;
      };
    } catch (JOSEException | GeneralSecurityException e) {
      return false;
    }
  }

  private static boolean verifies(JWSVerifier verifier, SignedJWT token) throws JOSEException {
    return verifier.verify(token.getHeader(), token.getSigningInput(), token.getSignature());
  }
}
