package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.state.State;

/**
 * The whole state as bytes, and back. What is derived (indexes, deadlines, counts) is left out and
 * built anew, so equal bytes mean equal behaviour.
 */
public final class Snapshot {

  /**
   * Since 4 a notice says in which space its lease is, since 5 a lease whether its heartbeat was
   * excused, in 4 none was; since 6 there are questions, in 5 there were none. A state of another
   * format is read anew.
   */
  static final int FORMAT = 6;

  static final int WITHOUT_QUESTIONS = 5;

  static final int WITHOUT_EXCUSES = 4;

  /** The form that hashes are made over. */
  static final int HASHED_FORMAT = 3;

  private Snapshot() {}

  public static byte[] write(State state) {
    return write(state, FORMAT);
  }

  public static byte[] hashed(State state) {
    return write(state, HASHED_FORMAT);
  }

  /** A form of before: servers that wrote it kept hashes of it beside their stored states. */
  public static byte[] withoutQuestions(State state) {
    return write(state, WITHOUT_QUESTIONS);
  }

  /** The form before that. */
  public static byte[] withoutExcuses(State state) {
    return write(state, WITHOUT_EXCUSES);
  }

  private static byte[] write(State state, int format) {
    BytesOut out = new BytesOut();
    new SnapshotWriter(state, out, format).write();
    return out.toByteArray();
  }

  /** Reads a snapshot; malformed or contradictory bytes are an IllegalArgumentException. */
  public static State read(byte[] bytes) {
    try {
      return new SnapshotReader(new BytesIn(bytes)).read();
    } catch (IllegalStateException | ArithmeticException e) {
      throw new IllegalArgumentException("a snapshot that contradicts itself", e);
    }
  }
}
