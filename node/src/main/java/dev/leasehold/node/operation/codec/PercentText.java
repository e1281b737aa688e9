package dev.leasehold.node.operation.codec;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoded text of URLs (RFC 3986), read strictly. */
public final class PercentText {

  private PercentText() {}

  public static String decode(String raw) throws MalformedInput {
    if (raw.chars().anyMatch(c -> c >= 0x80)) {
      throw MalformedInput.here("only ASCII may stand in a URL; percent-encode the rest");
    }
    if (raw.indexOf('%') < 0) {
      return raw;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '%') {
        bytes.write(hex(raw, i + 1) << 4 | hex(raw, i + 2));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw MalformedInput.here("not valid UTF-8 in percent-encoding");
    }
  }

  /** Decodes text of a query, where a plus sign stands for a space. */
  public static String decodeQuery(String raw) throws MalformedInput {
    return decode(raw.replace('+', ' '));
  }

  private static int hex(String raw, int at) throws MalformedInput {
    int digit = at < raw.length() ? Character.digit(raw.charAt(at), 16) : -1;
    if (digit < 0) {
      throw MalformedInput.here("a percent sign must be followed by two hexadecimal digits");
    }
    return digit;
  }
}
