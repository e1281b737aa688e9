package dev.leasehold.cli.acquire;

import dev.leasehold.cli.remote.CallFailedException;
import dev.leasehold.cli.remote.Exit;
import dev.leasehold.cli.remote.Problem;
import dev.leasehold.cli.terminal.Text;

/** Words a refusal because of leases in the way: who has them, and how to get what they keep. */
final class Conflicts {

  private static final String OWN =
      "one of these is your own, and nobody waits for oneself; workers that share a token are told"
          + " apart by --session";

  private Conflicts() {}

  /**
   * The refusal with advice, if leases in the way are its reason; otherwise as it is.
   *
   * @param waits whether the request was ready to wait; then the server refuses it because of
   *     others' leases only if one's own is among them
   */
  static CallFailedException advised(CallFailedException e, boolean waits) {
    Problem problem = e.problem();
    return e.exit() != Exit.HELD || problem == null || problem.conflicts().isEmpty()
        ? e
        : refusal(problem, "", waits ? OWN : howToGet("it", problem));
  }

  /**
   * The refusal of several requests, of which none was ready to wait.
   *
   * @param before the text before those in the way
   */
  static CallFailedException refusal(Problem problem, String before) {
    return refusal(problem, before + ": ", howToGet("one of them", problem));
  }

  /** The end of a wait for the first of several that becomes free. */
  static CallFailedException timeout(Problem problem, String before) {
    return refusal(problem, before + ": ", Problem.waitLonger(problem.conflicts()));
  }

  private static CallFailedException refusal(Problem problem, String before, String advice) {
    String blockers = Problem.blockers(problem.conflicts(), problem.now());
    return new CallFailedException(problem, Text.harmless(before + blockers + "; " + advice));
  }

  private static String howToGet(String what, Problem problem) {
    if (problem.conflicts().stream().allMatch(conflict -> conflict.isTrue("own"))) {
      return "use that lease, or release it; another worker with your token can wait for "
          + what
          + " with a --session of its own";
    }
    String question = Problem.question(problem.conflicts());
    return "wait for " + what + " with --wait" + (question.isEmpty() ? "" : ", or " + question);
  }
}
