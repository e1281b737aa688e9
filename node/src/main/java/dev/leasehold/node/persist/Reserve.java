package dev.leasehold.node.persist;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DiskSpace on the disk that nobody else can take: a file with bytes in it, which is made shorter
 * when something else has to be written and the disk has nothing left. In steps, because whatever
 * is given up may be taken by others who write to the same disk. Safe for any thread.
 */
final class Reserve implements AutoCloseable {

  static final String FILE_NAME = "reserve";

  /** Enough for a few hundred thousand leases to end, and much more than a block and a mark. */
  static final long BYTES = 24L << 20;

  /** More than the largest block, so that one step is enough for most writes. */
  static final int STEP_BYTES = 2 << 20;

  private static final Logger log = LoggerFactory.getLogger(Reserve.class);

  private final FileChannel file;
  private volatile long heldBytes;

  private Reserve(FileChannel file, long heldBytes) {
    this.file = file;
    this.heldBytes = heldBytes;
  }

  /** Opens what a directory has held before, which may be nothing. */
  static Reserve in(Path directory) throws IOException {
    Path path = directory.resolve(FILE_NAME);
    OwnerOnly.file(path);
    FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE);
    return new Reserve(file, file.size());
  }

  long heldBytes() {
    return heldBytes;
  }

  /** Takes one step more; false if all is held, or the disk does not give it. */
  synchronized boolean take() {
    if (heldBytes >= BYTES) {
      return false;
    }
    try {
      file.position(heldBytes);
      // Not zeros: some file systems keep those without room for them.
      byte[] bytes = new byte[STEP_BYTES];
      new Random(heldBytes).nextBytes(bytes);
      for (ByteBuffer rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
        file.write(rest);
      }
      heldBytes += STEP_BYTES;
      return true;
    } catch (IOException e) {
      log.debug("the reserve cannot grow", e);
      cut(heldBytes);
      return false;
    }
  }

  /**
   * Gives one step up.
   *
   * @param atLeast what stays
   * @return false if there was no more than that
   */
  synchronized boolean giveUp(long atLeast) {
    long left = Math.max(atLeast, heldBytes - STEP_BYTES);
    return left < heldBytes && cut(left);
  }

  private boolean cut(long bytes) {
    try {
      file.truncate(bytes);
      heldBytes = bytes;
      return true;
    } catch (IOException e) {
      log.warn("the reserve cannot be given up: {}", e.getMessage());
      return false;
    }
  }

  /** The file stays, for the next start. */
  @Override
  public void close() throws IOException {
    file.close();
  }
}
