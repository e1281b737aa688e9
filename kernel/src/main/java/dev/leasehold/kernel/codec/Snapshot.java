package dev.leasehold.kernel.codec;

import dev.leasehold.kernel.state.State;
import dev.leasehold.kernel.state.UsedId;
import java.security.MessageDigest;

/**
 * The whole state as bytes, and back. Derived parts (indexes, deadlines, counts) are left out and
 * built anew, so equal bytes mean equal behaviour.
 */
public final class Snapshot {

  /**
   * Since 4 a notice says in which space its lease is, since 5 a lease whether its heartbeat was
   * excused; in 4 none was. Since 6 there are epochs of resources whose leases are forgotten,
   * revoked tokens and questions, and a notice says on what its lease is; in 5 there were none.
   * Since 7 a question has the id of its request; in 6 none had. Since 8 a lease may have an IP
   * token and take its IC token along, and ended IP tokens are remembered; in 7 there were none.
   * Since 9 there are providers, reservations have labels, leases requests for more, and pools may
   * be topped up; in 8 there was nothing of it. Since 10 a request for more has the id that its
   * holder gave, leases may have a commit that came after their end, those of forgotten ones are
   * remembered a while, there are subscriptions, and policies may allow extensions, which leases
   * have requests for; in 9 there was nothing of it. A state before 4, or with notices of forgotten
   * leases before 6, is made anew from the journal.
   */
  static final int FORMAT = 10;

  static final int WITH_REQUESTS_FOR_MORE = 9;
  static final int WITH_IP_TOKENS = 8;
  static final int WITH_IDS_OF_QUESTIONS = 7;
  static final int WITH_QUESTIONS = 6;
  static final int WITH_EXCUSES = 5;
  static final int WITH_SPACES_OF_NOTICES = 4;

  /** The form that hashes are made over. */
  static final int HASHED_FORMAT = 3;

  private Snapshot() {}

  public static byte[] write(State state) {
    return write(state, FORMAT);
  }

  public static byte[] hashed(State state) {
    return write(state, HASHED_FORMAT);
  }

  /** Whether it is the hash of the state in a form that is, or was, stored or hashed. */
  public static boolean isHashOf(State state, byte[] sha256) {
    for (int format = FORMAT; format >= HASHED_FORMAT; format--) {
      if (MessageDigest.isEqual(sha256, UsedId.sha256().digest(write(state, format)))) {
        return true;
      }
    }
    return false;
  }

  private static byte[] write(State state, int format) {
    return new StateCopy(state, format).all();
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
