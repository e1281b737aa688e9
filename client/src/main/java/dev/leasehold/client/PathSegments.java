package dev.leasehold.client;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names of any kind as segments of a path: two names that differ are two segments.
 *
 * <p>ASCII letters, digits, {@code -}, {@code _}, {@code ~}, {@code @}, {@code :} and dots that are
 * not in front stay as they are. Any other character of the Latin-1 range becomes {@code %} and two
 * hexadecimal digits, any character beyond {@code %u} and four. In a space without case, names that
 * differ only in case are the same.
 */
public final class PathSegments {

  /** A path has 1,024 bytes; what is longer than this is not read by people any more. */
  static final int MAX_LENGTH = 255;

  private static final int LAST_SHORT = 0xFF;
  private static final String PLAIN = "-_~@:";

  /** No escape begins like these, so that no other name becomes such a segment. */
  private static final String NO_NAME = "%-";

  private static final String DIGEST = "%+";

  private PathSegments() {}

  /** The name as one segment; a digest (SHA-256) of it if that would be longer than 255. */
  public static String of(String name) {
    if (name.isEmpty()) {
      return NO_NAME;
    }
    StringBuilder segment = new StringBuilder(name.length());
    for (int i = 0; i < name.length() && segment.length() <= MAX_LENGTH; i++) {
      append(segment, name.charAt(i));
    }
    return segment.length() <= MAX_LENGTH ? segment.toString() : digest(name);
  }

  private static void append(StringBuilder segment, char c) {
    if (isPlain(c) || (c == '.' && !segment.isEmpty())) {
      segment.append(c);
    } else if (c <= LAST_SHORT) {
      segment.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
    } else {
      segment.append("%u").append(HexFormat.of().withUpperCase().toHexDigits(c));
    }
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || PLAIN.indexOf(c) >= 0;
  }

  private static String digest(String name) {
    try {
      // Character by character: every charset would write all lone surrogates alike.
      ByteBuffer bytes = ByteBuffer.allocate(name.length() * Character.BYTES);
      bytes.asCharBuffer().put(name);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.array());
      return DIGEST + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
