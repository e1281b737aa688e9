package dev.leasehold.client.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A file to which lines are added, each with a check sum. A last line without its end is a write
 * that never counted. The file is written anew, with what still counts, when it is opened and when
 * it has grown too long. One process at a time; readable by its owner only. Not safe for threads.
 */
public final class LineFile implements AutoCloseable {

  private static final int LINES_BEFORE_REWRITE = 10_000;
  private static final char TAB = '\t';

  /** The meaning of the lines. */
  public interface Content {

    /**
     * Takes a line that was read. An {@link IllegalArgumentException} or an {@link
     * IndexOutOfBoundsException} says that it makes no sense.
     */
    void take(String line);

    /** The lines that still count. */
    List<String> lines();

    /** How many these are, about. */
    int size();
  }

  private final Path file;
  private final boolean synced;
  private final FileChannel lockChannel;
  private final Content content;

  /** Not a channel: that would be closed for good if a thread that writes is interrupted. */
  private RandomAccessFile out;

  private long lines;

  /**
   * Reads the file, or begins it.
   *
   * @param synced whether each line is on the disk before it counts, so that it outlives the
   *     machine too
   * @param user the word for a user of the file, for the message that it is in use by another
   * @throws IOException if it cannot be read or written, is damaged, or another process has it
   */
  public LineFile(Path file, boolean synced, String user, Content content) throws IOException {
    this.file = file;
    this.synced = synced;
    this.content = content;
    this.lockChannel =
        FileChannel.open(sibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      lock(user);
      if (Files.exists(file)) {
        read();
      }
      this.out = rewrite();
      syncDirectory();
    } catch (IOException | RuntimeException e) {
      lockChannel.close();
      throw e;
    }
  }

  private Path sibling(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private void lock(String user) throws IOException {
    FileLock lock;
    try {
      lock = lockChannel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new IOException(file + " is in use by another " + user);
    }
  }

  private void read() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    String text = new String(bytes, 0, end, StandardCharsets.UTF_8);
    int number = 0;
    for (int from = 0, to; (to = text.indexOf('\n', from)) >= 0; from = to + 1) {
      number++;
      try {
        content.take(checked(text.substring(from, to)));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new IOException(file + " is damaged in line " + number, e);
      }
    }
  }

  private static String checked(String summed) {
    String line = summed.substring(0, summed.lastIndexOf(TAB));
    if (!summed.equals(line + TAB + sum(line))) {
      throw new IllegalArgumentException("its check sum is another");
    }
    return line;
  }

  private static String sum(String line) {
    CRC32 sum = new CRC32();
    sum.update(line.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }

  /** Adds lines, all of them or none. They have no line breaks. */
  public void append(List<String> added) throws IOException {
    StringBuilder text = new StringBuilder();
    added.forEach(line -> text.append(summed(line)));
    write(out, text.toString());
    lines += added.size();
    if (lines > LINES_BEFORE_REWRITE + 2L * content.size()) {
      RandomAccessFile old = out;
      out = rewrite();
      old.close();
      syncDirectory();
    }
  }

  private static String summed(String line) {
    return line + TAB + sum(line) + '\n';
  }

  /**
   * The new file takes the place of the old in one step, and is open for more. From then on lines
   * go to it whatever else fails: those in a file that has lost its name would be lost.
   */
  private RandomAccessFile rewrite() throws IOException {
    Path fresh = sibling(".new");
    Files.deleteIfExists(fresh);
    createForOwner(fresh);
    RandomAccessFile opened = new RandomAccessFile(fresh.toFile(), "rw");
    try {
      List<String> counted = content.lines();
      StringBuilder text = new StringBuilder();
      counted.forEach(line -> text.append(summed(line)));
      write(opened, text.toString());
      opened.getFD().sync();
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      lines = counted.size();
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private static void createForOwner(Path fresh) throws IOException {
    if (fresh.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          fresh,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } else {
      Files.createFile(fresh);
    }
  }

  private void syncDirectory() throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
        entry.force(true);
      } catch (AccessDeniedException e) {
        // Windows opens no directories, and needs no sync of them.
        return;
      }
    }
  }

  /** A line that was written in part, on a full disk, is taken back. */
  private void write(RandomAccessFile file, String text) throws IOException {
    long before = file.getFilePointer();
    try {
      file.write(text.getBytes(StandardCharsets.UTF_8));
      if (synced) {
        file.getFD().sync();
      }
    } catch (IOException e) {
      file.setLength(before);
      file.seek(before);
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
    lockChannel.close();
  }
}
