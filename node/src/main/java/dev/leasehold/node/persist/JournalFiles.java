package dev.leasehold.node.persist;

import dev.leasehold.node.persist.files.DataDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the files of a journal can be read without changing or creating any.
 *
 * <p>SQLite's readers and writers meet in shared memory, {@code journal.db-shm}. With a server
 * there, a reader joins in. Without one, joining in would create that file or rebuild it, so it is
 * left alone: if the write-ahead log is empty, the main file is all there is; else the reader makes
 * an index of the log for itself, which SQLite does only if the file of the shared memory is there.
 * If it is not, as in a copy that somebody made, the files are copied once more.
 *
 * @param main the file to open
 * @param parameters of SQLite's URI
 * @param seen the state of the files when they were opened, if nobody should write them; null
 *     beside a server
 * @param temporary a directory to remove afterwards; null if there is none
 */
record JournalFiles(Path main, String parameters, @Nullable Look seen, @Nullable Path temporary) {

  private static final String BESIDE_A_SERVER = "mode=ro";
  private static final String ALONE = "immutable=1";
  private static final String WITH_OWN_INDEX = "mode=ro&readonly_shm=1";

  /** Enough to notice that somebody has written. */
  record Look(long bytes, FileTime changed, long walBytes) {
    static Look at(Path main) throws IOException {
      return new Look(Files.size(main), Files.getLastModifiedTime(main), sizeOfLog(main));
    }
  }

  static JournalFiles find(Path directory) throws IOException {
    Path main = directory.resolve(DataDirectory.JOURNAL_FILE);
    if (!Files.isRegularFile(main)) {
      throw new IOException(
          "there is no journal in " + directory + ": it has no " + DataDirectory.JOURNAL_FILE);
    }
    if (!DataDirectory.isInUse(directory)) {
      WalInspection.refuseDamage(sibling(main, "-wal"));
    }
    return of(directory, main);
  }

  /** Finds a file that a server writes with a log beside it, whether or not it is a journal. */
  static JournalFiles of(Path directory, Path main) throws IOException {
    if (DataDirectory.isInUse(directory)) {
      return new JournalFiles(main, BESIDE_A_SERVER, null, null);
    }
    Look seen = Look.at(main);
    if (seen.walBytes() == 0) {
      return new JournalFiles(main, ALONE, seen, null);
    }
    return Files.exists(sibling(main, "-shm"))
        ? new JournalFiles(main, WITH_OWN_INDEX, seen, null)
        : copyOf(main);
  }

  private static JournalFiles copyOf(Path main) throws IOException {
    Path temporary = Files.createTempDirectory("leasehold-"); // its owner's alone
    Path copy = temporary.resolve(DataDirectory.JOURNAL_FILE);
    Files.copy(main, copy);
    Files.copy(sibling(main, "-wal"), sibling(copy, "-wal"));
    return new JournalFiles(copy, BESIDE_A_SERVER, null, temporary);
  }

  private static Path sibling(Path main, String suffix) {
    return main.resolveSibling(main.getFileName() + suffix);
  }

  private static long sizeOfLog(Path main) throws IOException {
    try {
      return Files.size(sibling(main, "-wal"));
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  String url() {
    URI path = main.toAbsolutePath().toUri();
    return "jdbc:sqlite:file:" + path.getRawPath() + "?" + parameters;
  }

  boolean isBesideAServer() {
    return seen == null && temporary == null;
  }

  /** Whether what was read is worth nothing, because a server has started meanwhile. */
  boolean wereWritten() throws IOException {
    return seen != null && !seen.equals(Look.at(main));
  }

  void removeCopy() throws IOException {
    if (temporary == null) {
      return;
    }
    for (String suffix : new String[] {"", "-wal", "-shm"}) {
      Files.deleteIfExists(sibling(main, suffix));
    }
    Files.deleteIfExists(Objects.requireNonNull(temporary));
  }
}
