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
import dev.leasehold.kernel.policy.Limits;
import dev.leasehold.node.prove.Ed25519;
import dev.leasehold.node.prove.RegistrarKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.text.ParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of an issuer, from a file that is looked at again and again. An empty set is a
 * set: nobody is trusted. Of a file that cannot be read the keys stay for a while. Which algorithms
 * are accepted is decided here and by the kind of the key, never by the token alone.
 */
final class OidcKeys {

  /**
   * How long keys count that can no longer be read: a file that is being replaced is back by then,
   * and whoever is alerted has time to mend it. A file that is taken away to revoke its keys works
   * all the same.
   */
  static final long KEPT_NANOS = 5 * Limits.MINUTE;

  private static final Logger log = LoggerFactory.getLogger(OidcKeys.class);

  private static final Set<JWSAlgorithm> RSA = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256);

  /** Sets of keys are small; a larger file is something else. */
  private static final int MAX_FILE_BYTES = 1 << 20;

  private static final int MIN_RSA_BITS = 2_048;

  private static final long READABLE = -1;

  private final Path file;
  private byte[] content;
  private volatile List<JWK> keys;
  private volatile long unreadableSince = READABLE;

  /**
   * @throws IOException if there is no set of keys in the file
   */
  OidcKeys(Path file) throws IOException {
    this.file = file;
    this.content = read();
    this.keys = parse(content);
    log.info("read {} keys from {}", keys.size(), file);
  }

  /** Reads the whole file, even if its attributes have not changed. */
  private byte[] read() throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is missing, or no file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] read = in.readNBytes(MAX_FILE_BYTES + 1);
      if (read.length > MAX_FILE_BYTES) {
        throw new IOException(file + " is too large for a set of keys");
      }
      return read;
    }
  }

  private List<JWK> parse(byte[] text) throws IOException {
    try {
      return JWKSet.parse(new String(text, StandardCharsets.UTF_8)).getKeys();
    } catch (ParseException e) {
      throw new IOException(file + " is no JWK set: " + e.getMessage(), e);
    }
  }

  /**
   * Looks at the file.
   *
   * @param tick now
   * @return whether other keys count than before
   */
  synchronized boolean refresh(long tick) {
    try {
      byte[] read = read();
      if (unreadableSince == READABLE && Arrays.equals(read, content)) {
        return false;
      }
      keys = parse(read);
      content = read;
      unreadableSince = READABLE;
      log.info("read {} keys from {}", keys.size(), file);
      return true;
    } catch (IOException e) {
      return unreadable(tick, e);
    }
  }

  private boolean unreadable(long tick, IOException why) {
    if (unreadableSince == READABLE) {
      unreadableSince = tick;
      log.warn(
          "{}; the keys of the issuer that were read before count for {} s more",
          why.getMessage(),
          KEPT_NANOS / Limits.SECOND);
    }
    if (keys.isEmpty() || tick - unreadableSince < KEPT_NANOS) {
      return false;
    }
    keys = List.of();
    log.error("{}; no token of the issuer is accepted until it can be read", why.getMessage());
    return true;
  }

  int count() {
    return keys.size();
  }

  /** How long the file could not be read by the tick; 0 if it can be read. */
  long unreadableNanos(long tick) {
    long since = unreadableSince;
    return since == READABLE ? 0 : tick - since;
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
