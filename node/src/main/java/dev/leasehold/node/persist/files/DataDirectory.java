package dev.leasehold.node.persist.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The directory that holds all a node has, locked as long as this is open. The operating system
 * gives the lock back when the process ends, however it ends.
 *
 * <p>The journal's file is locked too, so that nobody else gets the directory after {@code lock}
 * was removed. To close any other channel to that file in this process would give its locks back,
 * SQLite's as well: while a journal is open nobody else opens it but SQLite.
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

  /** Far behind all that SQLite locks, and behind the end of any file. */
  private static final long JOURNAL_LOCK_AT = Long.MAX_VALUE - 1;

  private final Path path;
  private final FileChannel lockFile;
  private final KnownFiles known = new KnownFiles();
  private @Nullable FileChannel journalFile;
  private @Nullable FileLock journalLock;
  private @Nullable ReachedPosition reached;
  private @Nullable Reserve reserve;
  private @Nullable DiskSpace diskSpace;

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
      DataDirectory opened = new DataDirectory(path, openLockFile(path));
      try {
        opened.lock();
        return opened;
      } catch (IOException e) {
        opened.closeFiles();
        throw e;
      }
    } catch (IOException e) {
      HELD_HERE.remove(path);
      throw e;
    }
  }

  private static FileChannel openLockFile(Path directory) throws IOException {
    Path file = directory.resolve(LOCK_FILE);
    OwnerOnly.file(file);
    return FileChannel.open(file, StandardOpenOption.WRITE);
  }

  private void lock() throws IOException {
    Path file = path.resolve(LOCK_FILE);
    if (!tryLock(lockFile)) {
      throw inUse();
    }
    known.add(file);
    if (Files.exists(path.resolve(JOURNAL_FILE))) {
      holdJournal();
    }
    String pid = ProcessHandle.current().pid() + "\n";
    lockFile.truncate(0);
    lockFile.write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)));
  }

  /**
   * Locks the journal. To be called again when SQLite has opened it: on the way there it unlocks
   * the whole file, and keeps a lock of its own from then on.
   */
  public void holdJournal() throws IOException {
    if (journalFile == null) {
      journalFile = FileChannel.open(path.resolve(JOURNAL_FILE), StandardOpenOption.WRITE);
    }
    try {
      if (journalLock != null) {
        journalLock.release();
      }
      journalLock = journalFile.tryLock(JOURNAL_LOCK_AT, 1, false);
    } catch (OverlappingFileLockException e) {
      journalLock = null;
    }
    if (journalLock == null) {
      throw inUse();
    }
  }

  private DirectoryInUseException inUse() throws IOException {
    return new DirectoryInUseException(path, Files.readString(path.resolve(LOCK_FILE)).strip());
  }

  /** Tries a few times: somebody who looks whether it is locked locks it for some microseconds. */
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

  /** The files that must stay in place as long as the directory is held. */
  public KnownFiles known() {
    return known;
  }

  /** Where the journal notes how far it has got. */
  public ReachedPosition reached() throws IOException {
    if (reached == null) {
      reached = ReachedPosition.in(path);
    }
    return reached;
  }

  /** The space of the disk that the directory is on. */
  public DiskSpace diskSpace() throws IOException {
    if (diskSpace == null) {
      reserve = Reserve.in(path);
      diskSpace = new DiskSpace(() -> path.toFile().getUsableSpace(), reserve);
    }
    return diskSpace;
  }

  public Path tablesFile() {
    return path.resolve("leasehold.db");
  }

  /** To be called when the journal is closed. */
  @Override
  public void close() throws IOException {
    closeFiles();
    HELD_HERE.remove(path);
  }

  private void closeFiles() throws IOException {
    try (FileChannel last = lockFile;
        FileChannel journal = journalFile) {
      if (reserve != null) {
        reserve.close();
      }
      if (reached != null) {
        reached.close();
      }
    }
  }
}
