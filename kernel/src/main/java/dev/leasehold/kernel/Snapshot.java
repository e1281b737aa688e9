package dev.leasehold.kernel;

/**
 * The whole state as bytes, and back. What is derived (indexes, deadlines, counts) is left out and
 * built anew, so equal bytes mean equal behaviour.
 */
final class Snapshot {

  /** Since 4 a notice says in which space its lease is. A state of another format is read anew. */
  static final int FORMAT = 4;

  /** The form that hashes are made over. */
  static final int HASHED_FORMAT = 3;

  private Snapshot() {}

  static byte[] write(State state) {
    return write(state, FORMAT);
  }

  static byte[] hashed(State state) {
    return write(state, HASHED_FORMAT);
  }

  private static byte[] write(State state, int format) {
    BytesOut out = new BytesOut();
    new SnapshotWriter(state, out, format).write();
    return out.toByteArray();
  }

  /** What is malformed, or contradicts itself, is an IllegalArgumentException. */
  static State read(byte[] bytes) {
    try {
      return new SnapshotReader(new BytesIn(bytes)).read();
    } catch (IllegalStateException | ArithmeticException e) {
      throw new IllegalArgumentException("a snapshot that contradicts itself", e);
    }
  }
}
