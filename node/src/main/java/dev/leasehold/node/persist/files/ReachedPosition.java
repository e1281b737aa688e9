package dev.leasehold.node.persist.files;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last position that the journal has reached, in a file of its own, written when its block is
 * durable. A journal that was copied without its log ends before it. It is not synced when it
 * rises: what a power cut makes of it is too low, or no position at all.
 */
public final class ReachedPosition implements AutoCloseable {

  public static final String FILE_NAME = "reached";

  private static final Logger log = LoggerFactory.getLogger(ReachedPosition.class);

  /** Not a channel: that would be closed when a thread that writes is interrupted. */
  private final RandomAccessFile file;

  private final ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);

  private ReachedPosition(RandomAccessFile file) {
    this.file = file;
  }

  static ReachedPosition in(Path directory) throws IOException {
    Path path = directory.resolve(FILE_NAME);
    OwnerOnly.file(path);
    return new ReachedPosition(new RandomAccessFile(path.toFile(), "rw"));
  }

  /** The position; 0 if none can be read. */
  synchronized long read() throws IOException {
    file.seek(0);
    if (file.read(bytes.array()) < bytes.capacity()) {
      return 0;
    }
    long position = bytes.getLong(0);
    return bytes.getLong(Long.BYTES) == ~position ? position : 0;
  }

  /**
   * Refuses a journal that ends at the position and had been longer.
   *
   * @throws IOException with a sentence for the person who starts the server
   */
  public void requireNoMoreThan(long position) throws IOException {
    long before = read();
    if (before > position) {
      throw new IOException(
          "the journal ends at position "
              + position
              + " and had reached "
              + before
              + ", as in a copy without journal.db-wal, or an old one; put the right files back, or"
              + " restore a backup");
    }
  }

  /**
   * Takes note that the journal ends before what was noted, as one does that begins anew. Synced:
   * the old position must not come back.
   */
  public void lower(long position) throws IOException {
    if (read() > position) {
      write(position);
      file.getFD().sync();
    }
  }

  public synchronized void write(long position) {
    bytes.putLong(0, position).putLong(Long.BYTES, ~position);
    try {
      file.seek(0);
      file.write(bytes.array());
    } catch (IOException e) {
      log.debug("the position that the journal has reached cannot be noted", e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
