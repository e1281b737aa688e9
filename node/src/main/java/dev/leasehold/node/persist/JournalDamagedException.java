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
  public static JournalDamagedException atBlock(long block, long position, String what) {
    return new JournalDamagedException("block " + block + " (position " + position + ") " + what);
  }

  public static JournalDamagedException inClock(String what) {
    return new JournalDamagedException(
        "its clock " + what + ", and by a wrong clock leases could end early");
  }

  JournalDamagedException causedBy(Throwable cause) {
    initCause(cause);
    return this;
  }
}
