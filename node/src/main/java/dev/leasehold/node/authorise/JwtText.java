package dev.leasehold.node.authorise;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A bearer token that is a JWT, known by the hash of its whole text. */
public final class JwtText {

  /** A request's headers have 16,384 bytes in all; tokens of identity providers fit in half. */
  static final int MAX_LENGTH = 8_192;

  private JwtText() {}

  /** Whether it has the three parts of a signed JWT. Nothing else is looked at. */
  static boolean isLike(String text) {
    return text.length() <= MAX_LENGTH && text.chars().filter(c -> c == '.').count() == 2;
  }

  /** SHA-256, in hexadecimal. */
  public static String hash(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
