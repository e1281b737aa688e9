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
    Path file = directory.resolve("lock");
    OwnerOnly.file(file);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock == null) {
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

  public Path path() {
    return path;
  }

  public Path journalFile() {
    return path.resolve("journal.db");
  }

  @Override
  public void close() throws IOException {
    lockFile.close();
    HELD_HERE.remove(path);
  }
}
