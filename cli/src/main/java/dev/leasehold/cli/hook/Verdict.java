package dev.leasehold.cli.hook;

import java.util.List;

/** The answer of a guard. A setting says whether a change passes where it cannot tell. */
sealed interface Verdict {

  record Allow() implements Verdict {}

  /**
   * @param reasons one line each, for the person whose change is refused
   * @param advice the next step for that person
   */
  record Deny(List<String> reasons, String advice) implements Verdict {}

  /**
   * @param why the sentence that says what is not known
   */
  record CannotTell(String why) implements Verdict {}

  Verdict ALLOW = new Allow();

  /** The verdict on two changes at once: one that is refused refuses both. */
  default Verdict and(Verdict other) {
    return switch (this) {
      case Deny deny -> deny;
      case CannotTell unknown -> other instanceof Deny ? other : unknown;
      case Allow allow -> other;
    };
  }

  /**
   * Whether the change goes through.
   *
   * @param whenUnsure whether one does that cannot be judged
   */
  default boolean passes(boolean whenUnsure) {
    return switch (this) {
      case Allow allow -> true;
      case Deny deny -> false;
      case CannotTell unknown -> whenUnsure;
    };
  }
}
