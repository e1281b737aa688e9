package dev.leasehold.node.persist;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The directory that holds all a node has, locked as long as this is open. The operating system
 * gives the lock back when the process ends, however it ends.
 */
public final class DataDirectory implements AutoCloseable {

  /**
   * Directories that this process has. The system's lock does not tell apart two openers in one
   * process: the second would get it, or take it from the first by closing the file.
   */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  public static final String JOURNAL_FILE = "journal.db";

  /** The journal of a restore until that is done. */
  public static final String UNFINISHED_RESTORE = "journal.db.restoring";

  private static final String LOCK_FILE = "lock";
  private static final int LOCK_ATTEMPTS = 5;
  private static final long LOCK_PAUSE_NANOS = 10_000_000;

  private final Path path;
  private final FileChannel lockFile;

  private DataDirectory(Path path, FileChannel lockFile) {
    this.path = path;
    this.lockFile = lockFile;
  }

  /**
   * Creates the directory if need be, and locks it.
   *
   * @throws DirectoryInUseException if another node has it
   */
  public static DataDirectory open(Path directory) throws IOException {
    OwnerOnly.directory(directory);
    Path path = directory.toRealPath();
    if (!HELD_HERE.add(path)) {
      throw new DirectoryInUseException(path, Long.toString(ProcessHandle.current().pid()));
    }
    try {
      return new DataDirectory(path, lock(path));
    } catch (IOException e) {
      HELD_HERE.remove(path);
      throw e;
    }
  }

  private static FileChannel lock(Path directory) throws IOException {
    Path file = directory.resolve(LOCK_FILE);
    OwnerOnly.file(file);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    try {
      if (!tryLock(channel)) {
        throw new DirectoryInUseException(directory, Files.readString(file).strip());
      }
      String pid = ProcessHandle.current().pid() + "\n";
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** Those who look whether it is locked have it locked themselves for some microseconds. */
  private static boolean tryLock(FileChannel channel) throws IOException {
    for (int attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return true;
      }
      LockSupport.parkNanos(LOCK_PAUSE_NANOS);
    }
    return false;
  }

  /** Whether a node has the directory now. Changes nothing there. */
  public static boolean isInUse(Path directory) throws IOException {
    Path file = directory.resolve(LOCK_FILE);
    if (Files.notExists(file)) {
      return false;
    }
    if (HELD_HERE.contains(directory.toRealPath())) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
      return lock == null;
    }
  }

  public Path path() {
    return path;
  }

  /**
   * The file of the journal.
   *
   * @throws IOException if the directory is half restored: what else is there is of the past
   */
  public Path journalFile() throws IOException {
    if (Files.exists(path.resolve(UNFINISHED_RESTORE))) {
      throw new IOException(
          "a restore into "
              + path
              + " was not finished; run it again, or remove "
              + UNFINISHED_RESTORE
              + " to go on without it");
    }
    return path.resolve(JOURNAL_FILE);
  }

  /** What the disk that the directory is on has left. */
  public Room room() {
    return new Room(() -> path.toFile().getUsableSpace());
  }

  public Path tablesFile() {
    return path.resolve("leasehold.db");
  }

  @Override
  public void close() throws IOException {
    lockFile.close();
    HELD_HERE.remove(path);
  }
}
