package dev.leasehold.node.authorise;

import dev.leasehold.node.persist.files.Sha256;
import java.nio.charset.StandardCharsets;
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
    return HexFormat.of().formatHex(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
  }
}
