package dev.leasehold.node.persist;

import dev.leasehold.node.persist.files.Sha256;
import java.util.Arrays;

/**
 * The end of a chain of blocks, which the next block must follow.
 *
 * @param block the number of the newest block; 0 if there is none
 * @param position of the newest event; 0 if there is none
 * @param tick of the newest block
 * @param hash of the newest block; all zero if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
public record Head(long block, long position, long tick, byte[] hash) {

  public static final Head EMPTY = new Head(0, 0, 0, new byte[Sha256.BYTES]);

  /** Whether the block is the one at this head. */
  public boolean isAt(Block other) {
    return block == other.number()
        && position == other.lastPosition()
        && tick == other.tick()
        && Arrays.equals(hash, other.hash());
  }
}
