package dev.leasehold.node.persist;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * The file of the write-ahead log, which SQLite makes smaller only where it is told to. A log that
 * somebody else cuts short has lost commits of which others were told; the next commit is written
 * behind the gap, so that the size alone does not show it: the head of the log is gone, too. Safe
 * for any thread.
 */
final class LogFile implements Closeable {

  private final Path path;
  private final RandomAccessFile file;
  private long leastBytes;
  private boolean isShrinking;

  private LogFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  static LogFile open(Path path) throws IOException {
    return new LogFile(path, new RandomAccessFile(path.toFile(), "r"));
  }

  /**
   * Requires that everything is there that was there before.
   *
   * @throws IOException if it was cut short
   */
  synchronized void requireWhole() throws IOException {
    if (isShrinking) {
      return;
    }
    long bytes = file.length();
    if (bytes < leastBytes || (bytes > 0 && !isBegun())) {
      throw new IOException(
          path + " was cut short while the server was running; put a backup back and start again");
    }
    leastBytes = bytes;
  }

  private boolean isBegun() throws IOException {
    file.seek(0);
    return WalInspection.isMagic(file.readInt());
  }

  /** From now on SQLite may make it smaller, until {@link #shrunk}. */
  synchronized void shrink() {
    isShrinking = true;
  }

  synchronized void shrunk() {
    isShrinking = false;
    leastBytes = 0;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
