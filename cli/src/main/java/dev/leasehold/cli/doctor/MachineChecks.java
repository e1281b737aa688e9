package dev.leasehold.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Checks the JDK and the tool sqlite3 of this machine. */
final class MachineChecks {

  static final int OLDEST_JDK = 21;

  /** An older SQLite can lose commits of a database in WAL mode that others write to. */
  private static final List<Integer> OLDEST_SQLITE = List.of(3, 51, 3);

  private static final long PATIENCE_SECONDS = 5;

  private MachineChecks() {}

  /** Checks the version of sqlite3; returns nothing if it is not installed. */
  static Optional<Finding> sqliteTool() {
    return Optional.ofNullable(sqliteVersion()).map(MachineChecks::sqlite);
  }

  static Finding jdk(int version) {
    return version >= OLDEST_JDK
        ? Finding.good("Java " + version)
        : Finding.bad(
            "Java " + version + " is too old", "install a JDK " + OLDEST_JDK + " or newer");
  }

  /**
   * @param version as the tool prints it: the version first
   */
  static Finding sqlite(String version) {
    String number = version.strip().split("\\s", 2)[0];
    String[] parts = number.split("\\.");
    try {
      for (int i = 0; i < OLDEST_SQLITE.size(); i++) {
        int part = i < parts.length ? Integer.parseInt(parts[i]) : 0;
        if (part != OLDEST_SQLITE.get(i)) {
          return part > OLDEST_SQLITE.get(i) ? Finding.good("sqlite3 " + number) : old(number);
        }
      }
    } catch (NumberFormatException e) {
      return Finding.good("sqlite3, of unknown version");
    }
    return Finding.good("sqlite3 " + number);
  }

  private static Finding old(String number) {
    return Finding.doubtful(
        "the tool sqlite3 is of version " + number + ", which can lose what others write",
        "beside a running server open the tables read-only (sqlite3 -readonly leasehold.db), never"
            + " journal.db, or install 3.51.3 or newer");
  }

  private static @Nullable String sqliteVersion() {
    try {
      Process sqlite =
          new ProcessBuilder("sqlite3", "--version")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      sqlite.getOutputStream().close();
      if (!sqlite.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        sqlite.destroyForcibly();
        return null;
      }
      byte[] version = sqlite.getInputStream().readNBytes(100);
      return new String(version, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
