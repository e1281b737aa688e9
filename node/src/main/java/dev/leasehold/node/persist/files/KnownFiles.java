package dev.leasehold.node.persist.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Files that have to stay what they were when they were opened. A file that was deleted or replaced
 * can still be written by those who have it open, and what they write is found by nobody: so each
 * is known by device and inode, and looked up by its name again when names in its directory have
 * changed. One that only grows is known by its size, too, and looked up each time. Safe for any
 * thread.
 */
public final class KnownFiles {

  /**
   * @param leastBytes the size below which it never falls
   */
  private record Known(Path path, Object key, AtomicLong leastBytes) {

    boolean grows() {
      return leastBytes.get() != SHRINKS;
    }
  }

  private static final long SHRINKS = -1;

  private final List<Known> files = new CopyOnWriteArrayList<>();
  private final Map<Path, DirectoryChanges> directories = new HashMap<>();
  private final LongSupplier nanos;

  public KnownFiles() {
    this(System::nanoTime);
  }

  KnownFiles(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Adds a file, which must stay where it is from now on. */
  public void add(Path file) throws IOException {
    add(new Known(file, keyOf(attributes(file)), new AtomicLong(SHRINKS)));
  }

  /** Adds a file that must not become smaller, either. */
  public void addGrowing(Path file) throws IOException {
    add(new Known(file, keyOf(attributes(file)), new AtomicLong()));
  }

  /** Looks at all of them the next time, for this one may have come into the directory unseen. */
  private synchronized void add(Known file) {
    files.add(file);
    Path directory = directoryOf(file);
    directories.put(directory, new DirectoryChanges(directory, nanos));
  }

  private static Path directoryOf(Known file) {
    return Objects.requireNonNull(file.path.toAbsolutePath().getParent(), "files have a parent");
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
   * Looks at those that may have changed: one system call each, and one for the directory.
   *
   * @throws IOException if one is no longer there, is another file, or may not be written any more
   */
  public void requireInPlace() throws IOException {
    boolean all = isTimeToLook();
    for (Known file : files) {
      if (all || file.grows()) {
        require(file);
      }
    }
  }

  private synchronized boolean isTimeToLook() {
    boolean all = false;
    for (DirectoryChanges directory : directories.values()) {
      all |= directory.isTimeToLook();
    }
    return all;
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
    if (file.grows() && now.size() > leastBytes) {
      file.leastBytes.accumulateAndGet(now.size(), Math::max);
    }
  }

  private static IOException changed(Known file, String what, String advice) {
    return new IOException(
        file.path + " " + what + " while the server was running; " + advice + " and start again");
  }
}
