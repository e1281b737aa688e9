package dev.leasehold.testing.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * SQLite's write-ahead log as bytes on the disk. Format: "The Write-Ahead Log" in
 * sqlite.org/fileformat2.html.
 */
final class WalFile {

  private static final int HEADER_BYTES = 32;
  private static final int FRAME_HEADER_BYTES = 24;

  /** The frames of one commit, as a range of bytes. */
  record Commit(int start, int end) {}

  private final ByteBuffer bytes;
  private final int frameBytes;

  private WalFile(byte[] content) {
    this.bytes = ByteBuffer.wrap(content);
    this.frameBytes = FRAME_HEADER_BYTES + bytes.getInt(8);
  }

  static Path in(Path dataDirectory) {
    return dataDirectory.resolve("journal.db-wal");
  }

  static WalFile read(Path dataDirectory) throws IOException {
    return new WalFile(Files.readAllBytes(in(dataDirectory)));
  }

  /** The frames committed since the log was begun; those of its earlier rounds do not count. */
  List<Commit> commits() {
    List<Commit> commits = new ArrayList<>();
    int start = HEADER_BYTES;
    for (int at = start; at + frameBytes <= bytes.limit() && isOfThisRound(at); at += frameBytes) {
      boolean ends = bytes.getInt(at + 4) != 0;
      if (ends) {
        commits.add(new Commit(start, at + frameBytes));
        start = at + frameBytes;
      }
    }
    return commits;
  }

  private boolean isOfThisRound(int frame) {
    return bytes.getLong(frame + 8) == bytes.getLong(16);
  }

  Commit lastCommit() {
    return commits().get(commits().size() - 1);
  }

  /** Where the frame begins that has the byte in it. */
  int frameAt(int offset) {
    return offset - (offset - HEADER_BYTES) % frameBytes;
  }

  int frameBytes() {
    return frameBytes;
  }

  /** The header of a frame for this round of the log, with checksums that fit nothing. */
  byte[] frameHeader(boolean endsCommit) {
    return ByteBuffer.allocate(FRAME_HEADER_BYTES)
        .putInt(2)
        .putInt(endsCommit ? 2 : 0)
        .putLong(bytes.getLong(16))
        .array();
  }
}
