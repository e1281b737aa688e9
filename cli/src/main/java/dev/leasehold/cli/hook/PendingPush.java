package dev.leasehold.cli.hook;

import dev.leasehold.cli.remote.Fields;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;

/**
 * A change of a ref that was let through under a check-out, as a note in the repository keeps it.
 *
 * @param before the commit that the ref named when it was judged; all zeros if it was new
 * @param commit the commit that it names if the push is taken
 */
record PendingPush(
    String lease, String holder, String space, String ref, String before, String commit) {

  private static final List<String> WORDS =
      List.of("lease", "holder", "space", "ref", "before", "commit");

  static PendingPush of(PushedRef pushed, Fields lease, String space) {
    return new PendingPush(
        lease.text("leaseId"),
        lease.text("holder"),
        space,
        pushed.ref(),
        pushed.before(),
        pushed.after());
  }

  /** Fails if the file does not say everything. */
  static PendingPush read(Path file) throws IOException {
    Properties words = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      words.load(reader);
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw new IOException(damaged("has signs that are no text"), e);
    }
    List<String> missing =
        WORDS.stream().filter(word -> words.getProperty(word, "").isEmpty()).toList();
    if (!missing.isEmpty()) {
      throw new IOException(damaged("does not say " + String.join(", ", missing)));
    }
    return new PendingPush(
        words.getProperty("lease"),
        words.getProperty("holder"),
        words.getProperty("space"),
        words.getProperty("ref"),
        words.getProperty("before"),
        words.getProperty("commit"));
  }

  private static String damaged(String how) {
    return "it " + how + "; see to its check-out by hand, then remove it";
  }

  Properties words() {
    Properties words = new Properties();
    words.setProperty("lease", lease);
    words.setProperty("holder", holder);
    words.setProperty("space", space);
    words.setProperty("ref", ref);
    words.setProperty("before", before);
    words.setProperty("commit", commit);
    return words;
  }

  /** One for each lease, ref and commit, however long their names are. */
  String fileName() {
    String all = lease + "\n" + ref + "\n" + commit;
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest) + PendingPushes.ENDING;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
