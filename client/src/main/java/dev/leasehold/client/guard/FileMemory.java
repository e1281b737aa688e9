package dev.leasehold.client.guard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A {@link BoundedMemory} that outlives its process: every change is a line at the end of a file,
 * synced before it counts. The file is written anew, with what counts, when it is opened and when
 * it has grown too long. One process at a time. If a write fails, everything after it does too,
 * until the file is opened again.
 */
public final class FileMemory implements GuardMemory, AutoCloseable {

  private static final int LINES_BEFORE_REWRITE = 10_000;
  private static final String FLOOR = "floor";
  private static final char TAB = '\t';

  private final Path file;
  private final BoundedMemory memory;
  private final FileChannel lockChannel;
  private FileChannel out;
  private long lines;
  private @Nullable IOException failure;

  /**
   * Reads the file, or begins it.
   *
   * @throws IOException if it cannot be read or written, is damaged, or another process has it
   */
  public FileMemory(Path file) throws IOException {
    this(file, BoundedMemory.DEFAULT_MAX_RESOURCES);
  }

  public FileMemory(Path file, int maxResources) throws IOException {
    this.file = file;
    this.memory = new BoundedMemory(maxResources);
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
      throw new IOException(file + " is in use by another guard's memory");
    }
  }

  /** A last line without its end is a write that never counted. */
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
    String[] fields = line.split("\t", -1);
    String content = line.substring(0, line.lastIndexOf(TAB));
    if (!fields[fields.length - 1].equals(sum(content))) {
      throw new IllegalArgumentException("its check sum is another");
    }
    if (fields[0].equals(FLOOR)) {
      memory.raiseFloor(FencePath.parse(fields[1]));
    } else {
      memory.put(new Resource(fields[1], fields[2]), Standing.parse(fields[3]));
    }
  }

  private static String sum(String content) {
    CRC32 sum = new CRC32();
    sum.update(content.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }

  private static String line(String content) {
    return content + TAB + sum(content) + '\n';
  }

  private static String floorLine(FencePath floor) {
    return line(FLOOR + TAB + floor.toText());
  }

  private static String entry(Resource resource, Standing standing) {
    return line("at" + TAB + resource.space() + TAB + resource.path() + TAB + standing.toText());
  }

  /** The new file takes the place of the old in one step, and is open for more. */
  private FileChannel rewrite() throws IOException {
    Path fresh = sibling(".new");
    FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      StringBuilder text = new StringBuilder(floorLine(memory.floor()));
      Map<Resource, Standing> standings = memory.standings();
      standings.forEach((resource, standing) -> text.append(entry(resource, standing)));
      write(channel, text.toString());
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      syncDirectory();
      lines = standings.size();
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
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

  private static void write(FileChannel channel, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(false);
  }

  @Override
  public synchronized Recollection recall(Resource resource) {
    refuseAfterFailure();
    return memory.recall(resource);
  }

  @Override
  public synchronized boolean replace(Resource resource, Recollection seen, Standing next) {
    refuseAfterFailure();
    if (!memory.isStill(resource, seen)) {
      return false;
    }
    try {
      // Known before it is written: should it push another out, that one's path is in the floor.
      memory.put(resource, next);
      FencePath floor = memory.floor();
      write(out, (floor.equals(seen.floor()) ? "" : floorLine(floor)) + entry(resource, next));
      if (++lines > LINES_BEFORE_REWRITE + 2L * memory.size()) {
        FileChannel old = out;
        out = rewrite();
        old.close();
      }
      return true;
    } catch (IOException e) {
      failure = e;
      throw new UncheckedIOException(e);
    }
  }

  private void refuseAfterFailure() {
    if (failure != null) {
      throw new UncheckedIOException("an earlier write has failed", failure);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    failure = new IOException("the memory is closed");
    out.close();
    lockChannel.close();
  }
}
