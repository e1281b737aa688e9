package dev.leasehold.node.authorise;

import dev.leasehold.node.persist.files.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A bearer token as its owner has it: {@code lh_<tokenId>_<secret>}. The secret is hashed without a
 * salt or stretching, since it holds 256 random bits and is no password.
 */
public record TokenText(String tokenId, String secret) {

  private static final String PREFIX = "lh_";
  private static final int ID_BYTES = 8;
  private static final int SECRET_BYTES = 32;

  /** Longer texts are not worth a look. */
  private static final int MAX_LENGTH = 256;

  private static final SecureRandom RANDOM = new SecureRandom();

  public static TokenText random() {
    byte[] id = new byte[ID_BYTES];
    byte[] secret = new byte[SECRET_BYTES];
    RANDOM.nextBytes(id);
    RANDOM.nextBytes(secret);
    return new TokenText(
        HexFormat.of().formatHex(id),
        Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  /** The id ends at the first underscore after the prefix: ids are hexadecimal. */
  public static Optional<TokenText> parse(String text) {
    if (text.length() > MAX_LENGTH || !text.startsWith(PREFIX)) {
      return Optional.empty();
    }
    int end = text.indexOf('_', PREFIX.length());
    if (end < 0) {
      return Optional.empty();
    }
    return Optional.of(
        new TokenText(text.substring(PREFIX.length(), end), text.substring(end + 1)));
  }

  /** The whole text, for its owner alone. */
  public String reveal() {
    return PREFIX + tokenId + "_" + secret;
  }

  /** SHA-256 of the secret, in hexadecimal. */
  public String hash() {
    return HexFormat.of().formatHex(Sha256.of(secret.getBytes(StandardCharsets.UTF_8)));
  }

  /** Without the secret, so that it gets into no log by mistake. */
  @Override
  public String toString() {
    return PREFIX + tokenId + "_...";
  }
}
