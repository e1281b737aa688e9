package dev.leasehold.cli.git;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of a call of git.
 *
 * @param code its exit code
 * @param out all of its standard output
 * @param err the end of its standard error, as text
 */
public record GitResult(int code, byte[] out, String err) {

  public boolean isDone() {
    return code == 0;
  }

  /** Standard output as text, without the line feed behind it. */
  public String text() {
    String text = new String(out, StandardCharsets.UTF_8);
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  /** The parts of an output that was asked for with {@code -z}, as {@link #name} tells them. */
  public List<String> parts() throws GitFailedException {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < out.length; i++) {
      if (out[i] == 0) {
        parts.add(name(begin, i));
        begin = i + 1;
      }
    }
    if (begin < out.length) {
      parts.add(name(begin, out.length));
    }
    return parts;
  }

  /** Bytes that are no UTF-8 are no name: two of them might look the same. */
  private String name(int begin, int end) throws GitFailedException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(out, begin, end - begin))
          .toString();
    } catch (CharacterCodingException e) {
      String likely = new String(out, begin, end - begin, StandardCharsets.UTF_8);
      throw new GitFailedException(
          0, "the name " + likely + " in this repository is no UTF-8 text; rename it first");
    }
  }
}
