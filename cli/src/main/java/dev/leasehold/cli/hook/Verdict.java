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
}
