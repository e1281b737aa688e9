package dev.leasehold.cli.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The words of this process's command line as they were typed. The JVM has decoded them by the
 * locale, which loses every umlaut where the locale is C, as it is for cron; the kernel still has
 * them. Text is UTF-8, whatever the locale.
 */
public final class OwnArguments {

  private static final Path RAW = Path.of("/proc/self/cmdline");

  private OwnArguments() {}

  /** Returns the words as typed; bytes that are no UTF-8 become replacement characters. */
  public static String[] asTyped(String[] decoded) {
    if (Stream.of(decoded).allMatch(OwnArguments::isPlain)) {
      return decoded;
    }
    List<byte[]> raw = last(decoded.length);
    return raw.size() < decoded.length
        ? decoded
        : raw.stream().map(OwnArguments::text).toArray(String[]::new);
  }

  private static boolean isPlain(String word) {
    return word.chars().allMatch(c -> c < 128);
  }

  private static String text(byte[] word) {
    return new String(word, StandardCharsets.UTF_8);
  }

  /** The bytes of the last words, if they are these; otherwise these words encoded again. */
  static List<byte[]> bytesOf(List<String> words) {
    List<byte[]> last = last(words.size());
    return last.stream().map(OwnArguments::text).toList().equals(words)
        ? last
        : words.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static List<byte[]> last(int count) {
    try {
      List<byte[]> raw = split(Files.readAllBytes(RAW));
      return raw.subList(Math.max(0, raw.size() - count), raw.size());
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Each word ends with a zero. */
  static List<byte[]> split(byte[] raw) {
    List<byte[]> words = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] == 0) {
        words.add(Arrays.copyOfRange(raw, begin, i));
        begin = i + 1;
      }
    }
    return words;
  }
}
