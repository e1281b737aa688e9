package dev.leasehold.kernel;

/**
 * The whole state as bytes, and back. What is derived (indexes, deadlines, counts) is left out and
 * built anew, so equal bytes mean equal behaviour.
 */
final class Snapshot {

  static final int FORMAT = 3;

  private Snapshot() {}

  static byte[] write(State state) {
    BytesOut out = new BytesOut();
    new SnapshotWriter(state, out).write();
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
