package dev.leasehold.node.persist;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the disk has room for what callers want. A write that fails for want of room would stop
 * the node, so it refuses before that: what is kept back is for what time does, and for finishing
 * what was begun. Safe for any thread.
 */
public final class Room {

  /** Much more than all that can be on its way to the disk when the refusing begins. */
  public static final long RESERVE_BYTES = 64L << 20;

  private static final Logger log = LoggerFactory.getLogger(Room.class);

  private final LongSupplier usableBytes;
  private volatile boolean isShort;

  public Room(LongSupplier usableBytes) {
    this.usableBytes = usableBytes;
    look();
  }

  /** To be called now and then while things are being written. */
  public void look() {
    boolean wasShort = isShort;
    isShort = usableBytes.getAsLong() < RESERVE_BYTES;
    if (isShort != wasShort) {
      log.warn(isShort ? "the disk is full, changes are refused" : "the disk has room again");
    }
  }

  /** Looks again as long as there was none, so that the end of it is noticed. */
  public boolean isShort() {
    if (isShort) {
      look();
    }
    return isShort;
  }
}
