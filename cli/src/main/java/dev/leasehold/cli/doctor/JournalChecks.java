package dev.leasehold.cli.doctor;

import dev.leasehold.node.tools.NewestBlocks;
import java.io.IOException;
import java.nio.file.Path;

/** The end of a journal; to look at all of it may take long, and has a command of its own. */
final class JournalChecks {

  /** Read in a moment, also where a block has thousands of changes. */
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
