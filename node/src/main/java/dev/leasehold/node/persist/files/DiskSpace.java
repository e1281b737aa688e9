package dev.leasehold.node.persist.files;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether the disk has room for changes. Some of it is kept back for expiries and for work
 * under way; with less left, changes are refused. A file ({@link Reserve}) holds part of that, and
 * is given up when a write has failed on a full disk, so that the node goes on even if somebody
 * else has taken all the rest. Safe for any thread.
 */
public final class DiskSpace {

  /** Kept back in all; much more than what is on its way to the disk when the refusing begins. */
  public static final long RESERVE_BYTES = 64L << 20;

  /** Tables can wait and be fed later; the journal cannot, and has this part for itself. */
  private static final long JOURNAL_BYTES = Reserve.BYTES / 2;

  private static final Logger log = LoggerFactory.getLogger(DiskSpace.class);

  private final LongSupplier usableBytes;
  private final @Nullable Reserve reserve;
  private volatile boolean isShort;
  private volatile boolean closing;

  /** A disk space that holds no reserve. */
  public DiskSpace(LongSupplier usableBytes) {
    this(usableBytes, null);
  }

  public DiskSpace(LongSupplier usableBytes, @Nullable Reserve reserve) {
    this.usableBytes = usableBytes;
    this.reserve = reserve;
    look();
  }

  /** To be called now and then while things are being written. */
  public void look() {
    boolean wasShort = isShort;
    isShort = availableBytes() < RESERVE_BYTES;
    if (isShort != wasShort) {
      log.warn(isShort ? "the disk is full, changes are refused" : "the disk has room again");
    }
  }

  /** The bytes that could be written if all of the reserve were given up. */
  public long availableBytes() {
    return usableBytes.getAsLong() + (reserve == null ? 0 : reserve.heldBytes());
  }

  /** Looks again while there is too little room, so that the end of that is noticed. */
  public boolean isShort() {
    if (isShort) {
      look();
    }
    return isShort;
  }

  /** Holds the reserve, as far as there is room. To be called now and then. */
  public void hold() {
    look();
    while (!isShort && reserve != null && reserve.take()) {
      look();
    }
  }

  /** Makes room for the journal; false if nothing is left that could be given up. */
  public boolean giveUpForJournal() {
    return reserve != null && reserve.giveUp(0);
  }

  /** Makes room for the tables; false if the rest is the journal's. */
  public boolean giveUpForTables() {
    return reserve != null && reserve.giveUp(JOURNAL_BYTES);
  }

  /** Ends all waiting for room, now and later, so that the node can end. */
  public void stopWaiting() {
    closing = true;
  }

  public boolean isWorthWaiting() {
    return reserve != null && !closing;
  }
}
