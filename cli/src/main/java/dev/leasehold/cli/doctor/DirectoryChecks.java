package dev.leasehold.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks the data directory of a server on this machine. */
record DirectoryChecks(Path directory) {

  private static final long LITTLE_BYTES = 1L << 30;
  private static final long ALMOST_NONE_BYTES = 64L << 20;

  private static final List<String> SECRETS =
      List.of(
          "admin.token",
          "registrar.key",
          "provider.key",
          "journal.db",
          "leasehold.db",
          "deliveries.db");

  /** Every SQLite database begins with these bytes. */
  private static final byte[] DATABASE = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  boolean exists() {
    return Files.isDirectory(directory);
  }

  List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    try {
      findings.add(files());
      if (Files.isReadable(directory)) {
        findings.addAll(permissions());
        Path journal = directory.resolve("journal.db");
        if (findings.get(0).grade() == Finding.Grade.GOOD && Files.size(journal) > 0) {
          findings.add(JournalChecks.newest(directory));
        }
        findings.add(room(Files.getFileStore(directory).getUsableSpace()));
      }
    } catch (IOException e) {
      findings.add(Finding.bad("cannot look into " + directory + ": " + e, "see who owns it"));
    }
    return findings;
  }

  Finding missing() {
    return Finding.bad(
        "there is no data directory " + directory,
        "see --data and LEASEHOLD_DATA; leasehold serve makes a new one");
  }

  private Finding files() throws IOException {
    if (!Files.isReadable(directory) || !Files.isWritable(directory)) {
      return Finding.bad(
          "the data directory " + directory + " is another user's",
          "use the server's own user, or name another directory with --data");
    }
    if (Files.notExists(directory.resolve("journal.db"))) {
      return Finding.doubtful(
          "the data directory " + directory + " has no journal",
          "if a server was there before, put journal.db back before you start one");
    }
    if (!looksLikeADatabase(directory.resolve("journal.db"))) {
      return Finding.bad(
          directory.resolve("journal.db") + " is no journal, or damaged",
          "see leasehold verify --data '"
              + directory
              + "'; leasehold restore brings a backup back");
    }
    if (Files.size(directory.resolve("journal.db")) > 0
        && Files.notExists(directory.resolve("registrar.key"))) {
      return Finding.bad(
          "the data directory " + directory + " has a journal and no registrar.key",
          "put the key back: a server does not start without it");
    }
    return Finding.good("the data directory is " + directory);
  }

  /** An empty file is what is left of a first start that was cut short. */
  private static boolean looksLikeADatabase(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] begin = in.readNBytes(DATABASE.length);
      return begin.length == 0 || Arrays.equals(begin, DATABASE);
    }
  }

  private List<Finding> permissions() throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (String name : SECRETS) {
      Path file = directory.resolve(name);
      if (Files.exists(file) && isOpen(file) && isOpen(directory)) {
        findings.add(
            Finding.bad(
                "others on this machine can read or write " + file,
                "chmod 700 '" + directory + "', and chmod 600 what is in it"));
        return findings;
      }
    }
    return findings;
  }

  private static boolean isOpen(Path path) throws IOException {
    try {
      Set<PosixFilePermission> open = EnumSet.copyOf(OF_OTHERS);
      open.retainAll(Files.getPosixFilePermissions(path));
      return !open.isEmpty();
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  static Finding room(long bytes) {
    String left = (bytes >> 20) + " MiB are left on the disk";
    if (bytes < ALMOST_NONE_BYTES) {
      return Finding.bad(left, "make room: without it the server refuses changes");
    }
    return bytes < LITTLE_BYTES
        ? Finding.doubtful(left, "make room soon: without it the server refuses changes")
        : Finding.good(left);
  }

  /** The process that the directory is in use by, if it lives. */
  Optional<Long> server() {
    return lockedBy().filter(pid -> ProcessHandle.of(pid).isPresent());
  }

  boolean hasLeftOverLock() {
    return lockedBy().isPresent() && server().isEmpty();
  }

  private Optional<Long> lockedBy() {
    Path lock = directory.resolve("lock");
    try {
      return Files.size(lock) > 20
          ? Optional.empty()
          : Optional.of(Long.parseLong(Files.readString(lock).strip()));
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }
}
