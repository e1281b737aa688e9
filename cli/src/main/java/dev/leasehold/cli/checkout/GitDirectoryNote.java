package dev.leasehold.cli.checkout;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A few words that a working copy keeps in its git directory: its check-out, or a check-in under
 * way. A write is on the disk before anything is built on it.
 */
final class GitDirectoryNote {

  /** The check-out of a working copy. */
  static final String CHECKOUT = "checkout";

  /** A check-in that has made its commit. */
  static final String CHECKIN = "checkin";

  /** More than a few names is not from here. */
  private static final int MOST_BYTES = 64 << 10;

  private final Path directory;
  private final Path file;

  private GitDirectoryNote(Path directory, String what) {
    this.directory = directory;
    this.file = directory.resolve(what);
  }

  static GitDirectoryNote of(Clone clone, String what) {
    return of(clone.gitDirectory(), what);
  }

  static GitDirectoryNote of(Path gitDirectory, String what) {
    return new GitDirectoryNote(gitDirectory.resolve("leasehold"), what);
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
    StringWriter text = new StringWriter();
    words.store(text, null);
    Files.createDirectories(directory);
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }

  void forget() throws IOException {
    Files.deleteIfExists(file);
  }
}
