package dev.leasehold.client.guard;

/** What a guard says: allowed, denied, or that it cannot tell. */
public sealed interface Verdict {

  /** Why something was denied; the names are those of the wire. */
  enum Code {
    /** Of another lease than the one that is expected, or of one that was superseded. */
    LEASE_VIOLATION,
    /** From before the last step that is known. */
    STALE_EPOCH,
    /** From after a step that is not known here yet. */
    FUTURE_EPOCH,
    /** Its deadline, as far as known here, has passed. */
    LEASE_EXPIRED
  }

  /** Go ahead. */
  record Allowed() implements Verdict {}

  /**
   * Do not do it.
   *
   * @param expected what would have passed
   * @param received what came
   * @param advice a sentence on what is wrong and what helps
   */
  record Denied(Code code, String expected, String received, String advice) implements Verdict {}

  /**
   * The guard does not know enough. Whoever cannot ask the server should not do it.
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
