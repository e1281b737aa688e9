package dev.leasehold.node.persist;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
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
   * Makes sure that the directory is there, and its owner's alone if it is new or empty. Who points
   * at a directory with other things in it has decided who may look into it.
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

  /** A new name is durable only when its directory is. */
  private static void sync(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
