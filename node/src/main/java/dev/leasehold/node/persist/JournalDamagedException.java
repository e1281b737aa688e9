package dev.leasehold.node.persist;

import java.io.IOException;

/** The journal is not what was written. Nothing is skipped: a node does not start from it. */
public final class JournalDamagedException extends IOException {

  JournalDamagedException(String what) {
    super(
        "the journal is damaged: "
            + what
            + "; keep a copy of the data directory and restore a backup");
  }

  /**
   * @param block the number of the first block that is not as it was written
   * @param position the first position that cannot be relied on
   */
  static JournalDamagedException atBlock(long block, long position, String what) {
    return new JournalDamagedException("block " + block + " (position " + position + ") " + what);
  }

  JournalDamagedException causedBy(Throwable cause) {
    initCause(cause);
    return this;
  }
}
