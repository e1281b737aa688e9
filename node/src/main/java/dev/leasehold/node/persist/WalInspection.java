package dev.leasehold.node.persist;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Looks for damage in the middle of SQLite's write-ahead log before SQLite sees it.
 *
 * <p>SQLite reads the log up to the first frame whose checksum is wrong and forgets the rest, which
 * is right for a commit that was under way in a crash and wrong for a byte that changed later. The
 * two differ in what follows: every commit is synced before the next one is written, so a bad frame
 * is a torn commit only if no frame of a later commit comes after it. A change in the last commit,
 * or in the field that ends the one before it, cannot be told from a torn commit. Format: "The
 * Write-Ahead Log" in sqlite.org/fileformat2.html.
 */
final class WalInspection {

  private static final int HEADER_BYTES = 32;
  private static final int FRAME_HEADER_BYTES = 24;
  private static final int MAGIC = 0x377f0682;
  private static final int CHECKED_HEADER_BYTES = 24;
  private static final int CHECKED_FRAME_HEADER_BYTES = 8;

  private final ByteBuffer log;
  private final ByteOrder checksumOrder;
  private final int frameBytes;
  private final int frames;
  private int sum1;
  private int sum2;

  private WalInspection(ByteBuffer log) {
    this.log = log;
    this.checksumOrder = (log.getInt(0) & 1) == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    this.frameBytes = FRAME_HEADER_BYTES + log.getInt(8);
    this.frames = frameBytes <= FRAME_HEADER_BYTES ? 0 : (log.limit() - HEADER_BYTES) / frameBytes;
  }

  static void refuseDamage(Path wal) throws IOException {
    if (Files.notExists(wal) || Files.size(wal) <= HEADER_BYTES) {
      return;
    }
    WalInspection inspection = new WalInspection(ByteBuffer.wrap(Files.readAllBytes(wal)));
    if (!inspection.headerIsIntact()) {
      throw damaged(wal, 0);
    }
    int bad = inspection.firstBadFrame();
    if (inspection.laterCommitFollows(bad)) {
      throw damaged(wal, inspection.offsetOf(bad));
    }
  }

  private static JournalDamagedException damaged(Path wal, int offset) {
    return new JournalDamagedException(
        wal + " was changed near byte " + offset + ", before commits that are complete");
  }

  /** Whether a log may begin with these four bytes; the last bit tells the order of bytes. */
  static boolean isMagic(int beginning) {
    return (beginning & ~1) == MAGIC;
  }

  private boolean headerIsIntact() {
    if (!isMagic(log.getInt(0))) {
      return false;
    }
    addToChecksum(0, CHECKED_HEADER_BYTES);
    return sum1 == log.getInt(24) && sum2 == log.getInt(28);
  }

  private int firstBadFrame() {
    int frame = 0;
    while (frame < frames && frameIsIntact(frame)) {
      frame++;
    }
    return frame;
  }

  private boolean frameIsIntact(int frame) {
    int at = offsetOf(frame);
    addToChecksum(at, CHECKED_FRAME_HEADER_BYTES);
    addToChecksum(at + FRAME_HEADER_BYTES, frameBytes - FRAME_HEADER_BYTES);
    return log.getInt(at + 8) == log.getInt(16)
        && log.getInt(at + 12) == log.getInt(20)
        && log.getInt(at + 16) == sum1
        && log.getInt(at + 20) == sum2;
  }

  private boolean laterCommitFollows(int bad) {
    boolean committed = false;
    for (int frame = bad; frame < frames; frame++) {
      if (isOfThisRound(frame)) {
        if (committed) {
          return true;
        }
        committed = isCommit(frame);
      }
    }
    return false;
  }

  /** Frames of earlier rounds have other salts, both of them; one changed byte alters only one. */
  private boolean isOfThisRound(int frame) {
    int at = offsetOf(frame);
    return log.getInt(at + 8) == log.getInt(16) || log.getInt(at + 12) == log.getInt(20);
  }

  private boolean isCommit(int frame) {
    return log.getInt(offsetOf(frame) + 4) != 0;
  }

  private int offsetOf(int frame) {
    return HEADER_BYTES + frame * frameBytes;
  }

  private void addToChecksum(int from, int length) {
    ByteBuffer words = log.slice(from, length).order(checksumOrder);
    while (words.hasRemaining()) {
      sum1 += words.getInt() + sum2;
      sum2 += words.getInt() + sum1;
    }
  }
}
