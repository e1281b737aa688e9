package dev.leasehold.node.persist;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The file of the write-ahead log, which SQLite makes smaller only where it is told to. A log that
 * somebody else cuts short has lost commits of which others were told; the next commit is written
 * behind the gap, so that the size alone does not show it: the head of the log is gone, too. Safe
 * for any thread.
 *
 * <p>While the log is in use, nothing here asks for the attributes of the file. Linux gives a file
 * new times with each write if somebody has asked for them since the last, and some file systems
 * write these with each sync, which takes the disk as long as the commit.
 */
final class LogFile implements Closeable {

  private final Path path;
  private final RandomAccessFile file;

  /** Syncs without the file's times, until a thread is interrupted meanwhile: that closes it. */
  private final FileChannel quickSync;

  private final byte[] lastAndNext = new byte[2];
  private long leastBytes;
  private boolean isShrinking;

  private LogFile(Path path, RandomAccessFile file, FileChannel quickSync) {
    this.path = path;
    this.file = file;
    this.quickSync = quickSync;
  }

  static LogFile open(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "r");
    try {
      return new LogFile(path, file, FileChannel.open(path, StandardOpenOption.READ));
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /**
   * Requires that everything is there that was there before.
   *
   * @throws IOException if it was cut short
   */
  synchronized void requireWhole() throws IOException {
    if (!isShrinking && !(hasGrown() && isBegun())) {
      throw new IOException(
          path + " was cut short while the server was running; put a backup back and start again");
    }
  }

  /** Whether it is at least as large as it was. */
  private boolean hasGrown() throws IOException {
    int there = 2;
    if (leastBytes > 0) {
      file.seek(leastBytes - 1);
      there = file.read(lastAndNext);
    }
    if (there > 1) {
      leastBytes = file.length();
    }
    return there > 0;
  }

  private boolean isBegun() throws IOException {
    if (leastBytes == 0) {
      return true;
    }
    file.seek(0);
    return WalInspection.isMagic(file.readInt());
  }

  /** Makes durable what was written to it. */
  void sync() throws IOException {
    if (quickSync.isOpen()) {
      try {
        quickSync.force(false);
        return;
      } catch (ClosedChannelException e) {
        // Whether it was done is not known.
      }
    }
    file.getFD().sync();
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
    try (file) {
      quickSync.close();
    }
  }
}
