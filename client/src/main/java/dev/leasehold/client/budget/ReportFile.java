package dev.leasehold.client.budget;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * Reports that the server has not confirmed yet, in a file that outlives the process: one line for
 * each step of a call, with a check sum. A last line without its end is a write that never counted.
 * The file is written anew, with what is still open, when it is opened and when it has grown too
 * long. One process at a time; readable by its owner only.
 */
public final class ReportFile implements AutoCloseable {

  private static final int LINES_BEFORE_REWRITE = 10_000;
  private static final String DONE = "done";
  private static final char TAB = '\t';

  private final Path file;
  private final boolean synced;
  private final FileChannel lockChannel;
  private final Map<String, Report> kept = new LinkedHashMap<>();

  /** Not a channel: that would be closed for good if a thread that writes is interrupted. */
  private RandomAccessFile out;

  private long lines;

  /**
   * Reads the file, or begins it.
   *
   * @param synced whether each line is on the disk before it counts, so that it outlives the
   *     machine too
   * @throws IOException if it cannot be read or written, is damaged, or another process has it
   */
  public ReportFile(Path file, boolean synced) throws IOException {
    this.file = file;
    this.synced = synced;
    this.lockChannel =
        FileChannel.open(sibling(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      lock();
      if (Files.exists(file)) {
        read();
      }
      this.out = rewrite();
    } catch (IOException | RuntimeException e) {
      lockChannel.close();
      throw e;
    }
  }

  /** Writes down what is known of a call, in place of what was known before. */
  public synchronized void keep(Report report) throws IOException {
    kept.put(report.reservationId(), report);
    append(line(report));
  }

  /** The server knows it: there is nothing to keep. */
  public synchronized void done(String reservationId) throws IOException {
    if (kept.remove(reservationId) != null) {
      append(summed(DONE + TAB + reservationId));
    }
  }

  /** What is not done, the oldest first. */
  public synchronized List<Report> kept() {
    return List.copyOf(kept.values());
  }

  public synchronized int size() {
    return kept.size();
  }

  @Override
  public synchronized void close() throws IOException {
    out.close();
    lockChannel.close();
  }

  private Path sibling(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private void lock() throws IOException {
    FileLock lock;
    try {
      lock = lockChannel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new IOException(file + " is in use by another process or budget");
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
        take(text.substring(from, to));
      } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
        throw new IOException(file + " is damaged in line " + number, e);
      }
    }
  }

  private void take(String line) {
    String content = line.substring(0, line.lastIndexOf(TAB));
    if (!line.equals(content + TAB + sum(content))) {
      throw new IllegalArgumentException("its check sum is another");
    }
    String[] fields = content.split("\t", -1);
    if (fields[0].equals(DONE)) {
      kept.remove(fields[1]);
      return;
    }
    Map<String, Long> amounts = new TreeMap<>();
    for (int i = 3; i + 1 < fields.length; i += 2) {
      amounts.put(fields[i], Long.parseLong(fields[i + 1]));
    }
    Report.Kind kind = Report.Kind.valueOf(fields[0]);
    kept.put(fields[1], new Report(fields[2], fields[1], kind, amounts));
  }

  private static String line(Report report) {
    StringBuilder content =
        new StringBuilder(report.kind().name())
            .append(TAB)
            .append(report.reservationId())
            .append(TAB)
            .append(report.leaseId());
    new TreeMap<>(report.amounts())
        .forEach((unit, amount) -> content.append(TAB).append(unit).append(TAB).append(amount));
    return summed(content.toString());
  }

  private static String summed(String content) {
    return content + TAB + sum(content) + '\n';
  }

  private static String sum(String content) {
    CRC32 sum = new CRC32();
    sum.update(content.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }

  private void append(String line) throws IOException {
    write(out, line);
    if (++lines > LINES_BEFORE_REWRITE + 2L * kept.size()) {
      RandomAccessFile old = out;
      out = rewrite();
      old.close();
    }
  }

  /** The new file takes the place of the old in one step, and is open for more. */
  private RandomAccessFile rewrite() throws IOException {
    Path fresh = sibling(".new");
    Files.deleteIfExists(fresh);
    createForOwner(fresh);
    RandomAccessFile opened = new RandomAccessFile(fresh.toFile(), "rw");
    try {
      StringBuilder text = new StringBuilder();
      kept.values().forEach(report -> text.append(line(report)));
      write(opened, text.toString());
      opened.getFD().sync();
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      syncDirectory();
      lines = kept.size();
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private static void createForOwner(Path path) throws IOException {
    if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } else {
      Files.createFile(path);
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
}
