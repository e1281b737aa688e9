package dev.leasehold.cli.doctor;

import dev.leasehold.node.tools.NewestBlocks;
import java.io.IOException;
import java.nio.file.Path;

/** Checks the newest blocks of a journal; {@code verify} checks all, which may take long. */
final class JournalChecks {

  /** So many blocks are read in a moment, even if each has thousands of changes. */
  private static final int BLOCKS = 250;

  private JournalChecks() {}

  static Finding newest(Path directory) {
    String verify = "leasehold verify --data '" + directory + "'";
    try {
      NewestBlocks newest = NewestBlocks.of(directory, BLOCKS);
      if (newest.isDamaged()) {
        return Finding.bad(
            newest.damage(), "see " + verify + "; leasehold restore brings a backup back");
      }
      return Finding.good(
          newest.count() < BLOCKS
              ? "the journal's " + newest.count() + " blocks are as they were written"
              : "the journal's newest "
                  + newest.count()
                  + " blocks are as they were written; all are checked by "
                  + verify);
    } catch (IOException e) {
      return Finding.doubtful("the journal was not looked at: " + e.getMessage(), "see " + verify);
    }
  }
}
