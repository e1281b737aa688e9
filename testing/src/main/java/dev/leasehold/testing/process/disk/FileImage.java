package dev.leasehold.testing.process.disk;

import dev.leasehold.testing.process.disk.DiskOperation.Effect;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A file as a disk has it, changed step by step. */
final class FileImage {

  /** A disk writes a sector wholly or not at all. */
  private static final int SECTOR_BYTES = 512;

  private byte[] bytes;
  private int size;
  private boolean exists;

  /**
   * @param content null if there is no such file
   */
  FileImage(byte @Nullable [] content) {
    this.bytes = content == null ? new byte[0] : content.clone();
    this.size = bytes.length;
    this.exists = content != null;
  }

  /** Null if there is no such file. */
  byte @Nullable [] content() {
    return exists ? Arrays.copyOf(bytes, size) : null;
  }

  void apply(Effect effect) {
    switch (effect) {
      case Effect.Write write -> {
        grow(write.offset() + write.bytes().length);
        System.arraycopy(write.bytes(), 0, bytes, write.offset(), write.bytes().length);
      }
      case Effect.Truncate truncate -> {
        grow(truncate.size());
        Arrays.fill(bytes, truncate.size(), bytes.length, (byte) 0);
        size = truncate.size();
      }
      case Effect.Sync sync -> exists = true;
      case Effect.Unlink unlink -> exists = false;
    }
  }

  /** Applies all of it, some sectors of it, or nothing. */
  void applyPart(Effect effect, Random random) {
    switch (random.nextInt(3)) {
      case 0 -> {}
      case 1 -> apply(effect);
      default -> {
        if (effect instanceof Effect.Write write) {
          writeSectors(write, random);
        }
      }
    }
  }

  private void writeSectors(Effect.Write write, Random random) {
    int end = write.offset() + write.bytes().length;
    grow(end);
    for (int from = write.offset(); from < end; ) {
      int to = Math.min(end, (from / SECTOR_BYTES + 1) * SECTOR_BYTES);
      if (random.nextBoolean()) {
        System.arraycopy(write.bytes(), from - write.offset(), bytes, from, to - from);
      }
      from = to;
    }
  }

  private void grow(int needed) {
    exists = true;
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
    size = Math.max(size, needed);
  }
}
