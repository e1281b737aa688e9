package dev.leasehold.node.persist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Files that have to stay what they were when they were opened. A file that was deleted or replaced
 * can still be written by those who have it open, and what they write is found by nobody: so each
 * is known by device and inode, and looked up by its name again. Safe for any thread.
 */
final class KnownFiles {

  private record Known(Path path, Object key) {}

  private final List<Known> files = new CopyOnWriteArrayList<>();

  /** Adds a file, which must stay where it is from now on. */
  void add(Path file) throws IOException {
    files.add(new Known(file, keyOf(attributes(file))));
  }

  private static PosixFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, PosixFileAttributes.class);
  }

  private static Object keyOf(PosixFileAttributes attributes) {
    return Objects.requireNonNull(attributes.fileKey(), "POSIX has device and inode");
  }

  /**
   * Looks at all of them: one system call each.
   *
   * @throws IOException if one is no longer there, is another file, or may not be written any more
   */
  void requireInPlace() throws IOException {
    for (Known file : files) {
      require(file);
    }
  }

  private static void require(Known file) throws IOException {
    PosixFileAttributes now;
    try {
      now = attributes(file.path);
    } catch (NoSuchFileException e) {
      throw changed(file, "was deleted or moved away", "put it or a backup back");
    }
    if (!keyOf(now).equals(file.key)) {
      throw changed(file, "is no longer the file that this server has opened", "see who did that");
    }
    if (!now.permissions().contains(PosixFilePermission.OWNER_WRITE)) {
      throw changed(file, "was made read-only", "make it writable by its owner");
    }
  }

  private static IOException changed(Known file, String what, String advice) {
    return new IOException(
        file.path + " " + what + " while the server was running; " + advice + " and start again");
  }
}
