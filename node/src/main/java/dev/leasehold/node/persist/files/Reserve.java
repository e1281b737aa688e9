package dev.leasehold.node.persist.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Room on the disk that nobody else can take: a file with bytes in it, which is made shorter when
 * something else has to be written and the disk has nothing left. In steps, because whatever is
 * given up may be taken by others who write to the same disk. Safe for any thread.
 */
public final class Reserve implements AutoCloseable {

  static final String FILE_NAME = "reserve";

  /** Enough for a few hundred thousand leases to end, and much more than a block and a mark. */
  public static final long BYTES = 24L << 20;

  /** More than the largest block, so that one step is enough for most writes. */
  public static final int STEP_BYTES = 2 << 20;

  /** As small as the parts are that a file system finds again and keeps once. */
  private static final int PAGE_BYTES = 4 << 10;

  /** Larger than the parts are that a file system compresses. Made once, for that takes a while. */
  private static final byte[] NOISE = new byte[256 << 10];

  static {
    new Random(1).nextBytes(NOISE);
  }

  private static final Logger log = LoggerFactory.getLogger(Reserve.class);

  private final FileChannel file;
  private volatile long heldBytes;

  private Reserve(FileChannel file, long heldBytes) {
    this.file = file;
    this.heldBytes = heldBytes;
  }

  /** Opens what a directory has held before, which may be nothing. */
  public static Reserve in(Path directory) throws IOException {
    Path path = directory.resolve(FILE_NAME);
    OwnerOnly.file(path);
    FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE);
    return new Reserve(file, file.size());
  }

  public long heldBytes() {
    return heldBytes;
  }

  /** Takes one step more; false if all is held, or the disk does not give it. */
  synchronized boolean take() {
    if (heldBytes >= BYTES) {
      return false;
    }
    try {
      file.position(heldBytes);
      for (ByteBuffer rest = bytesAt(heldBytes); rest.hasRemaining(); ) {
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
   * Bytes for one step. Neither zeros nor twice the same: some file systems keep those without room
   * for them.
   */
  private static ByteBuffer bytesAt(long position) {
    ByteBuffer bytes = ByteBuffer.allocate(STEP_BYTES);
    while (bytes.hasRemaining()) {
      bytes.put(NOISE);
    }
    for (int page = 0; page < STEP_BYTES; page += PAGE_BYTES) {
      bytes.putLong(page, position + page);
    }
    return bytes.flip();
  }

  /**
   * Gives one step up.
   *
   * @param atLeast the bytes that stay
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
