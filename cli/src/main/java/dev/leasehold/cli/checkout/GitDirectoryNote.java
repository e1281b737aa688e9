package dev.leasehold.cli.checkout;

import dev.leasehold.cli.git.NoteFile;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A few words that a working copy keeps in its git directory: its check-out, or a check-in under
 * way. A write is on the disk before anything is built on it.
 */
record GitDirectoryNote(Path file) {

  /** The check-out of a working copy. */
  static final String CHECKOUT = "checkout";

  /** A check-in that has made its commit. */
  static final String CHECKIN = "checkin";

  /** More than a few names is not from here. */
  private static final int MOST_BYTES = 64 << 10;

  static GitDirectoryNote of(Clone clone, String what) {
    return of(clone.gitDirectory(), what);
  }

  static GitDirectoryNote of(Path gitDirectory, String what) {
    return new GitDirectoryNote(gitDirectory.resolve("leasehold").resolve(what));
  }

  /** Null if nothing is remembered. */
  @Nullable Properties read() throws IOException {
    if (!Files.isRegularFile(file)) {
      return null;
    }
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(file + " is too large; remove it, and name the lease with --lease");
    }
    Properties words = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      words.load(reader);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is damaged; remove it, and name the lease with --lease", e);
    }
    return words;
  }

  void write(Properties words) throws IOException {
    NoteFile.write(file, words);
  }

  void forget() throws IOException {
    Files.deleteIfExists(file);
  }
}
