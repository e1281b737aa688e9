package dev.leasehold.node.persist.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Files that have to stay what they were when they were opened. A file that was deleted or replaced
 * can still be written by those who have it open, and what they write is found by nobody: so each
 * is known by device and inode, and looked up by its name again. One that only grows is known by
 * its size, too. Safe for any thread.
 */
public final class KnownFiles {

  /**
   * @param leastBytes the size below which it never falls
   */
  private record Known(Path path, Object key, AtomicLong leastBytes) {}

  private static final long SHRINKS = -1;

  private final List<Known> files = new CopyOnWriteArrayList<>();

  /** Adds a file, which must stay where it is from now on. */
  public void add(Path file) throws IOException {
    files.add(new Known(file, keyOf(attributes(file)), new AtomicLong(SHRINKS)));
  }

  /** Adds a file that must not become smaller, either. */
  public void addGrowing(Path file) throws IOException {
    files.add(new Known(file, keyOf(attributes(file)), new AtomicLong()));
  }

  /**
   * Follows no link in the file's place: SQLite would look for its log where the link leads, and
   * find none there.
   */
  private static PosixFileAttributes attributes(Path file) throws IOException {
    return Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static Object keyOf(PosixFileAttributes attributes) {
    return Objects.requireNonNull(attributes.fileKey(), "POSIX has device and inode");
  }

  /**
   * Looks at all of them: one system call each.
   *
   * @throws IOException if one is no longer there, is another file, or may not be written any more
   */
  public void requireInPlace() throws IOException {
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
      throw changed(
          file,
          "is no longer the file that this server has opened",
          now.isSymbolicLink() ? "put the file back in place of the link" : "see who did that");
    }
    if (!now.permissions().contains(PosixFilePermission.OWNER_WRITE)) {
      throw changed(file, "was made read-only", "make it writable by its owner");
    }
    long leastBytes = file.leastBytes.get();
    if (now.size() < leastBytes) {
      throw changed(file, "was cut short", "put a backup back");
    }
    if (leastBytes != SHRINKS && now.size() > leastBytes) {
      file.leastBytes.accumulateAndGet(now.size(), Math::max);
    }
  }

  private static IOException changed(Known file, String what, String advice) {
    return new IOException(
        file.path + " " + what + " while the server was running; " + advice + " and start again");
  }
}
