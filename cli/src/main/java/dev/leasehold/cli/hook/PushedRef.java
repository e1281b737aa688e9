package dev.leasehold.cli.hook;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A ref that a push changes.
 *
 * @param before the commit that it names now; all zeros if it is new
 * @param after the commit that it is to name; all zeros if it is deleted
 */
record PushedRef(String ref, String before, String after) {

  private static final int FIELDS_OF_CLONE = 4;

  /** Reads the lines that git gives to a hook on a server. */
  static List<PushedRef> received(InputStream in) throws IOException {
    return read(in, words -> new PushedRef(words.get(2), words.get(0), words.get(1)), 3);
  }

  /** Reads the lines that git gives to a hook before it pushes. */
  static List<PushedRef> pushed(InputStream in) throws IOException {
    return read(
        in, words -> new PushedRef(words.get(2), words.get(3), words.get(1)), FIELDS_OF_CLONE);
  }

  private interface Reader {
    PushedRef of(List<String> words);
  }

  private static List<PushedRef> read(InputStream in, Reader reader, int fields)
      throws IOException {
    List<PushedRef> refs = new ArrayList<>();
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      List<String> words = List.of(line.split(" ", -1));
      if (words.size() == fields) {
        refs.add(reader.of(words));
      } else if (!line.isEmpty()) {
        throw new IOException("git has told of a ref in words that are not known here");
      }
    }
    return refs;
  }

  boolean isNew() {
    return isZero(before);
  }

  boolean isDeleted() {
    return isZero(after);
  }

  private static boolean isZero(String id) {
    return id.chars().allMatch(c -> c == '0');
  }
}
