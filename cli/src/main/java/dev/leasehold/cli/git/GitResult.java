package dev.leasehold.cli.git;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The end of a call of git. Whoever asks for its output gets all of it, or a failure: a list of
 * files that lacks some of them looks like any other.
 */
public final class GitResult {

  private final int code;
  private final GitOutput.Taken out;
  private final String err;

  /**
   * @param err the end of its standard error, as text
   */
  GitResult(int code, GitOutput.Taken out, String err) {
    this.code = code;
    this.out = out;
    this.err = err;
  }

  /** The exit code of git. */
  public int code() {
    return code;
  }

  public boolean isDone() {
    return code == 0;
  }

  /** The end of standard error, as text. */
  public String err() {
    return err;
  }

  /** All of standard output; fails if some of it may be missing. */
  public byte[] out() throws GitFailedException {
    if (!out.isWhole()) {
      throw new GitFailedException(
          -1,
          "the output of git may be cut off, because a program that it has started holds it open;"
              + " end that program, or have its hook start it with another output, and try again");
    }
    return out.bytes();
  }

  /** Standard output as text, without the line feed behind it. */
  public String text() throws GitFailedException {
    String text = new String(out(), StandardCharsets.UTF_8);
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  /** The parts of an output that was asked for with {@code -z}, as {@link #name} tells them. */
  public List<String> parts() throws GitFailedException {
    byte[] bytes = out();
    List<String> parts = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        parts.add(name(bytes, begin, i));
        begin = i + 1;
      }
    }
    if (begin < bytes.length) {
      parts.add(name(bytes, begin, bytes.length));
    }
    return parts;
  }

  /** Bytes that are no UTF-8 are no name: two of them might look the same. */
  private static String name(byte[] bytes, int begin, int end) throws GitFailedException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, begin, end - begin))
          .toString();
    } catch (CharacterCodingException e) {
      String likely = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
      throw new GitFailedException(
          0, "the name " + likely + " in this repository is no UTF-8 text; rename it first");
    }
  }
}
