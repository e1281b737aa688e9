package dev.leasehold.node.persist.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether names in a directory may lead to other files than at the last look: its time shows
 * that one came, went or was moved. For one thread at a time.
 */
final class DirectoryChanges {

  /** Some file systems keep times by two seconds: a second change may not show for so long. */
  static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Other changes of a file, such as its permissions, are noticed by then. */
  static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Path directory;
  private final LongSupplier nanos;
  private @Nullable Object key;
  private @Nullable FileTime modified;
  private long changedNanos;
  private long lookedNanos;

  /**
   * @param nanos time that only goes on, as {@link System#nanoTime} does
   */
  DirectoryChanges(Path directory, LongSupplier nanos) {
    this.directory = directory;
    this.nanos = nanos;
  }

  /** Whether it is time to look at the files; they count as looked at from then on. */
  boolean isTimeToLook() {
    BasicFileAttributes now;
    try {
      now = Files.readAttributes(directory, BasicFileAttributes.class);
    } catch (IOException e) {
      return true; // what has become of the directory shows at its files
    }
    long nowNanos = nanos.getAsLong();
    if (!Objects.equals(now.fileKey(), key) || !now.lastModifiedTime().equals(modified)) {
      key = now.fileKey();
      modified = now.lastModifiedTime();
      changedNanos = nowNanos;
    } else if (nowNanos - changedNanos > SETTLED_NANOS
        && nowNanos - lookedNanos < LOOK_EVERY_NANOS) {
      return false;
    }
    lookedNanos = nowNanos;
    return true;
  }
}
