package dev.leasehold.node.persist.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;

/** Files and directories that nobody but their owner can read. */
public final class OwnerOnly {

  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> DIRECTORY =
      PosixFilePermissions.fromString("rwx------");

  private OwnerOnly() {}

  /** Makes sure that the file is there, empty if it is new, and its owner's alone. */
  public static void file(Path file) throws IOException {
    try {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
      sync(parentOf(file));
    } catch (FileAlreadyExistsException e) {
      Files.setPosixFilePermissions(file, FILE);
    }
  }

  /**
   * Writes a file that is durable when this returns. Under another name first: whoever finds the
   * file finds all of it.
   */
  public static void write(Path file, String content) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
    file(temporary);
    try (FileChannel channel =
        FileChannel.open(
            temporary, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    sync(parentOf(file));
  }

  /**
   * Makes sure that the directory is there, and its owner's alone if it is new or empty. The
   * permissions of a directory with other things in it stay as they are.
   */
  public static void directory(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      Path parent = parentOf(directory);
      Files.createDirectories(parent);
      Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
      sync(parent);
    } else if (isEmpty(directory)) {
      Files.setPosixFilePermissions(directory, DIRECTORY);
    }
  }

  private static Path parentOf(Path path) {
    return Objects.requireNonNull(path.toAbsolutePath().getParent(), "the root is always there");
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.findAny().isEmpty();
    }
  }

  /** Copies a file to a new one, and syncs it. */
  public static void copy(Path source, Path target) throws IOException {
    file(target);
    try (FileChannel from = FileChannel.open(source, StandardOpenOption.READ);
        FileChannel to =
            FileChannel.open(
                target, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      long bytes = from.size();
      for (long at = 0; at < bytes; ) {
        at += from.transferTo(at, bytes - at, to);
      }
      to.force(true);
    }
  }

  /** A new name is durable only when its directory is, and content only when its file is. */
  public static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
