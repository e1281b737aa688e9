package dev.leasehold.gateway;

import dev.leasehold.client.meter.PriceTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The prices in a file that the user owns and may change. A file that cannot be read leaves them as
 * they were.
 */
public final class PriceFile {

  private static final Logger LOG = LoggerFactory.getLogger(PriceFile.class);

  /** The attributes of a file that show whether it was changed. */
  private record Version(FileTime changed, long bytes) {}

  private final Path file;
  private volatile PriceTable table;
  private @Nullable Version seen;

  private PriceFile(Path file, @Nullable Version seen, PriceTable table) {
    this.file = file;
    this.seen = seen;
    this.table = table;
  }

  /**
   * Reads a file.
   *
   * @throws IOException with a sentence that names the file, if it cannot be read or is no table
   */
  public static PriceFile read(Path file) throws IOException {
    Version version = version(file);
    return new PriceFile(file, version, PriceTable.read(file));
  }

  /** The prices that count for calls that begin now. */
  public PriceTable table() {
    return table;
  }

  /** Looks whether the file has changed, and reads it then. */
  synchronized void look() {
    Version now = version(file);
    if (now == null ? seen == null : now.equals(seen)) {
      return;
    }
    seen = now;
    try {
      table = PriceTable.read(file);
      LOG.info("prices are those of {} as it was changed {}", file, now == null ? "" : now.changed);
    } catch (IOException | RuntimeException e) {
      LOG.warn("prices stay as they were, for {} cannot be used: {}", file, e.toString());
    }
  }

  /** Null if there is no such file now. */
  private static @Nullable Version version(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new Version(now.lastModifiedTime(), now.size());
    } catch (IOException e) {
      return null;
    }
  }
}
