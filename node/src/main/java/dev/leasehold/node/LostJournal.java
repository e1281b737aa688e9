package dev.leasehold.node;

import dev.leasehold.node.authorise.AdminToken;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Refuses to start on a data directory that was in use before and has lost its journal. */
final class LostJournal {

  private LostJournal() {}

  /** To begin anew by accident would give fencing tokens out a second time. */
  static void refuse(Path directory) throws IOException {
    if (Files.exists(directory.resolve("journal.db"))) {
      return;
    }
    refuseReplaced(directory);
    if (Files.exists(directory.resolve(AdminToken.FILE_NAME))) {
      throw new IOException(
          ("journal.db is missing from %s, which was in use before; put it back, or remove %s and"
                  + " leasehold.db too if you mean to begin anew")
              .formatted(directory, AdminToken.FILE_NAME));
    }
  }

  /** The token's file is written when the journal has the token. */
  static void refuseEmptied(Path directory, long lastPosition) throws IOException {
    if (lastPosition == 0 && Files.exists(directory.resolve(AdminToken.FILE_NAME))) {
      throw new IOException(
          ("journal.db in %s is empty although the directory was in use before, as in a copy"
               + " without journal.db-wal; copy that file too, or remove %s and leasehold.db if you"
               + " mean to begin anew")
              .formatted(directory, AdminToken.FILE_NAME));
    }
  }

  /** A restore that was given up has put the old journal aside, and its tokens count. */
  private static void refuseReplaced(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return;
    }
    try (DirectoryStream<Path> replaced = Files.newDirectoryStream(directory, "replaced-*")) {
      for (Path old : replaced) {
        if (Files.exists(old.resolve("journal.db"))) {
          throw new IOException(
              "there is no journal.db in "
                  + directory
                  + ", but a restore has put one aside in "
                  + old.getFileName()
                  + "; finish the restore, move the files back, or move that folder elsewhere if"
                  + " you mean to begin anew");
        }
      }
    }
  }
}
