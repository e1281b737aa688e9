package dev.leasehold.testing.process.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A copy of a data directory, to look into while the original stays as it was left. */
public final class DataCopy implements AutoCloseable {

  private final Path directory;

  private DataCopy(Path directory) {
    this.directory = directory;
  }

  public static DataCopy of(Path source) throws IOException {
    return new DataCopy(copy(source, Files.createTempDirectory("leasehold-copy")));
  }

  /** Copies the files of a directory without subdirectories, except the reserve of disk space. */
  public static Path copy(Path source, Path target) throws IOException {
    Files.createDirectories(target);
    try (Stream<Path> files = Files.list(source)) {
      for (Path file : files.filter(file -> !file.endsWith("reserve")).toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
    return target;
  }

  public Path directory() {
    return directory;
  }

  @Override
  public void close() throws IOException {
    delete(directory);
  }

  public static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(DataCopy::deleteOne);
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
