package dev.leasehold.cli.git;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Properties;

/**
 * A few words in a git directory that something will be built on, so that no power cut may lose
 * them.
 */
public final class NoteFile {

  private NoteFile() {}

  /**
   * Writes a file that is on the disk when this returns. Under another name first: whoever finds
   * the file finds all of it.
   */
  public static void write(Path file, Properties words) throws IOException {
    StringWriter text = new StringWriter();
    words.store(text, null);
    Path folder = parent(file);
    create(folder);
    Path next = Files.createTempFile(folder, "new", "");
    try {
      fill(next, text.toString());
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
    sync(folder);
  }

  private static void fill(Path file, String text) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private static void create(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      create(parent(folder));
      Files.createDirectories(folder);
      sync(parent(folder));
    }
  }

  /** A new name is on the disk only when its directory is. */
  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static Path parent(Path path) {
    return Objects.requireNonNull(path.toAbsolutePath().getParent(), "a git directory is around");
  }
}
