package dev.leasehold.client.guard;

/** The answer of a guard: allowed, denied, or that it cannot tell. */
public sealed interface Verdict {

  /** The reason for a denial; the names are those of the wire. */
  enum Code {
    /** The act is of another lease than the expected one, or of one that was superseded. */
    LEASE_VIOLATION,
    /** The act's epoch is before the one that the guard knows. */
    STALE_EPOCH,
    /** The act's epoch is after the one that the guard knows. */
    FUTURE_EPOCH,
    /** The lease's deadline, as far as the guard knows it, has passed. */
    LEASE_EXPIRED
  }

  /** Go ahead. */
  record Allowed() implements Verdict {}

  /**
   * Do not do it.
   *
   * @param expected the value that would have passed
   * @param received the value that came instead
   * @param advice a sentence on what is wrong and what helps
   */
  record Denied(Code code, String expected, String received, String advice) implements Verdict {}

  /**
   * The guard does not know enough. A caller that cannot ask the server should not do it.
   *
   * @param why a sentence on what is missing and what helps
   */
  record CannotTell(String why) implements Verdict {}

  /** Whether to go ahead; false for what is denied and for what the guard cannot tell. */
  default boolean isAllowed() {
    return this instanceof Allowed;
  }

  /**
   * Returns if this is allowed.
   *
   * @throws ActRefusedException otherwise, of the kind that fits
   */
  default void require() {
    if (this instanceof Denied denied) {
      throw ActRefusedException.of(denied);
    }
    if (this instanceof CannotTell unknown) {
      throw new ActRefusedException.Undecided(unknown.why());
    }
  }
}
